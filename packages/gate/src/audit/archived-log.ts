import type { StoredEntry } from '../record/audit-entry.ts';
import type { CallRow } from '../record/call-row.ts';
import type { ArchiveReader } from '../store/copy/archive-file.ts';
import type { AuditLogReader } from './verify-audit-log.ts';

/** The audit log of a store with the entries that were moved to archives, as if they had never been moved. */
export class ArchivedLog implements AuditLogReader {
  readonly #store: AuditLogReader;
  readonly #archives: readonly ArchiveReader[];

  /** @param archives One after the other, from the first entry on. */
  constructor(store: AuditLogReader, archives: readonly ArchiveReader[]) {
    this.#store = store;
    this.#archives = archives;
  }

  async rows(fromSeq: number, limit: number): Promise<readonly StoredEntry[]> {
    let next = fromSeq;
    for (const { from, to, read } of this.#archives.filter((each) => fromSeq <= each.to)) {
      const rows = await read.rows(next, Math.min(limit, to - Math.max(next, from) + 1));
      const found = rows.filter(({ seq }) => seq <= to);
      if (found.length > 0) return found;
      // entries are missing at its end: the verification tells
      next = to + 1;
    }
    return await this.#store.rows(next, limit);
  }

  async rowsOfCall(call: string): Promise<readonly StoredEntry[]> {
    const found = new Map<number, StoredEntry>();
    for (const { rowsOfCall } of this.#all())
      for (const row of await rowsOfCall(call)) found.set(row.seq, row);
    return [...found.values()].toSorted((one, other) => one.seq - other.seq);
  }

  async call(id: string): Promise<CallRow | undefined> {
    for (const { call } of this.#all()) {
      const found = await call(id);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** A call that is under a hold is in an archive too: the store's row counts. */
  async callsAfter(id: string, limit: number): Promise<readonly CallRow[]> {
    const found = new Map<string, CallRow>();
    for (const { callsAfter } of this.#all())
      for (const row of await callsAfter(id, limit)) if (!found.has(row.id)) found.set(row.id, row);
    return [...found.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1)).slice(0, limit);
  }

  async votes(call: string): ReturnType<AuditLogReader['votes']> {
    for (const { votes } of this.#all()) {
      const found = await votes(call);
      if (found.length > 0) return found;
    }
    return [];
  }

  async voteCount(): Promise<number> {
    let count = 0;
    for (let after = ''; ;) {
      const calls = await this.callsAfter(after, 1000);
      for (const { id } of calls) count += (await this.votes(id)).length;
      const last = calls.at(-1);
      if (last === undefined) return count;
      after = last.id;
    }
  }

  readonly head: AuditLogReader['head'] = () => this.#store.head();
  readonly hashes: AuditLogReader['hashes'] = (from, limit) => this.#store.hashes(from, limit);
  readonly rowsOfNoCall: AuditLogReader['rowsOfNoCall'] = (span, limit) =>
    this.#store.rowsOfNoCall(span, limit);
  readonly checkpoints: AuditLogReader['checkpoints'] = () => this.#store.checkpoints();
  readonly kept: AuditLogReader['kept'] = (digest) => this.#store.kept(digest);
  readonly keptDigests: AuditLogReader['keptDigests'] = (after, limit) =>
    this.#store.keptDigests(after, limit);
  readonly grants: AuditLogReader['grants'] = (page, filter) => this.#store.grants(page, filter);
  readonly storedLabels: AuditLogReader['storedLabels'] = (of, after, limit) =>
    this.#store.storedLabels(of, after, limit);

  #all(): readonly Pick<AuditLogReader, 'call' | 'callsAfter' | 'rowsOfCall' | 'votes'>[] {
    return [this.#store, ...this.#archives.map(({ read }) => read)].map((reader) => ({
      call: (id) => reader.call(id),
      callsAfter: (id, limit) => reader.callsAfter(id, limit),
      rowsOfCall: (call) => reader.rowsOfCall(call),
      votes: (call) => reader.votes(call),
    }));
  }
}
