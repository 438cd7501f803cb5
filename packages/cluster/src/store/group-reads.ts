import type { CallIdentity } from '@callgate/gate/record';
import { CALL_SELECT, ColumnReader } from '@callgate/gate/sql';
import type { SqlRow } from '@callgate/gate/sql';
import type { SharedLabelHolder } from '@callgate/gate/store';
import { storedRecordMessages } from '@callgate/messages/stored-record';
import { arrayOf, toArrayLiteral } from './array-literal.ts';
import type { PostgresConnection } from './postgres-connection.ts';
import { SEEN_COLUMNS } from './session-table.ts';
import { makeTxOverError } from './statements.ts';
import { LOCK, toColumns, twinRow } from './read-guesses.ts';

const ASKED = 'WITH ORDINALITY AS asked';

/** The names that others have. */
const TRY_LOCK = `SELECT asked.place::int AS place
  FROM unnest(${arrayOf('bigint')}, ${arrayOf('int')}) ${ASKED}(name, shared, place)
  WHERE NOT CASE WHEN asked.shared = 1 THEN pg_try_advisory_xact_lock_shared(asked.name)
    ELSE pg_try_advisory_xact_lock(asked.name) END`;

/** The head only where it is not the one that is known; a place for a session that is not there. */
const SESSIONS = `SELECT asked.place::int AS place, found.version,
    coalesce(found.n, nextval(pg_get_serial_sequence('sessions', 'n'))) AS n,
    CASE WHEN found.version = asked.version THEN NULL ELSE found.head END AS head
  FROM unnest(${arrayOf('text')}, ${arrayOf('bigint')}) ${ASKED}(key, version, place)
  LEFT JOIN LATERAL (SELECT n, version, head FROM sessions WHERE key = asked.key LIMIT 1) found ON true`;

const LABELS = `SELECT asked.place::int AS place, found.labels
  FROM unnest(${arrayOf('text')}, ${arrayOf('text')}) ${ASKED}(kind, name, place)
  CROSS JOIN LATERAL (SELECT labels FROM labels WHERE kind = asked.kind AND name = asked.name LIMIT 1) found`;

const TWINS = `SELECT asked.place::int AS place, found.id
  FROM unnest(${arrayOf('bigint')}, ${arrayOf('text')}, ${arrayOf('text')}, ${arrayOf('text')}, ${arrayOf('text')},
    ${arrayOf('text')}) ${ASKED}(same, principal, kind, server, target, arguments_digest, place)
  CROSS JOIN LATERAL (
    SELECT id FROM calls WHERE same = asked.same AND principal = asked.principal AND dispatched_at IS NOT NULL
      AND kind = asked.kind AND server = asked.server AND target = asked.target
      AND arguments_digest = asked.arguments_digest
    ORDER BY dispatched_at DESC, n DESC LIMIT 1) found`;

const KEYS = `SELECT asked.place::int AS place, found.id
  FROM unnest(${arrayOf('text')}, ${arrayOf('text')}) ${ASKED}(session, key, place)
  CROSS JOIN LATERAL (
    SELECT id FROM calls WHERE session = asked.session AND key = asked.key
    ORDER BY received_at DESC, n DESC LIMIT 1) found`;

const THERE = `SELECT id FROM calls WHERE id IN (SELECT unnest(${arrayOf('text')}))`;

const CALLS = `${CALL_SELECT} WHERE calls.id IN (SELECT unnest(${arrayOf('text')})) FOR UPDATE OF calls SKIP LOCKED`;

/** As they were committed last, though others may change them now. */
const ROWS = `${CALL_SELECT} WHERE calls.id IN (SELECT unnest(${arrayOf('text')}))`;

const ALERTS = `SELECT id FROM alerts WHERE id IN (SELECT unnest(${arrayOf('text')}))`;

const PARTS = `SELECT session, part, sealed FROM session_parts WHERE session IN (SELECT unnest(${arrayOf('bigint')}))`;

const SEEN = `SELECT session, ${SEEN_COLUMNS}
  FROM unnest(${arrayOf('bigint')}, ${arrayOf('bigint')}) AS known(n, version) JOIN session_seen ON session = known.n
  ORDER BY session, place`;

/** A question and who waits for its answer. */
interface Question<Q, A> {
  readonly question: Q;
  readonly answer: (answer: A) => void;
  readonly fail: (error: unknown) => void;
}

class QuestionList<Q, A> {
  #waiting: Question<Q, A>[] = [];

  ask(question: Q): Promise<A> {
    return new Promise((answer, fail) => {
      this.#waiting.push({ question, answer, fail });
    });
  }

  /** Those that were asked since the last time. */
  take(): readonly Question<Q, A>[] {
    return this.#waiting.splice(0);
  }
}

