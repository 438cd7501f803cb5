import type { Grant } from '../../confirm/grant.ts';
import type { Vote } from '../../confirm/vote.ts';
import { storeDouble } from '../faults.ts';
import { PEOPLE_QUERIES, readGrant, readVote } from '../rows/people-codec.ts';
import { storedJson } from '../rows/stored-json.ts';
import type { Alert } from '../store.ts';
import type { Statements } from './statements.ts';

/** Votes, grants and alerts, as one piece of work sees them. What it reads is locked. */
export class PeopleTable {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  async addVote({ call, subject, verdict, via, at, opened, reason }: Vote): Promise<boolean> {
    const added = await this.#statements.run(
      `INSERT INTO votes (call, subject, verdict, via, at, opened, reason) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (call, subject) DO NOTHING`,
      call,
      subject,
      verdict,
      via,
      at,
      opened ? 1 : 0,
      reason,
    );
    return added === 1;
  }

  async votes(call: string): Promise<readonly Vote[]> {
    return (await this.#statements.all(PEOPLE_QUERIES.votes, call)).map(readVote);
  }

  async insertGrant(grant: Grant): Promise<void> {
    const { revoked } = grant;
    const made = await this.#statements.run(
      `INSERT INTO grants (id, principal, server, target, definition, policy, call, given_at, ends_at, uses, uses_left,
         revoked_at, revoked_by, revoked_reason, scope, rules, given_by)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
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
    if (made !== 1) throw storeDouble(new Error(`grant ${grant.id}`));
  }

  async grant(id: string): Promise<Grant | undefined> {
    const row = await this.#statements.get(`${PEOPLE_QUERIES.grant} FOR UPDATE`, id);
    return row === undefined ? undefined : readGrant(row);
  }

  async grantsFor(principal: string, server: string, target: string, now: number): Promise<readonly Grant[]> {
    const rows = await this.#statements.all(
      `${PEOPLE_QUERIES.grantsFor} FOR UPDATE`,
      principal,
      server,
      target,
      now,
    );
    return rows.map(readGrant);
  }

  async spend(id: string, now: number): Promise<boolean> {
    return (await this.#statements.run(PEOPLE_QUERIES.spend, id, now)) === 1;
  }

  async revoke(id: string, { by, reason, at }: NonNullable<Grant['revoked']>): Promise<boolean> {
    return (await this.#statements.run(PEOPLE_QUERIES.revoke, at, by, reason, id)) === 1;
  }

  async revokeAll({ by, reason, at }: NonNullable<Grant['revoked']>): Promise<number> {
    return await this.#statements.run(PEOPLE_QUERIES.revokeAll, at, by, reason, at);
  }

  async addAlert({ id, at, code, message, call, to }: Alert): Promise<boolean> {
    const added = await this.#statements.run(
      `INSERT INTO alerts (id, at, code, message, call, told) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO NOTHING`,
      id,
      at,
      code,
      message,
      call,
      storedJson(to),
    );
    return added === 1;
  }
}
