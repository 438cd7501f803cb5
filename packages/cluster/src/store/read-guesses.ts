import type { CallRow } from '@callgate/gate/record';
import { LruCache, hashCallIdentity } from '@callgate/gate/sql';
import type { SharedLabelHolder } from '@callgate/gate/store';
import { arrayOf, toArrayLiteral } from './array-literal.ts';
import type { NameQuestion, TwinQuestion } from './group-reads.ts';
import type { PostgresConnection } from './postgres-connection.ts';

const REMEMBERED = 10_000;

/** So long a session that another process has written is asked for, and not taken to be as it was. */
const CONTENDED_MS = 10_000;

/** What the database said before. It may say something else now, so the transaction that goes by it checks it. */
export class ReadMemory {
  readonly #labels: LruCache<{ readonly text: string | undefined }> = new LruCache(REMEMBERED);
  readonly #sent: LruCache<true> = new LruCache(REMEMBERED);
  readonly #contended: LruCache<number> = new LruCache(REMEMBERED);

  labels(of: SharedLabelHolder, name: string): { readonly text: string | undefined } | undefined {
    return this.#labels.get(`${of} ${name}`);
  }

  noteLabels(of: SharedLabelHolder, name: string, text: string | undefined): void {
    this.#labels.set(`${of} ${name}`, { text });
  }

  /** Whether a call like this one has been sent, as far as this process knows. */
  hasTwin(question: TwinQuestion): boolean {
    return this.#sent.get(String(hashCallIdentity(question))) !== undefined;
  }

  noteTwin(question: TwinQuestion): void {
    this.#sent.set(String(hashCallIdentity(question)), true);
  }

  noteCall({ kind, server, target, argumentsDigest, principal, situation }: CallRow): void {
    const { identity } = situation;
    this.noteTwin({
      kind,
      server,
      target,
      argumentsDigest,
      principal: principal.subject,
      ...(identity === undefined ? {} : { identity }),
    });
  }

  isContended(session: string): boolean {
    const until = this.#contended.get(session);
    return until !== undefined && performance.now() < until;
  }

  noteContended(session: string): void {
    this.#contended.set(session, performance.now() + CONTENDED_MS);
  }
}

const ASKED = 'WITH ORDINALITY AS asked';

/** Fails unless there is no row of it. */
const none = (from: string): string =>
  `SELECT 1 / CASE WHEN count(*) = 0 THEN 1 ELSE 0 END AS checked FROM ${from}`;

/** Waits for each name in turn. */
export const LOCK: string = `SELECT CASE WHEN asked.shared = 1 THEN pg_advisory_xact_lock_shared(asked.name)::text
    ELSE pg_advisory_xact_lock(asked.name)::text END AS locked
  FROM unnest(${arrayOf('bigint')}, ${arrayOf('int')}) ${ASKED}(name, shared, place)`;

const TRY_LOCKS = none(`unnest(${arrayOf('bigint')}, ${arrayOf('int')}) ${ASKED}(name, shared, place)
  WHERE NOT CASE WHEN asked.shared = 1 THEN pg_try_advisory_xact_lock_shared(asked.name)
    ELSE pg_try_advisory_xact_lock(asked.name) END`);

const SESSIONS = none(`unnest(${arrayOf('bigint')}, ${arrayOf('bigint')}) ${ASKED}(n, version, place)
  WHERE NOT EXISTS (SELECT 1 FROM sessions WHERE n = asked.n AND version = asked.version)`);

const LABELS =
  none(`unnest(${arrayOf('text')}, ${arrayOf('text')}, ${arrayOf('text')}) ${ASKED}(kind, name, labels, place)
  LEFT JOIN LATERAL (SELECT labels FROM labels WHERE kind = asked.kind AND name = asked.name LIMIT 1) found ON true
  WHERE found.labels IS DISTINCT FROM asked.labels`);

const TWINS =
  none(`unnest(${arrayOf('bigint')}, ${arrayOf('text')}, ${arrayOf('text')}, ${arrayOf('text')}, ${arrayOf('text')},
    ${arrayOf('text')}) ${ASKED}(same, principal, kind, server, target, arguments_digest, place)
  WHERE EXISTS (
    SELECT 1 FROM calls WHERE same = asked.same AND principal = asked.principal AND dispatched_at IS NOT NULL
      AND kind = asked.kind AND server = asked.server AND target = asked.target
      AND arguments_digest = asked.arguments_digest)`);

/** Columns of rows, each as one array. */
export const toColumns = (rows: readonly (readonly (string | number | null)[])[]): readonly string[] =>
  (rows[0] ?? []).map((_, index) => toArrayLiteral(rows.map((row) => row[index] ?? null)));

const nameRow = ({ number, isShared }: NameQuestion): readonly (string | number)[] => [
  number,
  isShared ? 1 : 0,
];

export const twinRow = (question: TwinQuestion): readonly (string | number)[] => [
  hashCallIdentity(question),
  question.principal,
  question.kind,
  question.server,
  question.target,
  question.argumentsDigest,
];

/** What a transaction takes for granted before it has begun. Where one of it is not so, the transaction fails. */
export class ReadGuesses {
  readonly #names: NameQuestion[] = [];
  readonly #sessions: (readonly [n: number, version: number])[] = [];
  readonly #labels: (readonly [of: string, name: string, text: string | null])[] = [];
  readonly #noTwins: TwinQuestion[] = [];

  name(question: NameQuestion): void {
    this.#names.push(question);
  }

  session(n: number, version: number): void {
    this.#sessions.push([n, version]);
  }

  labels(of: SharedLabelHolder, name: string, text: string | undefined): void {
    this.#labels.push([of, name, text ?? null]);
  }

  noTwin(question: TwinQuestion): void {
    this.#noTwins.push(question);
  }

  get isEmpty(): boolean {
    return this.#names.length + this.#sessions.length + this.#labels.length + this.#noTwins.length === 0;
  }

  /** Takes the names, then looks whether all of it is so. */
  send(connection: PostgresConnection): readonly Promise<unknown>[] {
    const sent: Promise<unknown>[] = [];
    const check = (sql: string, rows: readonly (readonly (string | number | null)[])[]): void => {
      if (rows.length > 0) sent.push(connection.all(sql, ...toColumns(rows)));
    };
    // in the order in which the work asked, as it does alone: so no two openers wait for each other
    check(LOCK, this.#names.filter(({ waits }) => waits).map(nameRow));
    check(TRY_LOCKS, this.#names.filter(({ waits }) => !waits).map(nameRow));
    check(SESSIONS, this.#sessions);
    check(LABELS, this.#labels);
    check(TWINS, this.#noTwins.map(twinRow));
    return sent;
  }
}
