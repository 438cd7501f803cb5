import { isPostgresUrl } from '../store/address.ts';
import type { Reader } from '../store/reader.ts';
import { readAhead } from './read-ahead.ts';
import { type RecordReader, type Verified, type VerifyOptions, verifyRecord } from './verify.ts';

/** Below this many rows another thread takes longer to start than it saves. */
const MANY = 100_000;

/** Verifies the record in a store that `read` has open, with a second thread where it is a large file. */
export const verifyDatabase = async (
  read: Reader,
  database: string,
  options: VerifyOptions = {},
): Promise<Verified> => {
  // a database reads ahead by itself
  if (isPostgresUrl(database) || (await read.head()).seq < MANY) return await verifyRecord(read, options);
  const ahead = readAhead(database, read);
  const reader: RecordReader = {
    rows: ahead.rows,
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
    return await verifyRecord(reader, options);
  } finally {
    await ahead.close();
  }
};
