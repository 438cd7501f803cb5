import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Json } from '@callgate/core';
import { CallgateError, canonical, display } from '@callgate/core';
import { DEFAULT_PARSE_LIMITS, parseStrict } from '@callgate/core/receive';
import { fileChangeErrors } from '@callgate/messages/errors/file-change';
import { z } from 'zod';
import { BlobStore, writeAll } from './blob-store.ts';
import type { CommitOptions, OpenedFolder } from './commit-changes.ts';
import { commitChanges, invertChanges, isOpenFolder, rollBackChanges } from './commit-changes.ts';
import { digestChanges } from './digest-changes.ts';
import type { FileChange } from './file-change.ts';
import { codeOf } from './folder.ts';
import { JournalLock, syncFolder } from './journal-lock.ts';
import type { ContentKeeper } from './read-changes.ts';

const digestText = z.string().regex(/^[0-9a-f]{64}$/);

const stateSchema = z
  .strictObject({
    kind: z.enum(['file', 'folder', 'link']),
    mode: z.int().min(0).max(0o7777),
    digest: digestText.exactOptional(),
    size: z.int().min(0).exactOptional(),
    owner: z
      .tuple([z.int().min(0), z.int().min(0)])
      .readonly()
      .exactOptional(),
  })
  .nullable();

const changeSchema = z.strictObject({
  root: z.string().startsWith('/'),
  path: z.string(),
  before: stateSchema,
  after: stateSchema,
  from: z.string().exactOptional(),
});

const entrySchema = z.strictObject({
  v: z.literal(1),
  call: z.string(),
  /** Names drafts. */
  id: z.uuid(),
  /** `left`: interrupted, and something else changed its files since. Only a person removes it. */
  state: z.enum(['previewed', 'committing', 'committed', 'undoing', 'undone', 'left']),
  /** When it came to be in this state, in milliseconds since 1970. */
  at: z.number(),
  changes: z.array(changeSchema).readonly(),
  opened: z.array(z.strictObject({ root: z.string(), path: z.string(), mode: z.int() })).readonly(),
});

type JournalEntry = z.infer<typeof entrySchema>;

/** What became of the file changes of one call. */
export type FileChangeState = JournalEntry['state'];

export interface RecordedChanges {
  readonly call: string;
  readonly state: FileChangeState;
  readonly at: number;
  readonly changes: readonly FileChange[];
  readonly digest: string;
}

/** What became of changes that were interrupted. */
export interface RecoveredChanges {
  /** Paths that something else changed meanwhile. They are left alone; what they were stays in the journal. */
  readonly left: readonly string[];
  /** Of entries that are as they were: one that is damaged, or whose folder is gone. */
  readonly problems: readonly CallgateError[];
}

export interface UndoJournalOptions {
  /** Older ones are removed when there are more bytes than these. */
  readonly maxBytes: number;
  readonly maxAgeMs: number;
  readonly now: () => number;
  /** For tests that kill the process at a step. */
  readonly failpoint?: (name: string) => void;
}

export const DEFAULT_UNDO_BYTES = 512 << 20;
export const DEFAULT_UNDO_AGE_MS = 14 * 24 * 60 * 60 * 1000;

/** Of files that this module wrote. */
const LIMITS = {
  ...DEFAULT_PARSE_LIMITS,
  bytes: 1 << 28,
  string: 1 << 28,
  array: 1_000_000,
  keys: 1_000_000,
};

/** Their answer was released, or never will be. */
const ENDED: ReadonlySet<FileChangeState> = new Set(['committed', 'undone', 'left']);

/** A process ended in the middle of it. */
const INTERRUPTED: ReadonlySet<FileChangeState> = new Set(['committing', 'undoing']);

/** Folders were opened for what lies in them, and those alone get a mode back. */
const isOpenedForChanges = ({ changes, opened }: JournalEntry): boolean =>
  opened.every(({ root, path, mode }) =>
    changes.some(
      (change) =>
        change.root === root &&
        change.path.startsWith(`${path}/`) &&
        !change.path.slice(path.length + 1).includes('/') &&
        !isOpenFolder(mode),
    ),
  );

const CALL = /^[\w-]{1,100}$/;

const recordedOf = ({ call, state, at, changes }: JournalEntry): RecordedChanges => ({
  call,
  state,
  at,
  changes,
  digest: digestChanges(changes),
});

const bytesOf = ({ changes }: JournalEntry): number =>
  changes.reduce((sum, { before, after }) => sum + (before?.size ?? 0) + (after?.size ?? 0), 0);

/** The journal of this user, in Callgate's own folder. */
export const openUndoJournal = (home: string, now: () => number): UndoJournal =>
  new UndoJournal(join(home, 'undo'), { maxBytes: DEFAULT_UNDO_BYTES, maxAgeMs: DEFAULT_UNDO_AGE_MS, now });

