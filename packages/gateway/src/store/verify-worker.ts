/** Verifies a record in a thread of its own. Tells how far it has come, and at the end what it found. */
import { parentPort, workerData } from 'node:worker_threads';
import { CallgateError } from '@callgate/core';
import { openStoreReader } from './open-store.ts';
import type { VerifyInput, VerifyThreadMessage } from './verify-in-background.ts';
import { verifyStore } from './verify-store.ts';

const { database, publicKey, anchors }: VerifyInput = workerData;

const tell = (news: VerifyThreadMessage): void => parentPort?.postMessage(news, []);

const failed = (error: unknown): VerifyThreadMessage =>
  error instanceof CallgateError
    ? { type: 'failed', code: error.code, message: error.message, help: error.help ?? null }
    : { type: 'failed', code: 'VERIFY', message: String(error), help: null };

try {
  const { read, close } = await openStoreReader(database);
  try {
    const verified = await verifyStore(read, database, {
      anchors,
      ...(publicKey === undefined ? {} : { publicKey }),
      onProgress: (rows) => tell({ type: 'progress', rows }),
    });
    tell({ type: 'done', verified });
  } finally {
    await close();
  }
} catch (error) {
  tell(failed(error));
}
