import type { Grant, Vote } from '@callgate/gate/confirm';
import {
  PEOPLE_QUERIES,
  listAlertValues,
  listGrantValues,
  readGrant,
  readVote,
  makeStoreDoubleError,
  listVoteValues,
} from '@callgate/gate/sql';
import type { Alert } from '@callgate/gate/store';
import type { Statements } from './statements.ts';

/** Votes, grants and alerts, as one piece of work sees them. What it reads is locked. */
export class PostgresPeopleTable {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  async addVote(vote: Vote): Promise<boolean> {
    return (await this.#statements.run(PEOPLE_QUERIES.insertVote, ...listVoteValues(vote))) === 1;
  }

  async votes(call: string): Promise<readonly Vote[]> {
    return (await this.#statements.all(PEOPLE_QUERIES.votes, call)).map(readVote);
  }

  async insertGrant(grant: Grant): Promise<void> {
    const made = await this.#statements.run(
      `${PEOPLE_QUERIES.insertGrant} ON CONFLICT DO NOTHING`,
      ...listGrantValues(grant),
    );
    if (made !== 1) throw makeStoreDoubleError(new Error(`grant ${grant.id}`));
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

  async hasAlert(id: string): Promise<boolean> {
    return (await this.#statements.get(PEOPLE_QUERIES.alert, id)) !== undefined;
  }

  async addAlert(alert: Alert): Promise<boolean> {
    return (await this.#statements.run(PEOPLE_QUERIES.insertAlert, ...listAlertValues(alert))) === 1;
  }
}
