import { clusterMessages } from '@callgate/messages/cluster';
import { canonical, display } from '@callgate/core';
import { EMPTY_LOG_HEAD, parseEntry, hashEntry } from '@callgate/gate/record';
import type { ParsedEntry, AuditLogHead } from '@callgate/gate/record';
import { ColumnReader } from '@callgate/gate/sql';
import { parseDatabaseAddress } from '@callgate/gate/store';
import { storedRecordMessages } from '@callgate/messages/stored-record';
import { PostgresConnection } from './postgres-connection.ts';

export interface JournalsResult {
  readonly ok: boolean;
  readonly problems: readonly string[];
  readonly chains: number;
  /** Rows of journals. */
  readonly rows: number;
  /** Of them, those that have no number in the record yet. */
  readonly waiting: number;
  /** Rows of the record that come from another store: they stand before all others and have no journal. */
  readonly copied: number;
}

const texts = clusterMessages.journal;
const PAGE = 500;
const MOST_PROBLEMS = 100;
const BUSY_MS = 10_000;

const NUMBERED = `SELECT r.seq, r.bytes AS recorded, r.chain, r.place, j.at, j.hash, j.bytes
  FROM record r LEFT JOIN journal j ON j.chain = r.chain AND j.place = r.place
  WHERE r.seq > ? ORDER BY r.seq LIMIT ?`;

const LEFT = `SELECT chain, place, at, hash, bytes FROM journal
  WHERE chain = ? AND place > ? ORDER BY place LIMIT ?`;

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** What a row says, without its place in a chain. */
const said = ({ id, event, outcome, principal, tool, call, detail }: ParsedEntry): string => {
  const { seq: _seq, ...rest } = detail;
  return canonical([id, event, outcome, principal, tool, call, rest]);
};

const read = (bytes: Uint8Array): ParsedEntry | undefined => {
  try {
    return parseEntry(bytes);
  } catch {
    return undefined;
  }
};

class JournalsVerification {
  readonly #connection: PostgresConnection;
  readonly #heads: Map<number, AuditLogHead> = new Map();
  readonly problems: string[] = [];
  rows = 0;
  waiting = 0;
  copied = 0;
  chains = 0;

  constructor(connection: PostgresConnection) {
    this.#connection = connection;
  }

  async verify(): Promise<void> {
    for (let seq = 0; ;) {
      const page = await this.#connection.all(NUMBERED, seq, PAGE);
      for (const row of page) seq = this.#numbered(new ColumnReader(row, storedRecordMessages.someEntry));
      if (page.length < PAGE) break;
    }
    const known = new Set<number>();
    for (const row of await this.#connection.all('SELECT id, place, at, hash FROM chains ORDER BY id')) {
      const from = new ColumnReader(row, storedRecordMessages.journal);
      known.add(from.whole('id'));
      await this.#end(from);
    }
    this.chains = known.size;
    for (const row of await this.#connection.all('SELECT DISTINCT chain FROM journal')) {
      const chain = new ColumnReader(row, storedRecordMessages.journal).whole('chain');
      if (!known.has(chain)) this.#found(texts.unregistered({ chain }));
    }
  }

  #found(what: string): void {
    if (this.problems.length < MOST_PROBLEMS) this.problems.push(display(what, { max: 300 }));
  }

  #head(chain: number): AuditLogHead {
    return this.#heads.get(chain) ?? EMPTY_LOG_HEAD;
  }

  /** One row of the record and the row of the journal it was made of. Returns its number. */
  #numbered(from: ColumnReader): number {
    const seq = from.whole('seq');
    const chain = from.wholeOrNull('chain');
    if (chain === null) {
      if (this.#heads.size > 0) this.#found(texts.none({ seq }));
      this.copied += 1;
      return seq;
    }
    const place = from.whole('place');
    if (from.wholeOrNull('at') === null) {
      this.#found(texts.gone({ seq, place, chain }));
      return seq;
    }
    const journal = this.#next(chain, from);
    const recorded = read(from.bytes('recorded'));
    if (journal === undefined || recorded === undefined || said(journal) !== said(recorded))
      this.#found(texts.differs({ seq, place, chain }));
    else if (recorded.at < journal.at) this.#found(texts.earlier({ seq, place, chain }));
    return seq;
  }

  /** The next row of a journal's own chain, as it reads. */
  #next(chain: number, from: ColumnReader): ParsedEntry | undefined {
    this.rows += 1;
    const [place, at, hash, bytes] = [
      from.whole('place'),
      from.whole('at'),
      from.bytes('hash'),
      from.bytes('bytes'),
    ];
    const before = this.#head(chain);
    const row = read(bytes);
    const of = { place, chain };
    if (place !== before.seq + 1) this.#found(texts.outOfPlace({ ...of, before: before.seq }));
    if (hex(hashEntry(place, before.hash, bytes)) !== hex(hash)) this.#found(texts.hash(of));
    if (row !== undefined && row.previousHash !== hex(before.hash)) this.#found(texts.previousHash(of));
    if (row === undefined || row.seq !== place || row.at !== at) this.#found(texts.columns(of));
    if (at < before.at) this.#found(texts.backwards(of));
    this.#heads.set(chain, { seq: place, at, hash });
    return row;
  }

  /** What has no number yet, and whether the journal ends as it is said to. */
  async #end(from: ColumnReader): Promise<void> {
    const id = from.whole('id');
    for (;;) {
      const page = await this.#connection.all(LEFT, id, this.#head(id).seq, PAGE);
      for (const row of page) this.#next(id, new ColumnReader(row, storedRecordMessages.journalEntry));
      this.waiting += page.length;
      if (page.length < PAGE) break;
    }
    const { seq, hash } = this.#head(id);
    if (seq !== from.whole('place') || hex(hash) !== hex(from.bytes('hash')))
      this.#found(texts.otherEnd({ chain: id, place: from.whole('place'), last: seq }));
  }
}

/**
 * Holds the record of a database against the journals it was made of: every row of a journal stands in the record once,
 * unchanged and in its order, every journal's own chain holds, and nothing else is in the record.
 */
export const verifyJournals = async (url: string): Promise<JournalsResult> => {
  const connection = await PostgresConnection.open({
    address: parseDatabaseAddress(url),
    busyMs: BUSY_MS,
    name: 'callgate verify',
  });
  try {
    await connection.script('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const journals = new JournalsVerification(connection);
    await journals.verify();
    await connection.script('COMMIT');
    const { problems, chains, rows, waiting, copied } = journals;
    return { ok: problems.length === 0, problems, chains, rows, waiting, copied };
  } finally {
    connection.end();
  }
};