export interface NameQuestion {
  readonly number: string;
  readonly isShared: boolean;
  /** Waits until others have let go of it. */
  readonly waits: boolean;
}

export interface FoundSession {
  readonly n: number;
  /** Null where it is not there. */
  readonly version: number | null;
  /** Null where the known version is stored, or none. */
  readonly head: string | null;
}

export interface SessionContent {
  readonly parts: readonly SqlRow[];
  readonly seen: readonly SqlRow[];
}

export type TwinQuestion = CallIdentity & { readonly principal: string };

/** `elsewhere`: another transaction has it. */
export type CallAnswer = SqlRow | 'elsewhere' | undefined;

const placeOf = (row: SqlRow): number => new ColumnReader(row, storedRecordMessages.call).whole('place') - 1;

const idOf = (row: SqlRow): string => new ColumnReader(row, storedRecordMessages.call).text('id');

const rowsOf = (rows: readonly SqlRow[], session: number): readonly SqlRow[] =>
  rows.filter((row) => row['session'] === session);

/**
 * What pieces of work ask that run together: all that is asked in one turn of the event loop is one question of each
 * kind, and all of them go to the database at once.
 */
export class GroupReads {
  readonly #connection: PostgresConnection;
  /** Called before anything is asked. */
  readonly #before: () => void;
  /** Called when the database refuses to answer. */
  readonly #refused: (error: unknown) => void;
  readonly #names: QuestionList<NameQuestion, boolean> = new QuestionList();
  readonly #sessions: QuestionList<{ key: string; version: number | undefined }, FoundSession> =
    new QuestionList();
  readonly #labels: QuestionList<{ of: SharedLabelHolder; name: string }, string | undefined> =
    new QuestionList();
  readonly #twins: QuestionList<TwinQuestion, string | undefined> = new QuestionList();
  readonly #keys: QuestionList<{ session: string; key: string }, string | undefined> = new QuestionList();
  readonly #calls: QuestionList<string, CallAnswer> = new QuestionList();
  readonly #rows: QuestionList<string, SqlRow | undefined> = new QuestionList();
  readonly #alerts: QuestionList<string, boolean> = new QuestionList();
  readonly #contents: QuestionList<{ n: number; version: number | undefined }, SessionContent> =
    new QuestionList();
  #soon: NodeJS.Immediate | undefined;
  #over = false;

  constructor(connection: PostgresConnection, before: () => void, refused: (error: unknown) => void) {
    this.#connection = connection;
    this.#before = before;
    this.#refused = refused;
  }

  /** Whether it is taken. */
  async name(question: NameQuestion): Promise<boolean> {
    return await this.#later(this.#names.ask(question));
  }

  async session(key: string, version: number | undefined): Promise<FoundSession> {
    return await this.#later(this.#sessions.ask({ key, version }));
  }

  async labels(of: SharedLabelHolder, name: string): Promise<string | undefined> {
    return await this.#later(this.#labels.ask({ of, name }));
  }

  async twin(question: TwinQuestion): Promise<string | undefined> {
    return await this.#later(this.#twins.ask(question));
  }

  async callOfKey(session: string, key: string): Promise<string | undefined> {
    return await this.#later(this.#keys.ask({ session, key }));
  }

  async call(id: string): Promise<CallAnswer> {
    return await this.#later(this.#calls.ask(id));
  }

  /** For who only reads it. */
  async row(id: string): Promise<SqlRow | undefined> {
    return await this.#later(this.#rows.ask(id));
  }

  async hasAlert(id: string): Promise<boolean> {
    return await this.#later(this.#alerts.ask(id));
  }

  /** @param version What is older is known. */
  async content(n: number, version: number | undefined): Promise<SessionContent> {
    return await this.#later(this.#contents.ask({ n, version }));
  }

  /** Nothing is asked any more. */
  end(): void {
    this.#over = true;
    clearImmediate(this.#soon);
    this.#refuse();
  }

  #refuse(): void {
    for (const list of [
      this.#names,
      this.#sessions,
      this.#labels,
      this.#twins,
      this.#keys,
      this.#calls,
      this.#rows,
      this.#alerts,
      this.#contents,
    ])
      for (const { fail } of list.take()) fail(makeTxOverError());
  }

  #later<T>(answer: Promise<T>): Promise<T> {
    if (this.#over) this.#refuse();
    else this.#soon ??= setImmediate(() => this.#send());
    return answer;
  }

