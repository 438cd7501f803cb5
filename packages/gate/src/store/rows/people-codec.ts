import type { Json } from '@callgate/core';
import { storedRecordMessages } from '@callgate/messages/stored-record';
import { z } from 'zod';
import type { Grant, GrantScope } from '../../record/grant.ts';
import type { Vote, VoteVia } from '../../record/vote.ts';
import type { Alert } from '../store.ts';
import { ColumnReader } from './column-reader.ts';
import type { SqlRow, SqlValue } from './sql-row.ts';
import { toStoredJson } from './stored-json.ts';

const VERDICTS: readonly Vote['verdict'][] = ['approve', 'refuse'];
const VIAS: readonly VoteVia[] = ['callback', 'terminal', 'console', 'elicitation', 'command-line'];

const names = z.array(z.string());
const path = z.array(z.union([z.string(), z.number()]));
const json = z.custom<Json>((value) => value !== undefined, 'is missing');

const scopeSchema: z.ZodType<GrantScope> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('once'), call: z.string() }),
  z.strictObject({ kind: z.literal('session'), session: z.string() }),
  z.strictObject({ kind: z.literal('destination'), destinations: names }),
  z.strictObject({
    kind: z.literal('arguments'),
    constraints: z.array(
      z.union([z.strictObject({ path, equals: json }), z.strictObject({ path, like: z.string() })]),
    ),
  }),
  z.strictObject({ kind: z.literal('folder'), folder: z.string() }),
  z.strictObject({ kind: z.literal('tool') }),
]);

/** A list where there are no rules besides those that asked. */
const rulesSchema = z.union([names, z.strictObject({ asked: names, ownLabels: names })]);

export const readVote = (row: SqlRow): Vote => {
  const from = new ColumnReader(row, storedRecordMessages.vote({ call: String(row['call']) }));
  return {
    call: from.text('call'),
    subject: from.text('subject'),
    verdict: from.oneOf('verdict', VERDICTS),
    via: from.oneOf('via', VIAS),
    at: from.whole('at'),
    opened: from.flag('opened'),
    reason: from.textOrNull('reason'),
  };
};

export const readGrant = (row: SqlRow): Grant => {
  const from = new ColumnReader(row, storedRecordMessages.grant({ grant: String(row['id']) }));
  const revokedAt = from.wholeOrNull('revoked_at');
  const serverIdentity = from.textOrNull('server_identity');
  const rules = from.json('rules', rulesSchema);
  return {
    id: from.text('id'),
    principal: from.text('principal'),
    server: from.text('server'),
    ...(serverIdentity === null ? {} : { serverIdentity }),
    target: from.text('target'),
    definition: from.text('definition'),
    policy: from.text('policy'),
    scope: from.json('scope', scopeSchema),
    ...('asked' in rules ? { rules: rules.asked, ownLabelRules: rules.ownLabels } : { rules }),
    by: from.json('given_by', names),
    call: from.text('call'),
    givenAt: from.whole('given_at'),
    endsAt: from.whole('ends_at'),
    uses: from.whole('uses'),
    usesLeft: from.whole('uses_left'),
    revoked:
      revokedAt === null
        ? null
        : { by: from.text('revoked_by'), reason: from.text('revoked_reason'), at: revokedAt },
  };
};

export const readAlert = (row: SqlRow): Alert => {
  const from = new ColumnReader(row, storedRecordMessages.alert({ alert: String(row['id']) }));
  return {
    id: from.text('id'),
    at: from.whole('at'),
    code: from.text('code'),
    message: from.text('message'),
    call: from.textOrNull('call'),
    to: from.json('told', names),
  };
};

/** In the order of `PEOPLE_QUERIES.insertVote`. */
export const listVoteValues = ({
  call,
  subject,
  verdict,
  via,
  at,
  opened,
  reason,
}: Vote): readonly SqlValue[] => [call, subject, verdict, via, at, opened ? 1 : 0, reason];

/** In the order of `PEOPLE_QUERIES.insertGrant`. */
export const listGrantValues = (grant: Grant): readonly SqlValue[] => [
  grant.id,
  grant.principal,
  grant.server,
  grant.target,
  grant.definition,
  grant.policy,
  grant.call,
  grant.givenAt,
  grant.endsAt,
  grant.uses,
  grant.usesLeft,
  grant.revoked?.at ?? null,
  grant.revoked?.by ?? null,
  grant.revoked?.reason ?? null,
  toStoredJson(grant.scope),
  toStoredJson(
    grant.ownLabelRules === undefined ? grant.rules : { asked: grant.rules, ownLabels: grant.ownLabelRules },
  ),
  toStoredJson(grant.by),
  grant.serverIdentity ?? null,
];

/** In the order of `PEOPLE_QUERIES.insertAlert`. */
export const listAlertValues = ({ id, at, code, message, call, to }: Alert): readonly SqlValue[] => [
  id,
  at,
  code,
  message,
  call,
  toStoredJson(to),
];

/** Spelled as in the partial indexes, or SQLite does not see that they fit. */
export const USABLE_GRANT = 'revoked_at IS NULL AND uses_left > 0';

type PeopleQuery =
  | 'insertVote'
  | 'insertGrant'
  | 'insertAlert'
  | 'alert'
  | 'votes'
  | 'grant'
  | 'grantsFor'
  | 'spend'
  | 'revoke'
  | 'revokeAll';

export const PEOPLE_QUERIES: Readonly<Record<PeopleQuery, string>> = {
  insertVote: `INSERT INTO votes (call, subject, verdict, via, at, opened, reason) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (call, subject) DO NOTHING`,
  insertGrant: `INSERT INTO grants (id, principal, server, target, definition, policy, call, given_at, ends_at, uses,
      uses_left, revoked_at, revoked_by, revoked_reason, scope, rules, given_by, server_identity)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  insertAlert: `INSERT INTO alerts (id, at, code, message, call, told) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO NOTHING`,
  alert: 'SELECT id FROM alerts WHERE id = ?',
  votes: 'SELECT * FROM votes WHERE call = ? ORDER BY n',
  grant: 'SELECT * FROM grants WHERE id = ?',
  grantsFor: `SELECT * FROM grants INDEXED BY grants_tool WHERE ${USABLE_GRANT} AND principal = ? AND server = ? AND target = ? AND ends_at > ?
    ORDER BY given_at, n`,
  spend: `UPDATE grants SET uses_left = uses_left - 1 WHERE id = ? AND ${USABLE_GRANT} AND ends_at > ?`,
  revoke: `UPDATE grants SET revoked_at = ?, revoked_by = ?, revoked_reason = ?
    WHERE id = ? AND revoked_at IS NULL`,
  revokeAll: `UPDATE grants SET revoked_at = ?, revoked_by = ?, revoked_reason = ?
    WHERE ${USABLE_GRANT} AND ends_at > ?`,
};
