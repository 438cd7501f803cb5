import type { Grant } from '../../confirm/grant.ts';
import type { Vote } from '../../confirm/vote.ts';
import { PEOPLE_QUERIES, readGrant, readVote } from '../rows/people-codec.ts';
import { storedJson } from '../rows/stored-json.ts';
import type { Alert } from '../store.ts';
import type { Connection } from './connection.ts';

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
