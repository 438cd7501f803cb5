import { auditLogMessages } from '@callgate/messages/audit-log';
import type { StoreReader } from '../store/store-reader.ts';
import { CallTrack, type ProblemReporter } from './call-track.ts';
import { EMPTY_LOG_HEAD } from '../record/chain-entry.ts';
import type { Checkpoint, AuditLogHead, StoredEntry } from '../record/audit-entry.ts';
import type { Keys } from '../record/keys.ts';
import { readCheckpoint, restoreFrontier, verifyCheckpoint } from '../record/checkpoint.ts';
import { Frontier } from '../record/merkle.ts';
import type { ArchiveNote } from './archive-notes.ts';
import { readArchiveNote, readArchiveNotes } from './archive-notes.ts';
import { LastingEntries } from '../record/lasting-entries.ts';
import { ENTRIES_PER_BATCH } from './read-ahead.ts';
import { readPolicyDetail } from '../record/entry-schema.ts';
import { readPolicyActivation } from '../record/policy-activation.ts';
import { ENTRY_PART, EntryScanner } from '../record/entry-scanner.ts';
import { CheckpointVerifier } from './verify-checkpoints.ts';
import { compareCalls, compareGrants, compareVoteCount } from './verify-calls.ts';
import { KeptReferences, verifyKeptTexts } from './verify-kept-texts.ts';
import { verifyCounts } from './verify-counts.ts';
import { LabelTrack, verifyLabels } from './verify-labels.ts';
import { type AuditProblem, AuditProblems, isCorruptStore } from './audit-problem.ts';
import { checkEntry } from './verify-entry.ts';

const texts = auditLogMessages.checkpoints;
const unknownTexts = auditLogMessages.unknown;

export type AuditLogReader = Pick<
  StoreReader,
  | 'head'
  | 'rows'
  | 'hashes'
  | 'rowsOfNoCall'
  | 'checkpoints'
  | 'kept'
  | 'keptDigests'
  | 'callsAfter'
  | 'call'
  | 'rowsOfCall'
  | 'votes'
  | 'grants'
  | 'storedLabels'
  | 'voteCount'
>;

export interface VerifyOptions {
  /** Raw 32 bytes. Without it, nor `keys`, signatures are not checked. */
  readonly publicKey?: Uint8Array;
  readonly keys?: Keys;
  /** Checkpoints that were remembered outside the database. */
  readonly anchors?: readonly Checkpoint[];
  /** Only these entries are there, from after a checkpoint on: they are verified, and nothing is compared with tables. */
  readonly part?: { readonly start: Checkpoint | undefined; readonly to: number };
  /** Up to here archives were given: no entry may be missing. */
  readonly givenTo?: number;
  /** Told from time to time how many rows have been read. */
  readonly onProgress?: (rows: number) => void;
}

/** What is missing to say that a record is intact and signed to its end. */
export type VerifyGap = 'key' | 'anchors' | 'archives' | 'tail-signature' | 'older-than-remembered';

/** `unknown`: nothing is wrong with what is there, and something is missing to say that it is all there was. */
export type VerifyVerdict = 'intact' | 'broken' | 'unknown';

export interface VerifyReport {
  /** No problem was found. It may still be that nobody can say whether all of it is there: see `verdict`. */
  readonly ok: boolean;
  readonly verdict: VerifyVerdict;
  /** Why the verdict is `unknown`, or would be. */
  readonly gaps: readonly VerifyGap[];
  readonly problems: readonly AuditProblem[];
  /** Problems found beyond those listed. */
  readonly more: number;
  readonly rows: number;
  readonly calls: number;
  readonly checkpoints: number;
  readonly kept: number;
  /** The record up to this row is what was signed; 0 where nothing signed could be checked. */
  readonly signedRows: number;
  /** The record up to this row is what an anchor remembered. */
  readonly anchoredRows: number;
  /** So many entries are in archives: their hashes were verified, not what they say. */
  readonly archived?: number;
  /** What cannot be known from what was given, in words. */
  readonly unknown: readonly string[];
}

const BATCH = ENTRIES_PER_BATCH;
const MANY_UNREADABLE = 100;
const HASHES = 10_000;

/** Entries that may be in an archive, and those of them that are there all the same. */
interface SkippableSpan extends ArchiveNote {
  readonly found: LastingEntries;
}

