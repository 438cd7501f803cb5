import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import type { Keys } from '@callgate/gate';
import { systemClock } from '@callgate/gate';
import type { ArchiveNote, LegalHold } from '@callgate/gate/audit';
import {
  ARCHIVE_CODES,
  findFirstEntry,
  readArchiveNotes,
  signArchiveNote,
  verifyAuditLog,
} from '@callgate/gate/audit';
import { LastingEntries, publicKeyPem, readKeys, verifyCheckpoint } from '@callgate/gate/record';
import type { ArchiveSpan, DropGround, HeldValues, RecordedArchive } from '@callgate/gate/sql';
import { dropArchived, openArchive, removeStoreFile, writeArchive } from '@callgate/gate/sql';
import type { Store, StoreReader } from '@callgate/gate/store';
import { canBeStore, displayStoreLocation, isPostgresUrl } from '@callgate/gate/store';
import { auditMessages } from '@callgate/messages/cli/audit';
import { archiveErrors } from '@callgate/messages/errors/archive';
import { homeErrors } from '@callgate/messages/errors/home';
import type { HomePaths } from '../home/home-paths.ts';
import { openStoreForWriting } from '../home/open-store-for-writing.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { CountProgress } from '../show/count-progress.ts';
import { write } from '../show/style.ts';
import { checkStore } from '../store/check-store.ts';
import { resolveAnchors } from '../audit/verification-inputs.ts';
import { digestFile } from './digest-file.ts';

const { archive: texts } = auditMessages;

export interface ArchiveOptions {
  readonly place: string;
  readonly home: HomePaths;
  /** `2026-11`: entries of months before it are archived. */
  readonly before: string;
  readonly folder: string;
  readonly json: boolean;
}

const SUBJECT = 'local';
const ENDING = '.callgate-archive';

const note = (text: string): void => {
  process.stderr.write(`note: ${text}\n`);
};

const monthText = (at: number): string => new Date(at).toISOString().slice(0, 7);
const startOf = (month: string): number => Date.parse(`${month}-01T00:00:00.000Z`);
const monthAfter = (month: string): string => monthText(startOf(month) + 32 * 86_400_000);

const readMonth = (text: string): string => {
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)) throw new CallgateError(archiveErrors.month());
  if (startOf(text) > systemClock.now()) throw new CallgateError(archiveErrors.monthToCome());
  return text;
};

/** Entries of a month that are not archived yet, up to the last checkpoint in it. */
const findSpan = async (
  read: StoreReader,
  keys: Keys,
  after: number,
  month: string,
): Promise<ArchiveSpan | undefined> => {
  const end = (await findFirstEntry(read, startOf(monthAfter(month)))) - 1;
  const sizes = (await read.checkpoints())
    .filter((checkpoint) => verifyCheckpoint(keys.publicKey, checkpoint).ok)
    .map(({ size }) => size);
  const to = Math.max(0, ...sizes.filter((size) => size <= end));
  return to > after ? { from: after + 1, to, month, publicKeys: [publicKeyPem(keys.publicKey)] } : undefined;
};

/** Throws where the file is not exactly the entries of the span, signed at both ends. */
const checkArchive = async (path: string, { from, to }: ArchiveSpan, keys: Keys): Promise<void> => {
  const archive = await openArchive(path);
  try {
    const start = (await archive.read.checkpoints()).find(({ size }) => size === from - 1);
    const { ok, rows, signedRows, problems } = await verifyAuditLog(archive.read, {
      publicKey: keys.publicKey,
      part: { start, to },
    });
    const isWhole = ok && rows === to && signedRows === to && (from === 1 || start !== undefined);
    if (!isWhole)
      throw new CallgateError(archiveErrors.broken({ problem: problems[0]?.what ?? texts.cutOff }));
  } finally {
    await archive.close();
  }
};

const hashAt = async (read: StoreReader, seq: number): Promise<string> => {
  const [hash = new Uint8Array()] = await read.hashes(seq, 1);
  return Buffer.from(hash).toString('hex');
};

/** Archives of several stores may lie in one folder. */
const nameArchive = async (read: StoreReader, { month, from }: ArchiveSpan): Promise<string> =>
  `${month}-${(await hashAt(read, from)).slice(0, 12)}${ENDING}`;

/** A file of that name may be left of a run that was killed before the audit log told of it: all of it is in the store. */
const refuseOther = async (path: string, span: ArchiveSpan, store: StoreReader): Promise<void> => {
  if (!existsSync(path)) return;
  const { from, to, read, close } = await openArchive(path);
  try {
    const isSame = async (seq: number): Promise<boolean> => {
      const [row] = await read.rows(seq, 1);
      return row?.seq === seq && Buffer.from(row.hash).toString('hex') === (await hashAt(store, seq));
    };
    if (from === span.from && to <= span.to && (await isSame(from)) && (await isSame(to))) return;
  } finally {
    await close();
  }
  throw new CallgateError(archiveErrors.exists({ path: display(path) }));
};

