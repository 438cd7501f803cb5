import { isPostgresUrl } from '../store/database-address.ts';
import type { StoreReader } from '../store/store-reader.ts';
import { readAhead } from './read-ahead.ts';
import {
  type AuditLogReader,
  type VerifyReport,
  type VerifyOptions,
  verifyAuditLog,
} from './verify-audit-log.ts';

/** Below this many rows another thread takes longer to start than it saves. */
const MANY = 100_000;

/** Verifies the record in a store that `read` has open, with a second thread where it is a large file. */
export const verifyDatabase = async (
  read: StoreReader,
  database: string,
  options: VerifyOptions = {},
): Promise<VerifyReport> => {
  // a database reads ahead by itself
  if (isPostgresUrl(database) || (await read.head()).seq < MANY) return await verifyAuditLog(read, options);
  const ahead = readAhead(database, read);
  const reader: AuditLogReader = {
    rows: ahead.rows,
    hashes: (from, limit) => read.hashes(from, limit),
    rowsOfNoCall: (span, limit) => read.rowsOfNoCall(span, limit),
    head: () => read.head(),
    checkpoints: () => read.checkpoints(),
    kept: (digest) => read.kept(digest),
    keptDigests: (after, limit) => read.keptDigests(after, limit),
    callsAfter: (id, limit) => read.callsAfter(id, limit),
    call: (id) => read.call(id),
    rowsOfCall: (id) => read.rowsOfCall(id),
    votes: (call) => read.votes(call),
    grants: (page, filter) => read.grants(page, filter),
    storedLabels: (of, after, limit) => read.storedLabels(of, after, limit),
    voteCount: () => read.voteCount(),
  };
  try {
    return await verifyAuditLog(reader, options);
  } finally {
    await ahead.close();
  }
};