class AuditLogVerification {
  readonly #reader: AuditLogReader;
  readonly #options: VerifyOptions;
  readonly #problems: AuditProblems = new AuditProblems();
  readonly #scan: EntryScanner = new EntryScanner();
  readonly #track: CallTrack = new CallTrack();
  readonly #labels: LabelTrack = new LabelTrack();
  readonly #references: KeptReferences = new KeptReferences();
  #tree: Frontier = new Frontier();
  #before: AuditLogHead = EMPTY_LOG_HEAD;
  /** Nobody can say where the next row is. */
  #lost = false;
  /** What may be in archives, as entries say. */
  #archives: readonly SkippableSpan[] = [];
  /** Entries of which only the hash is there, and the last one. */
  #skipped = 0;
  #skippedTo = 0;
  /** What entries that were verified say of archives. */
  #confirmedTo = 0;
  /** The hashes of the row read last, as stored and as derived, until the next one says which it had. */
  #stored: Uint8Array | undefined;
  #computed: Uint8Array | undefined;
  #current: StoredEntry | undefined;
  readonly #found: ProblemReporter = (code, what) => {
    // what became of a call before and after a part of the log is not there
    if (this.#options.part !== undefined) return;
    this.#problems.add({
      code,
      ...(this.#current === undefined ? {} : { seq: this.#current.seq, call: this.#current.call }),
      what,
    });
  };

  constructor(reader: AuditLogReader, options: VerifyOptions) {
    this.#reader = reader;
    this.#options = options;
  }

  async run(): Promise<VerifyReport> {
    const publicKey = this.#options.publicKey ?? this.#options.keys?.publicKey;
    this.#begin(publicKey);
    const { start = 0, end = Number.MAX_SAFE_INTEGER } = this.#span();
    const isWithin = ({ size }: Checkpoint): boolean => size > start && size <= end;
    const checkpoints = new CheckpointVerifier(
      (await this.#readCheckpoints()).filter(isWithin),
      (this.#options.anchors ?? []).filter(isWithin),
      publicKey,
      this.#problems,
    );
    if (this.#options.part === undefined) this.#archives = await this.#readArchives(publicKey);
    await this.#rows(checkpoints);
    this.#settleLeaf(checkpoints);
    const rows = this.#before.seq;
    checkpoints.finish(this.#tree);
    await this.#checkFirst();
    await this.#checkHead();
    if (this.#skippedTo > this.#confirmedTo)
      this.#problems.add({ code: 'ROW_SEQ', seq: this.#skippedTo, what: texts.numbering });
    for (const { to, lasting, found } of this.#archives)
      if (found.digest() !== lasting)
        this.#problems.add({ code: 'ROW_SEQ', seq: to, what: texts.lastingMissing });
    const isWhole = this.#skipped === 0 && this.#options.part === undefined;
    const kept = await verifyKeptTexts(this.#reader, this.#references, rows, this.#problems, isWhole);
    const calls = await this.#compareTables(rows, isWhole);
    const { signedRows, anchoredRows } = checkpoints;
    const isOlder = checkpoints.isOlder;
    const gaps: VerifyGap[] = [
      ...(publicKey === undefined ? (['key'] as const) : []),
      ...(anchoredRows === 0 && !isOlder ? (['anchors'] as const) : []),
      ...(this.#skipped === 0 ? [] : (['archives'] as const)),
      ...(publicKey !== undefined && (signedRows < rows || rows === 0) ? (['tail-signature'] as const) : []),
      ...(isOlder ? (['older-than-remembered'] as const) : []),
    ];
    return {
      ok: this.#problems.count === 0,
      verdict: this.#verdict(gaps),
      gaps,
      problems: this.#problems.listed,
      more: this.#problems.count - this.#problems.listed.length,
      rows,
      calls,
      checkpoints: checkpoints.count,
      kept,
      signedRows,
      anchoredRows,
      ...(this.#skipped === 0 ? {} : { archived: this.#skipped }),
      unknown: unknownThings(rows, signedRows, anchoredRows, {
        hasKey: publicKey !== undefined,
        hasAnchor: (this.#options.anchors ?? []).length > 0,
      }),
    };
  }

  /** Where the log is only a part, it begins after a checkpoint. */
  #begin(publicKey: Uint8Array | undefined): void {
    const checkpoint = this.#options.part?.start;
    if (checkpoint === undefined) return;
    if (publicKey !== undefined && !verifyCheckpoint(publicKey, checkpoint).ok)
      this.#problems.add({ code: 'CHECKPOINT', what: texts.none });
    const text = readCheckpoint(checkpoint);
    this.#tree = restoreFrontier(text);
    this.#before = { seq: text.size, at: 0, hash: text.head };
  }

  #span(): { readonly start?: number; readonly end?: number } {
    const { part } = this.#options;
    return part === undefined ? {} : { start: part.start?.size ?? 0, end: part.to };
  }

  async #readArchives(publicKey: Uint8Array | undefined): Promise<readonly SkippableSpan[]> {
    try {
      const { archives } = await readArchiveNotes(this.#reader, publicKey);
      return archives.map((note) => ({ ...note, found: new LastingEntries(note) }));
    } catch {
      // what is wrong with those entries is found when they are verified
      return [];
    }
  }

  /** What the tables say against what the entries say. */
  async #compareTables(rows: number, isWhole: boolean): Promise<number> {
    if (this.#options.part !== undefined) return this.#track.calls.size;
    const calls = await compareCalls(this.#reader, this.#track.calls, rows, this.#problems);
    await compareVoteCount(this.#reader, this.#track.calls, rows, this.#problems);
    await compareGrants(this.#reader, this.#track.grants, rows, this.#problems);
    if (this.#problems.count === 0 && isWhole)
      await verifyCounts(this.#reader, this.#references, this.#options.keys, rows, this.#problems);
    if (!isWhole) this.#labels.forgetTo(this.#skippedTo);
    await verifyLabels(this.#reader, this.#labels, rows, this.#problems);
    return calls;
  }

  /** Goes over entries that are in an archive: only their hashes are there. */
  async #skipArchived(to: number, checkpoints: CheckpointVerifier): Promise<void> {
    this.#settleLeaf(checkpoints);
    while (this.#before.seq < to) {
      const { seq, at } = this.#before;
      const hashes = await this.#reader.hashes(seq + 1, Math.min(HASHES, to - seq));
      const last = hashes.at(-1);
      if (last === undefined) return;
      for (const hash of hashes) {
        this.#tree.append(hash);
        checkpoints.reached(this.#tree, hash);
      }
      this.#before = { seq: seq + hashes.length, at, hash: last };
      this.#skipped += hashes.length;
    }
    this.#skippedTo = to;
  }

  #mayBeArchived(from: number, to: number): boolean {
    if (from <= (this.#options.givenTo ?? 0)) return false;
    for (let next = from; next <= to;) {
      const archive = this.#archives.find((each) => each.from <= next && next <= each.to);
      if (archive === undefined) return false;
      next = archive.to + 1;
    }
    return true;
  }

  async #next(row: StoredEntry, checkpoints: CheckpointVerifier): Promise<void> {
    if (row.seq > this.#before.seq + 1 && this.#mayBeArchived(this.#before.seq + 1, row.seq - 1))
      await this.#skipArchived(row.seq - 1, checkpoints);
    this.#row(row, checkpoints);
  }

  /** A copy that is only older than what is remembered has nothing wrong in it. */
  #verdict(gaps: readonly VerifyGap[]): VerifyVerdict {
    if (this.#problems.counted('ANCHOR_ROWS') < this.#problems.count) return 'broken';
    return gaps.length === 0 ? 'intact' : 'unknown';
  }

  async #readCheckpoints(): Promise<readonly Checkpoint[]> {
    try {
      return await this.#reader.checkpoints();
    } catch (error) {
      if (!isCorruptStore(error)) throw error;
      this.#problems.add({ code: 'CHECKPOINT', what: texts.unreadable });
      return [];
    }
  }

  async #rows(checkpoints: CheckpointVerifier): Promise<void> {
    for (let next = this.#before.seq + 1; ;) {
      const rows = await this.#some(next, BATCH);
      if (rows === 'unreadable') {
        next = await this.#oneByOne(next, checkpoints);
        if (this.#lost) return;
        continue;
      }
      for (const row of rows) await this.#next(row, checkpoints);
      const last = rows.at(-1);
      if (last === undefined) return;
      next = Math.max(next, last.seq) + 1;
      this.#options.onProgress?.(this.#before.seq);
    }
  }

  async #some(from: number, limit: number): Promise<readonly StoredEntry[] | 'unreadable'> {
    try {
      return await this.#reader.rows(from, limit);
    } catch (error) {
      if (isCorruptStore(error)) return 'unreadable';
      throw error;
    }
  }

  /** Somewhere in a batch is a row that the store cannot even read: finds it, and says where to go on. */
  async #oneByOne(from: number, checkpoints: CheckpointVerifier): Promise<number> {
    let next = from;
    let unreadable = 0;
    for (; next < from + BATCH; next += 1) {
      const rows = await this.#some(next, 1);
      if (rows === 'unreadable') {
        unreadable += 1;
        // the row that cannot be read may stand anywhere behind here
        if (unreadable > MANY_UNREADABLE) {
          this.#lost = true;
          this.#problems.add({
            code: 'ROW_UNREADABLE',
            what: texts.entriesUnreadable({ from: next }),
          });
          return next;
        }
        this.#problems.add({ code: 'ROW_UNREADABLE', seq: next, what: auditLogMessages.entry.columns });
        // what comes after it is judged by what it says itself
        this.#before = { ...this.#before, seq: next };
        this.#stored = undefined;
        this.#computed = undefined;
        continue;
      }
      const [row] = rows;
      if (row === undefined) break;
      unreadable = 0;
      await this.#next(row, checkpoints);
      next = Math.max(next, row.seq);
    }
    return next;
  }

  #row(row: StoredEntry, checkpoints: CheckpointVerifier): void {
    const { faults, computed } = checkEntry(this.#before, row, this.#scan, this.#computed);
    this.#settleLeaf(checkpoints);
    this.#stored = row.hash;
    this.#computed = computed;
    this.#before = row.at >= this.#before.at ? row : { ...row, at: this.#before.at };
    this.#current = row;
    if (faults.length > 0) {
      for (const { code, what } of faults) this.#problems.add({ code, seq: row.seq, what });
      if (!this.#scan.scan(row.bytes)) return;
    }
    this.#follow(row);
  }

  /** The hash that counts is the one the next row names; a changed one does not spoil every root after it. */
  #settleLeaf(checkpoints: CheckpointVerifier): void {
    const stored = this.#stored;
    const computed = this.#computed;
    if (stored === undefined || computed === undefined) return;
    const leaf = stored === computed || !this.#scan.isPreviousHash(computed) ? stored : computed;
    this.#tree.append(leaf);
    this.#stored = undefined;
    this.#computed = undefined;
    checkpoints.reached(this.#tree, leaf);
  }

  #follow(row: StoredEntry): void {
    const scan = this.#scan;
    for (const { found } of this.#archives) found.follow(row);
    this.#track.follow(row, scan, this.#found);
    this.#labels.follow(row, scan, this.#found);
    const references = this.#references;
    if (scan.has(ENTRY_PART.inputTool)) {
      references.note('tool-input', scan, ENTRY_PART.inputTool, row.seq);
      references.note('policy', scan, ENTRY_PART.inputPolicy, row.seq);
      references.note('decision', scan, ENTRY_PART.kept, row.seq);
    } else if (row.event === 'opened' || row.event === 'policy') {
      const policy = readPolicyDetail(scan.json(ENTRY_PART.extension))?.policy;
      if (policy !== undefined) references.add('policy', `"${policy}"`, row.seq);
    } else if (row.event === 'operator') {
      const note = readArchiveNote(scan.json(ENTRY_PART.extension));
      if (note !== undefined) this.#confirmedTo = Math.max(this.#confirmedTo, Math.min(note.to, row.seq - 1));
    } else if (row.event === 'activated') {
      const activation = readPolicyActivation(scan.json(ENTRY_PART.extension));
      if (activation === undefined) return;
      references.add('policy-layers', `"${activation.layers}"`, row.seq);
      references.add('policy-layers', `"${activation.before}"`, row.seq);
    }
  }

  /** Nothing stands before the first row. */
  async #checkFirst(): Promise<void> {
    const rows = await this.#some(Number.MIN_SAFE_INTEGER, 1);
    const seq = rows === 'unreadable' ? undefined : rows[0]?.seq;
    if (seq !== undefined && seq < 1) this.#problems.add({ code: 'ROW_SEQ', seq, what: texts.numbering });
  }

  async #checkHead(): Promise<void> {
    const head = await this.#reader.head();
    if (head.seq === this.#before.seq && Buffer.compare(head.hash, this.#before.hash) !== 0)
      this.#problems.add({
        code: 'HEAD',
        seq: head.seq,
        what: texts.head,
      });
  }
}

const unknownThings = (
  rows: number,
  signed: number,
  anchored: number,
  { hasKey, hasAnchor }: { readonly hasKey: boolean; readonly hasAnchor: boolean },
): string[] => {
  const unknown: string[] = [];
  const reason = hasAnchor ? unknownTexts.noAnchorFits : unknownTexts.noAnchor;
  if (!hasKey) unknown.push(unknownTexts.signer);
  if (anchored === 0) {
    unknown.push(unknownTexts.cutOff({ size: rows, reason }), unknownTexts.rewritten({ reason }));
  } else if (anchored < rows) {
    unknown.push(unknownTexts.unanchored({ from: anchored + 1, to: rows }));
  } else {
    unknown.push(unknownTexts.cutOffUnseen({ size: rows }));
  }
  if (hasKey && signed < rows) unknown.push(unknownTexts.unsigned({ from: signed + 1, to: rows }));
  return unknown;
};

/** Reads the whole record and derives everything anew. */
export const verifyAuditLog = (reader: AuditLogReader, options: VerifyOptions = {}): Promise<VerifyReport> =>
  new AuditLogVerification(reader, options).run();
