import type { JsonObject } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import type { ParseLimits } from '@callgate/core/receive';
import { parseStrict } from '@callgate/core/receive';
import { z } from 'zod';
import { EXTENSION, EMPTY_LOG_HEAD, hashEntry } from '../../src/record/chain-entry.ts';
import type { AuditEventName, AuditLogHead, StoredEntry } from '../../src/record/audit-entry.ts';
import { AUDIT_EVENT_NAMES } from '../../src/record/audit-entry.ts';
import type { StoreReader } from '../../src/store/store-reader.ts';

/** A row with what its bytes say. */
export interface HarnessEntry {
  /** Of the event. */
  readonly id: string;
  readonly seq: number;
  readonly at: number;
  readonly event: AuditEventName;
  readonly call: string | null;
  readonly principal: string;
  readonly tool: string;
  readonly detail: JsonObject;
}

export interface HarnessLog {
  readonly rows: readonly HarnessEntry[];
  readonly violations: readonly string[];
}

const BYTES = z.strictObject({
  event_id: z.string(),
  event_type: z.enum(AUDIT_EVENT_NAMES),
  extensions: z.strictObject({
    [EXTENSION]: z.looseObject({ v: z.literal(1), seq: z.int(), call: z.string().nullable() }),
  }),
  occurred_at: z.iso.datetime(),
  outcome: z.enum(['allowed', 'denied', 'deferred', 'error']),
  previous_hash: z.string(),
  principal_id: z.string(),
  tool_name: z.string(),
});

/** Rows are ours, so they may be larger than what comes from outside. */
const LIMITS: ParseLimits = {
  bytes: 256 * 1024 * 1024,
  depth: 128,
  keys: 10_000_000,
  string: 128 * 1024 * 1024,
  array: 10_000_000,
};

const PAGE = 1000;

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const parsed = (bytes: Uint8Array): z.output<typeof BYTES> | string => {
  try {
    const result = BYTES.safeParse(parseStrict(bytes, LIMITS));
    return result.success ? result.data : z.prettifyError(result.error);
  } catch (error) {
    return error instanceof CallgateError ? error.message : String(error);
  }
};

/** What is wrong with one row, given the one before it. */
const faultsOf = (
  row: StoredEntry,
  said: z.output<typeof BYTES>,
  before: AuditLogHead,
  ids: ReadonlyMap<string, number>,
): readonly string[] => {
  const { seq, call } = said.extensions[EXTENSION];
  const twin = ids.get(said.event_id);
  const faults: [boolean, string][] = [
    [row.seq !== before.seq + 1, `stands after row ${before.seq}`],
    [hex(row.hash) !== hex(hashEntry(row.seq, before.hash, row.bytes)), 'its hash is not that of its bytes'],
    [said.previous_hash !== hex(before.hash), 'does not name the hash of the row before it'],
    [seq !== row.seq, `its bytes say that it is row ${seq}`],
    [call !== row.call, 'its bytes name another call'],
    [said.event_type !== row.event, `its bytes tell of ${said.event_type} and not of ${row.event}`],
    [Date.parse(said.occurred_at) !== row.at, 'its bytes name another time'],
    [row.at < before.at, 'is earlier than the row before it'],
    [twin !== undefined, `is row ${String(twin)} over again`],
  ];
  return faults.filter(([wrong]) => wrong).map(([, fault]) => `row ${row.seq} ${fault}`);
};

/** All rows in order, and what is wrong with the chain they are in. */
export const readRecord = async (reader: Pick<StoreReader, 'head' | 'rows'>): Promise<HarnessLog> => {
  const rows: HarnessEntry[] = [];
  const violations: string[] = [];
  const ids = new Map<string, number>();
  let before = EMPTY_LOG_HEAD;
  for (;;) {
    const page = await reader.rows(before.seq + 1, PAGE);
    if (page.length === 0) break;
    for (const row of page) {
      const said = parsed(row.bytes);
      if (typeof said === 'string') violations.push(`row ${row.seq} cannot be read: ${said}`);
      else {
        violations.push(...faultsOf(row, said, before, ids));
        ids.set(said.event_id, row.seq);
        const { seq, at, event, call } = row;
        const detail = said.extensions[EXTENSION] as JsonObject;
        rows.push({
          id: said.event_id,
          seq,
          at,
          event,
          call,
          principal: said.principal_id,
          tool: said.tool_name,
          detail,
        });
      }
      before = { seq: Math.max(row.seq, before.seq), at: row.at, hash: row.hash };
    }
  }
  const head = await reader.head();
  if (head.seq !== before.seq || hex(head.hash) !== hex(before.hash))
    violations.push(`the record is said to end with row ${head.seq}, but ends with row ${before.seq}`);
  return { rows, violations };
};