  #send(): void {
    this.#soon = undefined;
    this.#before();
    this.#askNames();
    this.#askSessions();
    this.#askContents();
    this.#askPlaced(this.#labels.take(), LABELS, (each) => [each.of, each.name], 'labels');
    this.#askPlaced(this.#twins.take(), TWINS, twinRow, 'id');
    this.#askPlaced(this.#keys.take(), KEYS, (each) => [each.session, each.key], 'id');
    this.#askCalls();
    const looked = this.#rows.take();
    this.#ask(looked, ROWS, [toArrayLiteral(looked.map(({ question }) => question))], (rows) => {
      const byId = new Map(rows.map((row) => [idOf(row), row]));
      for (const { question, answer } of looked) answer(byId.get(question));
    });
    const alerts = this.#alerts.take();
    this.#ask(alerts, ALERTS, [toArrayLiteral(alerts.map(({ question }) => question))], (rows) => {
      const there = new Set(rows.map((row) => idOf(row)));
      for (const { question, answer } of alerts) answer(there.has(question));
    });
  }

  async #all(sql: string, values: readonly string[]): Promise<readonly SqlRow[]> {
    try {
      return await this.#connection.all(sql, ...values);
    } catch (error) {
      this.#refused(error);
      throw error;
    }
  }

  #ask<Q, A>(
    asked: readonly Question<Q, A>[],
    sql: string,
    values: readonly string[],
    tell: (rows: readonly SqlRow[]) => void,
  ): void {
    if (asked.length === 0) return;
    this.#all(sql, values)
      .then(tell)
      .catch((error: unknown) => {
        for (const { fail } of asked) fail(error);
      });
  }

  /** A question with several values each, and at most one text for an answer. */
  #askPlaced<Q>(
    asked: readonly Question<Q, string | undefined>[],
    sql: string,
    valuesOf: (question: Q) => readonly (string | number)[],
    column: string,
  ): void {
    const values = toColumns(asked.map(({ question }) => valuesOf(question)));
    this.#ask(asked, sql, values, (answers) => {
      const texts = new Map(
        answers.map((row) => [placeOf(row), new ColumnReader(row, storedRecordMessages.call).text(column)]),
      );
      for (const [place, { answer }] of asked.entries()) answer(texts.get(place));
    });
  }

  #askNames(): void {
    const asked = this.#names.take();
    const values = (of: typeof asked): string[] => [
      toArrayLiteral(of.map(({ question }) => question.number)),
      toArrayLiteral(of.map(({ question }) => (question.isShared ? 1 : 0))),
    ];
    const waiting = asked.filter(({ question }) => question.waits);
    this.#ask(waiting, LOCK, values(waiting), () => {
      for (const { answer } of waiting) answer(true);
    });
    const tried = asked.filter(({ question }) => !question.waits);
    this.#ask(tried, TRY_LOCK, values(tried), (rows) => {
      const elsewhere = new Set(rows.map(placeOf));
      for (const [place, { answer }] of tried.entries()) answer(!elsewhere.has(place));
    });
  }

  #askSessions(): void {
    const asked = this.#sessions.take();
    const values = [
      toArrayLiteral(asked.map(({ question }) => question.key)),
      toArrayLiteral(asked.map(({ question }) => question.version ?? null)),
    ];
    this.#ask(asked, SESSIONS, values, (rows) => {
      for (const row of rows) {
        const from = new ColumnReader(row, storedRecordMessages.sessionKey);
        asked[placeOf(row)]?.answer({
          n: from.whole('n'),
          version: from.wholeOrNull('version'),
          head: from.textOrNull('head'),
        });
      }
    });
  }

  #askContents(): void {
    const asked = this.#contents.take();
    if (asked.length === 0) return;
    const places = toArrayLiteral(asked.map(({ question: { n } }) => n));
    const versions = toArrayLiteral(asked.map(({ question: { version } }) => version ?? null));
    Promise.all([this.#all(PARTS, [places]), this.#all(SEEN, [places, versions])]).then(
      ([parts, seen]) => {
        for (const { question, answer } of asked)
          answer({ parts: rowsOf(parts, question.n), seen: rowsOf(seen, question.n) });
      },
      (error: unknown) => {
        for (const { fail } of asked) fail(error);
      },
    );
  }

  #askCalls(): void {
    const asked = this.#calls.take();
    if (asked.length === 0) return;
    const values = [toArrayLiteral(asked.map(({ question }) => question))];
    // what is there and is not found is locked by others
    Promise.all([this.#all(THERE, values), this.#all(CALLS, values)]).then(
      ([there, rows]) => {
        const ids = new Set(there.map((row) => idOf(row)));
        const byId = new Map(rows.map((row) => [idOf(row), row]));
        for (const { question, answer } of asked)
          answer(byId.get(question) ?? (ids.has(question) ? 'elsewhere' : undefined));
      },
      (error: unknown) => {
        for (const { fail } of asked) fail(error);
      },
    );
  }
}
