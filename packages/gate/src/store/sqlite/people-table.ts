import { z } from 'zod';
import type { Json } from '@callgate/core';
import type { Grant, GrantScope } from '../../confirm/grant.ts';
import type { Vote, VoteVia } from '../../confirm/vote.ts';
import type { Alert } from '../store.ts';
import { Columns } from '../rows/columns.ts';
import type { Connection, Row } from './connection.ts';
import { storedJson } from '../rows/stored-json.ts';

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

/** Votes, grants and alerts, as the writer sees them inside its transaction. */
export class PeopleTable {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  addVote({ call, subject, verdict, via, at, opened, reason }: Vote): boolean {
    const added = this.#connection
      .query(
        `INSERT INTO votes (call, subject, verdict, via, at, opened, reason) VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (call, subject) DO NOTHING`,
      )
      .run(call, subject, verdict, via, at, opened ? 1 : 0, reason);
    return added === 1;
  }

  votes(call: string): readonly Vote[] {
    return this.#connection.query(PEOPLE_QUERIES.votes).all(call).map(readVote);
  }

  insertGrant(grant: Grant): void {
    const { revoked } = grant;
    this.#connection
      .query(
        `INSERT INTO grants (id, principal, server, target, definition, policy, call, given_at, ends_at, uses, uses_left,
           revoked_at, revoked_by, revoked_reason, scope, rules, given_by)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
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
        revoked?.at ?? null,
        revoked?.by ?? null,
        revoked?.reason ?? null,
        storedJson(grant.scope),
        storedJson(grant.rules),
        storedJson(grant.by),
      );
  }

  grant(id: string): Grant | undefined {
    const row = this.#connection.query(PEOPLE_QUERIES.grant).get(id);
    return row === undefined ? undefined : readGrant(row);
  }

  grantsFor(principal: string, server: string, target: string, now: number): readonly Grant[] {
    return this.#connection
      .query(PEOPLE_QUERIES.grantsFor)
      .all(principal, server, target, now)
      .map(readGrant);
  }

  spend(id: string, now: number): boolean {
    return this.#connection.query(PEOPLE_QUERIES.spend).run(id, now) === 1;
  }

  revoke(id: string, { by, reason, at }: NonNullable<Grant['revoked']>): boolean {
    return this.#connection.query(PEOPLE_QUERIES.revoke).run(at, by, reason, id) === 1;
  }

  revokeAll({ by, reason, at }: NonNullable<Grant['revoked']>): number {
    return this.#connection.query(PEOPLE_QUERIES.revokeAll).run(at, by, reason, at);
  }

  addAlert({ id, at, code, message, call, to }: Alert): boolean {
    const added = this.#connection
      .query(
        `INSERT INTO alerts (id, at, code, message, call, told) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO NOTHING`,
      )
      .run(id, at, code, message, call, storedJson(to));
    return added === 1;
  }
}
