import type { AuditLogHead } from '../record/audit-entry.ts';
import { EMPTY_LOG_HEAD } from '../record/chain-entry.ts';
import type { StoreReader } from '../store/store-reader.ts';

/** The end of the log before an entry. Of an archived entry only the hash is there. */
export const readHeadBefore = async (
  read: Pick<StoreReader, 'rows' | 'hashes'>,
  seq: number,
): Promise<AuditLogHead> => {
  if (seq <= 1) return EMPTY_LOG_HEAD;
  const [before] = await read.rows(seq - 1, 1);
  if (before?.seq === seq - 1) return before;
  const [hash] = await read.hashes(seq - 1, 1);
  return hash === undefined ? EMPTY_LOG_HEAD : { seq: seq - 1, at: 0, hash };
};
