import type { Json } from '@callgate/core';
import { z } from 'zod';
import type { Grant, GrantScope } from '../../confirm/grant.ts';
import type { Vote, VoteVia } from '../../confirm/vote.ts';
import type { Alert } from '../store.ts';
import { Columns } from './columns.ts';
import type { Row } from './row.ts';

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
]);

export const readVote = (row: Row): Vote => {
  const from = new Columns(row, `a vote on call ${String(row['call'])}`);
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

export const readGrant = (row: Row): Grant => {
  const from = new Columns(row, `grant ${String(row['id'])}`);
  const revokedAt = from.wholeOrNull('revoked_at');
  return {
    id: from.text('id'),
    principal: from.text('principal'),
    server: from.text('server'),
    target: from.text('target'),
    definition: from.text('definition'),
    policy: from.text('policy'),
    scope: from.json('scope', scopeSchema),
    rules: from.json('rules', names),
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

export const readAlert = (row: Row): Alert => {
  const from = new Columns(row, `alert ${String(row['id'])}`);
  return {
    id: from.text('id'),
    at: from.whole('at'),
    code: from.text('code'),
    message: from.text('message'),
    call: from.textOrNull('call'),
    to: from.json('told', names),
  };
};

/** Spelled as in the partial indexes, or SQLite does not see that they fit. */
export const GRANT_COUNTS = 'revoked_at IS NULL AND uses_left > 0';

type PeopleQuery = 'votes' | 'grant' | 'grantsFor' | 'spend' | 'revoke' | 'revokeAll';

export const PEOPLE_QUERIES: Readonly<Record<PeopleQuery, string>> = {
  votes: 'SELECT * FROM votes WHERE call = ? ORDER BY n',
  grant: 'SELECT * FROM grants WHERE id = ?',
  grantsFor: `SELECT * FROM grants INDEXED BY grants_tool WHERE ${GRANT_COUNTS} AND principal = ? AND server = ? AND target = ? AND ends_at > ?
    ORDER BY given_at, n`,
  spend: `UPDATE grants SET uses_left = uses_left - 1 WHERE id = ? AND ${GRANT_COUNTS} AND ends_at > ?`,
  revoke: `UPDATE grants SET revoked_at = ?, revoked_by = ?, revoked_reason = ?
    WHERE id = ? AND revoked_at IS NULL`,
  revokeAll: `UPDATE grants SET revoked_at = ?, revoked_by = ?, revoked_reason = ?
    WHERE ${GRANT_COUNTS} AND ends_at > ?`,
};
