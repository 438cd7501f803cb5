import {
  COUNT_QUERIES,
  joinCounts,
  listCountValues,
  listForgottenValues,
  listShareValues,
  readCountedSeries,
} from '@callgate/gate/sql';
import type { CallCount, CallShare, CountedSeries, CountQuestion } from '@callgate/gate/store';
import type { Statements } from './statements.ts';

/** Which calls count where, as one piece of work sees it. It holds the locks of all series that it names. */
export class PostgresCountsTable {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  async counts(questions: readonly CountQuestion[], except: string): Promise<readonly CallCount[]> {
    return await Promise.all(
      questions.map(async (question) =>
        joinCounts(
          await Promise.all(
            listCountValues(question, except).map((values) =>
              this.#statements.get(COUNT_QUERIES.count, ...values),
            ),
          ),
        ),
      ),
    );
  }

  async seriesOf(call: string): Promise<readonly CountedSeries[]> {
    return (await this.#statements.all(COUNT_QUERIES.seriesOf, call)).map(readCountedSeries);
  }

  add(call: string, shares: readonly CallShare[], at: number | null): void {
    for (const share of shares) {
      this.#statements.send(COUNT_QUERIES.add, ...listShareValues(call, share, at));
      if (at !== null) this.#statements.send(COUNT_QUERIES.forget, ...listForgottenValues(call, share, at));
    }
  }

  remove(call: string): void {
    this.#statements.send(COUNT_QUERIES.remove, call);
  }
}