/** Changes of a preview, kept until they are committed, and what was before them as long as they can be undone. */
export class UndoJournal {
  readonly #folder: string;
  readonly #options: UndoJournalOptions;
  readonly #lock: JournalLock;

  constructor(folder: string, options: UndoJournalOptions) {
    this.#folder = folder;
    this.#options = options;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#lock = new JournalLock(folder);
  }

  #pathOf(call: string): string {
    if (!CALL.test(call))
      throw new CallgateError(fileChangeErrors.unknown({ call: display(call, { max: 100 }) }));
    return join(this.#folder, `call-${call}`);
  }

  #contentsOf(call: string): BlobStore {
    return new BlobStore(join(this.#pathOf(call), 'contents'));
  }

  #write(entry: JournalEntry): void {
    const folder = this.#pathOf(entry.call);
    const draft = join(folder, `entry-${randomUUID()}`);
    const handle = openSync(draft, 'wx', 0o600);
    try {
      // every property is JSON: it came through the schema
      writeAll(handle, Buffer.from(canonical(entrySchema.parse(entry) as unknown as Json)));
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(draft, join(folder, 'entry.json'));
    syncFolder(folder);
  }

  #read(call: string): JournalEntry | undefined {
    const path = join(this.#pathOf(call), 'entry.json');
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw new CallgateError(fileChangeErrors.damaged({ path: display(path) }), { cause: error });
    }
    try {
      const entry = entrySchema.parse(parseStrict(text, LIMITS));
      if (entry.call === call) return entry;
    } catch (cause) {
      throw new CallgateError(fileChangeErrors.damaged({ path: display(path) }), { cause });
    }
    throw new CallgateError(fileChangeErrors.damaged({ path: display(path) }));
  }