/** A file is there after a power cut only where its folder was written too. */
const syncFolder = (folder: string): void => {
  // Windows opens no folder, and has nothing to write
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

const digestLasting = async (read: StoreReader, span: ArchiveSpan): Promise<string> => {
  const lasting = new LastingEntries(span);
  for (let next = span.from; next <= span.to;) {
    const rows = await read.rows(next, 1000);
    for (const row of rows) lasting.follow(row);
    next = (rows.at(-1)?.seq ?? span.to) + 1;
  }
  return lasting.digest();
};

const recordArchive = async (store: Store, path: string, span: ArchiveSpan, keys: Keys): Promise<void> => {
  const { from, to, month } = span;
  const archive = signArchiveNote(keys, {
    from,
    to,
    month,
    file: basename(path),
    digest: await digestFile(path),
    head: await hashAt(store.read, to),
    lasting: await digestLasting(store.read, span),
  });
  const message = texts.recorded({ from, to, file: display(basename(path)) });
  await store.transact((tx) =>
    tx.append({
      event: 'operator',
      outcome: 'allowed',
      principal: SUBJECT,
      tool: '',
      call: null,
      detail: { code: ARCHIVE_CODES.archived, message, archive: { ...archive } },
    }),
  );
};

const missing = (path: string): CallgateError =>
  new CallgateError(archiveErrors.missing({ path: display(path) }));

const expectArchive = (folder: string, { from, to, file, digest }: ArchiveNote): RecordedArchive => ({
  from,
  to,
  require: async () => {
    const path = join(folder, basename(file));
    if (!existsSync(path) || (await digestFile(path)) !== digest) throw missing(path);
  },
});

const listHeld = (holds: readonly LegalHold[]): HeldValues => {
  const of = (kind: LegalHold['kind']): readonly string[] =>
    holds.filter((hold) => hold.kind === kind).map(({ value }) => value);
  return { session: of('session'), principal: of('principal'), call: of('call') };
};

/** What is dropped lies in files of this folder, as the signed entries of the audit log tell. */
const makeGround = async (read: StoreReader, keys: Keys, folder: string): Promise<DropGround> => {
  const { archives } = await readArchiveNotes(read, keys.publicKey);
  return {
    archives: archives.map((each) => expectArchive(folder, each)),
    readHolds: async () => {
      const { seq } = await read.head();
      const { holds } = await readArchiveNotes(read, keys.publicKey);
      return { seq, held: listHeld(holds) };
    },
    refuse: () => {
      throw missing(folder);
    },
  };
};

/**
 * Moves the entries of past months to files, one a month. Each is verified and told of in the audit log before anything
 * is dropped; what a killed run left undone is done by the next one.
 */
export const archiveAuditLog = async (wish: ArchiveOptions): Promise<void> => {
  const { place, home, folder, json } = wish;
  const before = readMonth(wish.before);
  if (isPostgresUrl(place)) throw new CallgateError(archiveErrors.database());
  if (!canBeStore(place))
    throw new CallgateError(homeErrors.auditLogAbsent({ store: displayStoreLocation(place) }));
  const keys = readKeys(home.keys);
  const anchors = await resolveAnchors(home, undefined, note);
  await checkStore(place, { publicKey: keys.publicKey, anchors }, archiveErrors.unverified);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { store, close } = await openStoreForWriting(place, home, { keys });
  const progress = new CountProgress(process.stderr, Date.now, 'call');
  const written: (ArchiveSpan & { readonly file: string })[] = [];
  try {
    const { to: archived } = await readArchiveNotes(store.read, keys.publicKey);
    let to = archived;
    const [first] = await store.read.rows(to + 1, 1);
    for (let month = monthText(first?.at ?? startOf(before)); month < before; month = monthAfter(month)) {
      const span = await findSpan(store.read, keys, to, month);
      if (span === undefined) continue;
      const path = resolve(folder, await nameArchive(store.read, span));
      await refuseOther(path, span, store.read);
      const draft = `${path}.partial`;
      try {
        await writeArchive(place, draft, span);
        await checkArchive(draft, span, keys);
        renameSync(draft, path);
        for (const each of [folder, dirname(folder)]) syncFolder(each);
      } finally {
        removeStoreFile(draft);
      }
      await recordArchive(store, path, span, keys);
      written.push({ ...span, file: path });
      to = span.to;
    }
    if (to > 0) {
      const ground = await makeGround(store.read, keys, folder);
      await dropArchived(place, to, ground, (calls) => progress.at(calls));
    }
    progress.clear();
  } finally {
    await close();
  }
  const shown = written.map(({ from, to, month, file }) => ({ month, from, to, file: display(file) }));
  if (json) write(asciiJson({ archives: shown }, 2));
  else if (shown.length === 0) write(texts.nothing({ before }));
  else write(shown.map((each) => texts.written(each)).join('\n'));
};

/** Where archives lie beside a store. */
export const archiveFolder = ({ folder }: HomePaths): string => join(folder, 'archives');
