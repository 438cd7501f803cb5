import type { Json, Session } from '@callgate/core';
import { isJsonObject, own } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import type { Reader } from '@callgate/gate/store';
import { endedDetail, readRow } from '@callgate/gate/record';
import type { Caller } from '../api/operation.ts';
import type { SourceText, ValuePath } from '../api/inbox.ts';
import { excerptOf, valueAt } from './excerpt.ts';

const MIB = 1_048_576;
const LIMITS = { bytes: 64 * MIB, depth: 128, keys: 2_000_000, string: 64 * MIB, array: 1_000_000 };

export interface FoundText {
  readonly excerpt: SourceText | null;
  /** Why there is none. */
  readonly unknown: string | null;
}

interface FoundResult {
  readonly result: Json | undefined;
  readonly unknown: string;
}

const NOT_WHOLE = 'what it returned is no longer kept whole';

const without = (unknown: string): FoundText => ({ excerpt: null, unknown });

/** Looks up what earlier calls returned: in the session as far as it remembers, else in the record. */
export class Results {
  readonly #read: Pick<Reader, 'rowsOfCall'>;
  readonly #session: Session | undefined;
  readonly #caller: Pick<Caller, 'role'>;
  /** Many values come from one result, which may be large. */
  readonly #found: Map<string, Promise<FoundResult>> = new Map();

  constructor(read: Pick<Reader, 'rowsOfCall'>, session: Session | undefined, caller: Pick<Caller, 'role'>) {
    this.#read = read;
    this.#session = session;
    this.#caller = caller;
  }

  /** The text at a place of a result, with what is meant in it. */
  async textAt(call: string, path: ValuePath, span?: readonly [number, number]): Promise<FoundText> {
    if (this.#caller.role === 'viewer') return without('only those who decide are shown what tools returned');
    const seen = this.#session?.seen.find((result) => result.call === call);
    const { result, unknown } =
      seen === undefined ? await this.#recordedOnce(call) : { result: seen.result, unknown: '' };
    if (result === undefined) return without(unknown);
    const value = valueAt(result, path);
    if (value === undefined || value === null || typeof value === 'object') return without(NOT_WHOLE);
    const text = String(value);
    return span !== undefined && span[1] > text.length
      ? without(NOT_WHOLE)
      : { excerpt: excerptOf(text, span), unknown: null };
  }

  #recordedOnce(call: string): Promise<FoundResult> {
    const found = this.#found.get(call) ?? this.#recorded(call);
    this.#found.set(call, found);
    return found;
  }

  async #recorded(call: string): Promise<FoundResult> {
    const rows = await this.#read.rowsOfCall(call);
    const ended = rows.findLast(({ event }) => event === 'done' || event === 'failed');
    if (ended === undefined) return { result: undefined, unknown: 'the session that saw it is over' };
    const kept = endedDetail(readRow(ended.bytes).detail)?.result;
    if (kept === undefined || kept === null)
      return { result: undefined, unknown: 'what it returned was not kept' };
    const text = isJsonObject(kept) ? own(kept, 'text') : undefined;
    if (typeof text === 'string') return { result: parseStrict(text, LIMITS), unknown: '' };
    return {
      result: undefined,
      unknown:
        isJsonObject(kept) && Object.hasOwn(kept, 'sealed')
          ? 'what it returned is sealed in the record'
          : NOT_WHOLE,
    };
  }
}
