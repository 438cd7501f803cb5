import type { Grant } from '../../record/grant.ts';
import type { Vote } from '../../record/vote.ts';
import {
  PEOPLE_QUERIES,
  listAlertValues,
  listGrantValues,
  readGrant,
  readVote,
  listVoteValues,
} from '../rows/people-codec.ts';
import type { Alert } from '../store.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** Votes, grants and alerts, as the writer sees them inside its transaction. */
export class SqlitePeopleTable {
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  addVote(vote: Vote): boolean {
    return this.#connection.query(PEOPLE_QUERIES.insertVote).run(...listVoteValues(vote)) === 1;
  }

  votes(call: string): readonly Vote[] {
    return this.#connection.query(PEOPLE_QUERIES.votes).all(call).map(readVote);
  }

  insertGrant(grant: Grant): void {
    this.#connection.query(PEOPLE_QUERIES.insertGrant).run(...listGrantValues(grant));
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

  hasAlert(id: string): boolean {
    return this.#connection.query(PEOPLE_QUERIES.alert).get(id) !== undefined;
  }

  addAlert(alert: Alert): boolean {
    return this.#connection.query(PEOPLE_QUERIES.insertAlert).run(...listAlertValues(alert)) === 1;
  }
}
