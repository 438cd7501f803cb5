import type { Json, Session } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import type { StoreReader } from '@callgate/gate/store';
import { readEndDetail, parseEntry } from '@callgate/gate/record';
import { operationMessages } from '@callgate/messages/operations';
import type { OperationCaller } from '../api/operation.ts';
import type { SourceExcerpt, ValuePath } from '../api/inbox.ts';
import { excerptOf, valueAt } from './excerpt.ts';

const texts = operationMessages.earlierResult;

const MIB = 1_048_576;
const LIMITS = { bytes: 64 * MIB, depth: 128, keys: 2_000_000, string: 64 * MIB, array: 1_000_000 };

export interface ResultExcerpt {
  readonly excerpt: SourceExcerpt | null;
  /** Why there is none. */
  readonly unknown: string | null;
}

interface KeptResult {
  readonly result: Json | undefined;
  readonly unknown: string;
}

const NOT_WHOLE = texts.notWhole;

const missingExcerpt = (unknown: string): ResultExcerpt => ({ excerpt: null, unknown });

/** Looks up what earlier calls returned: in the session as far as it remembers, else in the record. */
export class EarlierResults {
  readonly #read: Pick<StoreReader, 'rowsOfCall'>;
  readonly #session: Session | undefined;
  readonly #caller: Pick<OperationCaller, 'role'>;
  /** Many values come from one result, which may be large. */
  readonly #found: Map<string, Promise<KeptResult>> = new Map();

  constructor(
    read: Pick<StoreReader, 'rowsOfCall'>,
    session: Session | undefined,
    caller: Pick<OperationCaller, 'role'>,
  ) {
    this.#read = read;
    this.#session = session;
    this.#caller = caller;
  }

  /** The text at a place of a result, with what is meant in it. */
  async textAt(call: string, path: ValuePath, span?: readonly [number, number]): Promise<ResultExcerpt> {
    if (this.#caller.role === 'viewer') return missingExcerpt(texts.forApprovers);
    const seen = this.#session?.seen.find((result) => result.call === call);
    const { result, unknown } =
      seen === undefined ? await this.#recordedOnce(call) : { result: seen.result, unknown: '' };
    if (result === undefined) return missingExcerpt(unknown);
    const value = valueAt(result, path);
    if (value === undefined || value === null || typeof value === 'object') return missingExcerpt(NOT_WHOLE);
    const text = String(value);
    return span !== undefined && span[1] > text.length
      ? missingExcerpt(NOT_WHOLE)
      : { excerpt: excerptOf(text, span), unknown: null };
  }

  #recordedOnce(call: string): Promise<KeptResult> {
    const found = this.#found.get(call) ?? this.#recorded(call);
    this.#found.set(call, found);
    return found;
  }

  async #recorded(call: string): Promise<KeptResult> {
    const rows = await this.#read.rowsOfCall(call);
    const ended = rows.findLast(({ event }) => event === 'done' || event === 'failed');
    if (ended === undefined) return { result: undefined, unknown: texts.sessionOver };
    const kept = readEndDetail(parseEntry(ended.bytes).detail)?.result;
    if (kept === undefined || kept === null) return { result: undefined, unknown: texts.notKept };
    const text = isJsonObject(kept) ? getOwn(kept, 'text') : undefined;
    if (typeof text === 'string') return { result: parseStrict(text, LIMITS), unknown: '' };
    return {
      result: undefined,
      unknown: isJsonObject(kept) && Object.hasOwn(kept, 'sealed') ? texts.sealed : NOT_WHOLE,
    };
  }
}
