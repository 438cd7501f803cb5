import type { Json } from '@callgate/core';
import { getOwn, isJsonObject } from '@callgate/core';
import { z } from 'zod';
import { parseEntry } from '../record/entry-schema.ts';
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
}

/** What an archive leaves in the store until the hold ends. */
export interface LegalHold {
  readonly id: string;
  readonly kind: 'session' | 'principal' | 'call';
  readonly value: string;
  readonly reason: string;
}

const archiveNote: z.ZodType<ArchiveNote> = z.strictObject({
  from: z.int().min(1),
  to: z.int().min(1),
  month: z.string(),
  file: z.string(),
  digest: z.string(),
});

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

/** What entries say of archives and of holds that have not ended. Whether the entries are true `verifyAuditLog` tells. */
export const readArchiveNotes = async (read: Pick<StoreReader, 'rowsOfNoCall'>): Promise<ArchiveNotes> => {
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
      if (note !== undefined) archives.push(note);
      else if (code === ARCHIVE_CODES.hold) {
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
