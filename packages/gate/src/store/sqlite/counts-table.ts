import type { CallCount, CallShare, CountQuestion } from '../call-counts.ts';
import {
  COUNT_QUERIES,
  joinCounts,
  listCountValues,
  listForgottenValues,
  listShareValues,
} from '../sql/call-counts.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** Which calls count where, as the writer sees it inside its transaction. */
export class SqliteCountsTable {
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  counts(questions: readonly CountQuestion[], except: string): readonly CallCount[] {
    const count = this.#connection.query(COUNT_QUERIES.count);
    return questions.map((question) =>
      joinCounts(listCountValues(question, except).map((values) => count.get(...values))),
    );
  }

  count(call: string, shares: readonly CallShare[], at: number | null): void {
    this.remove(call);
    for (const share of shares) {
      this.#connection.query(COUNT_QUERIES.add).run(...listShareValues(call, share, at));
      if (at !== null)
        this.#connection.query(COUNT_QUERIES.forget).run(...listForgottenValues(call, share, at));
    }
  }

  remove(call: string): void {
    this.#connection.query(COUNT_QUERIES.remove).run(call);
  }
}