  #known(call: string, ...states: readonly FileChangeState[]): JournalEntry {
    const entry = this.#read(call);
    if (entry === undefined) throw new CallgateError(fileChangeErrors.unknown({ call: display(call) }));
    if (!states.includes(entry.state))
      throw new CallgateError(fileChangeErrors.wrongState({ call: display(call), state: entry.state }));
    return entry;
  }

  #approved(call: string, state: FileChangeState, digest: string): JournalEntry {
    const entry = this.#known(call, state);
    if (digestChanges(entry.changes) !== digest)
      throw new CallgateError(fileChangeErrors.damaged({ path: display(this.#pathOf(call)) }));
    return entry;
  }

  #moved(entry: JournalEntry, state: FileChangeState, opened: readonly OpenedFolder[] = []): JournalEntry {
    const moved = { ...entry, state, opened: [...opened], at: this.#options.now() };
    this.#write(moved);
    this.#options.failpoint?.(`entry ${state}`);
    return moved;
  }

  #commitOptions({ call, id }: JournalEntry): CommitOptions {
    const { failpoint } = this.#options;
    return { contents: this.#contentsOf(call), id, ...(failpoint === undefined ? {} : { failpoint }) };
  }

  /** Keeps the changes that `read` finds, with the contents it passes on. Nothing of them lasts yet. */
  async preview(
    call: string,
    read: (keep: () => ContentKeeper) => Promise<readonly FileChange[]>,
  ): Promise<RecordedChanges> {
    const folder = this.#pathOf(call);
    mkdirSync(folder, { mode: 0o700 });
    try {
      const contents = this.#contentsOf(call);
      const changes = await read(() => contents.keeper());
      const { now } = this.#options;
      const entry: JournalEntry = {
        v: 1,
        call,
        id: randomUUID(),
        state: 'previewed',
        at: now(),
        changes: [...changes],
        opened: [],
      };
      this.#write(entry);
      syncFolder(this.#folder);
      return recordedOf(entry);
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  #resultOf(call: string): string {
    return join(this.#pathOf(call), 'result.json');
  }

  /** What the call answered, until it is released. */
  keepResult(call: string, result: Json): void {
    writeFileSync(this.#resultOf(call), canonical(result), { flag: 'wx', mode: 0o600 });
  }

  /** Of a call that can be committed. */
  result(call: string): Json {
    this.#known(call, 'previewed');
    const path = this.#resultOf(call);
    let text: string;
    try {
      text = readFileSync(path, 'utf8');
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
      throw new CallgateError(fileChangeErrors.unknown({ call: display(call) }));
    }
    return parseStrict(text, LIMITS);
  }

  /** Makes exactly the changes with this digest, all or none. */
  async commit(call: string, digest: string): Promise<RecordedChanges> {
    return await this.#lock.with(() => {
      const entry = this.#approved(call, 'previewed', digest);
      return this.#change(entry, entry.changes, ['committing', 'committed']);
    });
  }

  /** Restores what a committed call changed, exactly the changes with this digest, all or none. */
  async undo(call: string, digest: string): Promise<RecordedChanges> {
    return await this.#lock.with(() => {
      const entry = this.#approved(call, 'committed', digest);
      return this.#change(entry, invertChanges(entry.changes), ['undoing', 'undone']);
    });
  }

  #change(
    entry: JournalEntry,
    changes: readonly FileChange[],
    [during, done]: readonly [FileChangeState, FileChangeState],
  ): RecordedChanges {
    let current = entry;
    try {
      commitChanges(changes, this.#commitOptions(entry), {
        begin: (opened) => (current = this.#moved(entry, during, opened)),
      });
    } catch (error) {
      const isLeft = error instanceof CallgateError && error.code === 'FILES_NOT_RESTORED';
      // an entry that stays so is looked at again
      if (current !== entry && !isLeft) this.#moved(entry, entry.state);
      throw error;
    }
    return recordedOf(this.#moved(current, done));
  }

  /** What `undo` would restore. Throws where it cannot. */
  undoable(call: string): RecordedChanges {
    return recordedOf(this.#known(call, 'committed'));
  }

  /** Forgets a preview. Nothing of it has lasted. */
  async discard(call: string): Promise<void> {
    await this.#lock.with(() => {
      const entry = this.#read(call);
      if (entry?.state === 'previewed') this.#remove(call);
    });
  }

  #remove(call: string): void {
    rmSync(this.#pathOf(call), { recursive: true, force: true });
  }

  /** One that is damaged is told to `onDamaged`, and stops none of the others. */
  #entries(onDamaged?: (problem: CallgateError) => void): readonly JournalEntry[] {
    return readdirSync(this.#folder).flatMap((name) => {
      const call = name.startsWith('call-') ? name.slice('call-'.length) : '';
      try {
        const entry = CALL.test(call) ? this.#read(call) : undefined;
        return entry === undefined ? [] : [entry];
      } catch (error) {
        if (!(error instanceof CallgateError)) throw error;
        onDamaged?.(error);
        return [];
      }
    });
  }

  find(call: string): RecordedChanges | undefined {
    const entry = this.#read(call);
    return entry === undefined ? undefined : recordedOf(entry);
  }

  /** The latest first. */
  list(): readonly RecordedChanges[] {
    return this.#entries()
      .toSorted((a, b) => b.at - a.at)
      .map(recordedOf);
  }

  /** A content of a change, if it is not larger. */
  content(call: string, digest: string, most: number): Uint8Array | undefined {
    return this.#contentsOf(call).read(digest, most);
  }

  /**
   * Rolls back what was interrupted, where these changes are what `recorded` has of the call: a process that can write to the
   * journal could name other files. Undefined is a call that is not known here. What is wrong with one entry stops none of
   * the others.
   */
  async recover(recorded: (call: string) => Promise<string | null | undefined>): Promise<RecoveredChanges> {
    const known = new Map<string, string | null>();
    for (const { call, state } of this.#entries()) {
      if (!INTERRUPTED.has(state)) continue;
      const changes = await recorded(call);
      if (changes !== undefined) known.set(call, changes);
    }
    return await this.#lock.with(() => {
      const problems: CallgateError[] = [];
      const left: string[] = [];
      for (const entry of this.#entries((problem) => problems.push(problem)))
        try {
          const changes = INTERRUPTED.has(entry.state) ? known.get(entry.call) : undefined;
          if (changes === undefined) continue;
          if (changes !== digestChanges(entry.changes) || !isOpenedForChanges(entry))
            throw new CallgateError(fileChangeErrors.damaged({ path: display(this.#pathOf(entry.call)) }));
          left.push(...this.#rollBack(entry));
        } catch (error) {
          if (!(error instanceof CallgateError)) throw error;
          problems.push(error);
        }
      return { left, problems };
    });
  }

  #rollBack(entry: JournalEntry): readonly string[] {
    const isUndo = entry.state === 'undoing';
    const changes = isUndo ? invertChanges(entry.changes) : entry.changes;
    const left = rollBackChanges(changes, entry.opened, this.#commitOptions(entry));
    this.#moved(entry, left.length > 0 ? 'left' : isUndo ? 'committed' : 'previewed');
    return left;
  }

  /** Removes what is too old, the oldest of what is too much, and answers that nothing waits for any more. */
  async prune(): Promise<void> {
    const { maxAgeMs, maxBytes, now } = this.#options;
    await this.#lock.with(() => {
      let bytes = 0;
      const kept = new Set<FileChangeState>(['committing', 'undoing', 'left']);
      for (const entry of this.#entries().toSorted((a, b) => b.at - a.at)) {
        bytes += bytesOf(entry);
        if (ENDED.has(entry.state)) rmSync(this.#resultOf(entry.call), { force: true });
        if (kept.has(entry.state)) continue;
        const isWaiting = entry.state === 'previewed';
        if (entry.at < now() - maxAgeMs || (bytes > maxBytes && !isWaiting)) this.#remove(entry.call);
      }
    });
  }
}
