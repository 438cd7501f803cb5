import { OUTCOMES } from '@callgate/core';
import { CALL_KINDS } from '@callgate/core/receive';
import { storedRecordMessages } from '@callgate/messages/stored-record';
import type { CallChange, CallRow, CallIdentity, WaitReason } from '../../record/call-row.ts';
import { CALL_STATES } from '../../record/call-row.ts';
import { makeStoreCorruptError } from '../faults.ts';
import {
  decisionSchema,
  faultSchema,
  principalSchema,
  settledSchema,
  situationSchema,
} from './call-schema.ts';
import { ColumnReader } from './column-reader.ts';
import type { SqlRow, SqlValue } from './sql-row.ts';
import { toSharedJson, toStoredJson } from './stored-json.ts';

const WAITS: readonly WaitReason[] = ['people', 'hours', 'slot'];

/**
 * A number for what is called with what. Equal calls have the same; a search by it compares the parts too, except
 * for the server's identity, which has no column: two servers under one alias differ by this number alone.
 */
export const hashCallIdentity = (call: CallIdentity): number => hashWithServer(call, call.identity);

const hashWithServer = (
  { kind, server, target, argumentsDigest }: Omit<CallIdentity, 'identity'>,
  identity: string | undefined,
): number => {
  const high = Number.parseInt(argumentsDigest.slice(7, 13), 16) || 0;
  const low = Number.parseInt(argumentsDigest.slice(13, 19), 16) || 0;
  const what = `${kind} ${server} ${target}`;
  if (identity === undefined) return high * 2 ** 24 + (low ^ (mixed(what) >>> 8));
  return (high ^ (mixed(identity) >>> 8)) * 2 ** 24 + (low ^ (mixed(`${what} ${identity}`) >>> 8));
};

/** FNV-1a. */
const mixed = (text: string): number => {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return sum;
};

const bit = (flag: boolean): number => (flag ? 1 : 0);

/** When people were asked. No arrow leads into `held`, so it is known when the row is made. */
const askedAt = ({ waiting, heldAt }: Pick<CallRow, 'waiting' | 'heldAt'>): number | null =>
  waiting === 'people' ? heldAt : null;

const CALL_COLUMNS: readonly (readonly [column: string, of: (call: CallRow) => SqlValue])[] = [
  ['id', (call) => call.id],
  ['rev', () => 1],
  ['state', (call) => call.state],
  ['outcome', (call) => call.outcome],
  ['ai', (call) => bit(call.ai)],
  ['kind', (call) => call.kind],
  ['server', (call) => call.server],
  ['target', (call) => call.target],
  ['principal', (call) => call.principal.subject],
  ['session', (call) => call.session],
  ['instance', (call) => call.instance],
  ['same', (call) => hashWithServer(call, call.situation.identity)],
  ['arguments_digest', (call) => call.argumentsDigest],
  ['policy', (call) => call.policy],
  ['binding', (call) => call.binding],
  ['waiting', (call) => call.waiting],
  ['ticket', (call) => call.ticket],
  ['key', (call) => call.key],
  ['attached', (call) => bit(call.attached)],
  ['attempt', (call) => call.attempt],
  ['grant_id', (call) => call.grant],
  ['twin', (call) => call.twin],
  ['received_at', (call) => call.receivedAt],
  ['held_at', (call) => call.heldAt],
  ['asked_at', askedAt],
  ['expires_at', (call) => call.expiresAt],
  ['opens_at', (call) => call.opensAt],
  ['dispatched_at', (call) => call.dispatchedAt],
  ['ended_at', (call) => call.endedAt],
  ['released', (call) => bit(call.released)],
  ['settled_at', (call) => call.settled?.at ?? null],
  ['fault', (call) => (call.fault === null ? null : toStoredJson(call.fault))],
  ['settled', (call) => (call.settled === null ? null : toStoredJson(call.settled))],
];

