import type { Json } from '@callgate/core';
import { canonical, getOwn, isJsonObject } from '@callgate/core';
import { z } from 'zod';
import { parseEntry } from '../record/entry-schema.ts';
import type { Keys } from '../record/keys.ts';
import { isSignedBy } from '../record/public-key.ts';
import type { StoreReader } from '../store/store-reader.ts';

/** Codes of `operator` entries that tell of archives and legal holds. */
export const ARCHIVE_CODES = {
  archived: 'AUDIT_ARCHIVED',
  hold: 'LEGAL_HOLD',
  release: 'LEGAL_HOLD_ENDED',
} as const;

/** Entries that were moved to a file. */
export interface ArchiveNote {
  readonly from: number;
  readonly to: number;
  readonly month: string;
  readonly file: string;
  /** SHA-256 of the file. */
  readonly digest: string;
  /** Hash of the last entry: a note counts only in the log for which it was signed. */
  readonly head: string;
  /** Which of these entries stay in the store: see `LastingEntries`. */
  readonly lasting: string;
  /** Ed25519: without the key nobody can say that entries are archived. */
  readonly signature: string;
}

/** What an archive leaves in the store until the hold ends. */
export interface LegalHold {
  readonly id: string;
  readonly kind: 'session' | 'principal' | 'call';
  readonly value: string;
  readonly reason: string;
}

const digest = z.string().regex(/^[0-9a-f]{64}$/);

const archiveNote: z.ZodType<ArchiveNote> = z.strictObject({
  from: z.int().min(1),
  to: z.int().min(1),
  month: z.string(),
  file: z.string(),
  digest,
  head: digest,
  lasting: digest,
  signature: z.string().regex(/^[0-9a-f]{128}$/),
});

/** What is signed starts with this: nothing else that these keys sign can pass for a note of an archive. */
const DOMAIN = Buffer.from('callgate:archive:v1\n');

const signedBytes = ({
  from,
  to,
  month,
  file,
  digest: sha256,
  head,
  lasting,
}: Omit<ArchiveNote, 'signature'>): Uint8Array =>
  Buffer.concat([DOMAIN, Buffer.from(canonical({ from, to, month, file, digest: sha256, head, lasting }))]);

/** Signs what is said of an archive. */
export const signArchiveNote = (
  keys: Pick<Keys, 'sign'>,
  note: Omit<ArchiveNote, 'signature'>,
): ArchiveNote => ({ ...note, signature: Buffer.from(keys.sign(signedBytes(note))).toString('hex') });

const holdNote: z.ZodType<LegalHold> = z.strictObject({
  id: z.string(),
  kind: z.enum(['session', 'principal', 'call']),
  value: z.string(),
  reason: z.string(),
});

export interface ArchiveNotes {
  readonly archives: readonly ArchiveNote[];
  readonly holds: readonly LegalHold[];
  /** The last entry that is in an archive; 0 where none is. */
  readonly to: number;
}

const partOf = (detail: Json, name: string): Json =>
  isJsonObject(detail) ? (getOwn(detail, name) ?? null) : null;

const BATCH = 1000;

/** What an `operator` entry says of an archive. */
export const readArchiveNote = (detail: Json): ArchiveNote | undefined => {
  if (partOf(detail, 'code') !== ARCHIVE_CODES.archived) return undefined;
  const note = archiveNote.safeParse(partOf(detail, 'archive'));
  return note.success ? note.data : undefined;
};

type NoteReader = Pick<StoreReader, 'rowsOfNoCall' | 'hashes'>;

const countsHere = async (
  read: NoteReader,
  note: ArchiveNote,
  publicKey: Uint8Array | undefined,
): Promise<boolean> => {
  const { head, signature, to } = note;
  if (publicKey !== undefined && !isSignedBy(publicKey, signedBytes(note), Buffer.from(signature, 'hex')))
    return false;
  const [hash] = await read.hashes(to, 1);
  return hash !== undefined && Buffer.from(hash).toString('hex') === head;
};

/**
 * What entries say of archives and of holds that have not ended. Whether the entries are true `verifyAuditLog` tells.
 * With a public key only archives count whose note its owner signed.
 */
export const readArchiveNotes = async (
  read: NoteReader,
  publicKey: Uint8Array | undefined,
): Promise<ArchiveNotes> => {
  const archives: ArchiveNote[] = [];
  const holds = new Map<string, LegalHold>();
  const span = { since: 0, until: Number.MAX_SAFE_INTEGER };
  for (let from: { since: number; afterSeq?: number } = { since: 0 }; ;) {
    const rows = await read.rowsOfNoCall({ ...span, ...from }, BATCH);
    for (const { event, bytes } of rows) {
      if (event !== 'operator') continue;
      const { detail } = parseEntry(bytes);
      const code = partOf(detail, 'code');
      const note = readArchiveNote(detail);
      if (note !== undefined) {
        if (await countsHere(read, note, publicKey)) archives.push(note);
      } else if (code === ARCHIVE_CODES.hold) {
        const hold = holdNote.safeParse(partOf(detail, 'hold'));
        if (hold.success) holds.set(hold.data.id, hold.data);
      } else if (code === ARCHIVE_CODES.release) holds.delete(String(partOf(detail, 'ended')));
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) break;
    from = { since: last.at, afterSeq: last.seq };
  }
  return {
    archives,
    holds: [...holds.values()],
    to: archives.reduce((to, each) => Math.max(to, each.to), 0),
  };
};