export const insertInto = (table: string, columns: readonly string[]): string =>
  `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;

/** The columns of a call without its place. */
export const CALL_COLUMN_NAMES: readonly string[] = CALL_COLUMNS.map(([column]) => column);

export const INSERT_CALL: string = insertInto('calls', CALL_COLUMN_NAMES);

export const listCallValues = (call: CallRow): readonly SqlValue[] => CALL_COLUMNS.map(([, of]) => of(call));

/** The columns of the details of a call, its place first. */
export const DETAIL_COLUMN_NAMES: readonly string[] = [
  'n',
  'context',
  'authenticated',
  'enforced',
  'definition',
  'who',
  'situation',
  'shared',
  'decision',
  'sealed_arguments',
];

export const INSERT_DETAILS: string = insertInto('call_details', DETAIL_COLUMN_NAMES);

/** `shared` is the place of its decision among those that many calls have; without one it stands in the row. */
export const listDetailValues = (n: number, call: CallRow, shared: number | null): readonly SqlValue[] => [
  n,
  call.context,
  bit(call.authenticated),
  bit(call.enforced),
  call.definition,
  toSharedJson(call.principal),
  toStoredJson(call.situation),
  shared,
  shared === null ? toSharedJson(call.decision) : null,
  call.sealedArguments,
];

/** What a move may change, and the columns that say it. */
const CHANGES: readonly (readonly [
  name: keyof CallChange,
  assign: string,
  of: (change: CallChange) => readonly SqlValue[],
])[] = [
  ['policy', 'policy = ?', ({ policy }) => [policy ?? null]],
  ['outcome', 'outcome = ?', ({ outcome }) => [outcome ?? null]],
  ['binding', 'binding = ?', ({ binding }) => [binding ?? null]],
  ['waiting', 'waiting = ?', ({ waiting }) => [waiting ?? null]],
  ['key', 'key = ?', ({ key }) => [key ?? null]],
  ['attached', 'attached = ?', ({ attached }) => [bit(attached === true)]],
  ['instance', 'instance = ?', ({ instance }) => [instance ?? null]],
  ['attempt', 'attempt = ?', ({ attempt }) => [attempt ?? null]],
  ['grant', 'grant_id = ?', ({ grant }) => [grant ?? null]],
  ['heldAt', 'held_at = ?', ({ heldAt }) => [heldAt ?? null]],
  ['expiresAt', 'expires_at = ?', ({ expiresAt }) => [expiresAt ?? null]],
  ['opensAt', 'opens_at = ?', ({ opensAt }) => [opensAt ?? null]],
  ['dispatchedAt', 'dispatched_at = ?', ({ dispatchedAt }) => [dispatchedAt ?? null]],
  ['endedAt', 'ended_at = ?', ({ endedAt }) => [endedAt ?? null]],
  ['released', 'released = ?', ({ released }) => [bit(released === true)]],
  ['fault', 'fault = ?', ({ fault }) => [fault == null ? null : toStoredJson(fault)]],
  [
    'settled',
    'settled = ?, settled_at = ?',
    ({ settled }) => (settled == null ? [null, null] : [toStoredJson(settled), settled.at]),
  ],
];

export interface SqlAssignments {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** The part of an UPDATE of `calls` that carries out a change. */
export const makeAssignments = (change: CallChange): SqlAssignments => {
  let sql = '';
  const values: SqlValue[] = [];
  for (const [name, assign, of] of CHANGES) {
    if (change[name] === undefined) continue;
    sql += `, ${assign}`;
    values.push(...of(change));
  }
  return { sql, values };
};

/** All columns a row is read from. */
export const CALL_SELECT = `SELECT calls.*, d.context, d.authenticated, d.enforced, d.definition,
  d.who, d.situation, d.sealed_arguments,
  coalesce(d.decision, (SELECT text FROM decisions WHERE n = d.shared)) AS decision
  FROM calls JOIN call_details d ON d.n = calls.n`;

/** A call as it was stored, and the place and revision of its row. */
export interface StoredCall {
  readonly n: number;
  readonly rev: number;
  readonly row: CallRow;
}

export const readCall = (row: SqlRow): StoredCall => {
  const id = row['id'];
  const what = storedRecordMessages.callNamed({ call: typeof id === 'string' ? id : '?' });
  const from = new ColumnReader(row, what);
  const principal = from.json('who', principalSchema);
  if (principal.subject !== from.text('principal'))
    throw makeStoreCorruptError(storedRecordMessages.principalOf({ record: what }));
  return {
    n: from.whole('n'),
    rev: from.whole('rev'),
    row: {
      id: from.text('id'),
      state: from.oneOf('state', CALL_STATES),
      principal,
      context: from.text('context'),
      session: from.text('session'),
      authenticated: from.flag('authenticated'),
      kind: from.oneOf('kind', CALL_KINDS),
      server: from.text('server'),
      target: from.text('target'),
      definition: from.text('definition'),
      argumentsDigest: from.text('arguments_digest'),
      sealedArguments: from.text('sealed_arguments'),
      situation: from.json('situation', situationSchema),
      decision: from.json('decision', decisionSchema),
      policy: from.text('policy'),
      outcome: from.oneOf('outcome', OUTCOMES),
      enforced: from.flag('enforced'),
      binding: from.textOrNull('binding'),
      waiting: from.oneOfOrNull('waiting', WAITS),
      ticket: from.textOrNull('ticket'),
      key: from.textOrNull('key'),
      attached: from.flag('attached'),
      instance: from.text('instance'),
      attempt: from.whole('attempt'),
      grant: from.textOrNull('grant_id'),
      twin: from.textOrNull('twin'),
      ai: from.flag('ai'),
      receivedAt: from.whole('received_at'),
      heldAt: from.wholeOrNull('held_at'),
      expiresAt: from.wholeOrNull('expires_at'),
      opensAt: from.wholeOrNull('opens_at'),
      dispatchedAt: from.wholeOrNull('dispatched_at'),
      endedAt: from.wholeOrNull('ended_at'),
      released: from.flag('released'),
      fault: from.jsonOrNull('fault', faultSchema),
      settled: from.jsonOrNull('settled', settledSchema),
    },
  };
};
