import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { CallgateError } from '@callgate/core';
import type { StoreReader } from '@callgate/gate/store';
import type { Checkpoint } from '@callgate/gate/record';
import { clientErrors } from '@callgate/messages/errors/client';
import type { StoreVerification } from './verify-store.ts';
import { verifyStore } from './verify-store.ts';

export interface VerifyInput {
  readonly database: string;
  /** Raw 32 bytes. */
  readonly publicKey?: Uint8Array | undefined;
  readonly anchors: readonly Checkpoint[];
}

/** What the thread says. */
export type VerifyThreadMessage =
  | { readonly type: 'progress'; readonly rows: number }
  | { readonly type: 'done'; readonly verified: StoreVerification }
  | {
      readonly type: 'failed';
      readonly code: string;
      readonly message: string;
      readonly help: string | null;
    };

/** A verification that is under way. */
export interface RunningVerification {
  readonly done: Promise<StoreVerification>;
  /** `done` is refused with VERIFY_CANCELLED, unless it was over before. */
  cancel(): Promise<void>;
}

const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? './verify-worker.ts' : './verify-worker.js',
  import.meta.url,
);

const cancelled = (): CallgateError => new CallgateError(clientErrors.verificationStopped());

const verifyInThread = (what: VerifyInput, onProgress: (rows: number) => void): RunningVerification => {
  const worker = new Worker(WORKER, { workerData: what });
  const { promise, resolve, reject } = Promise.withResolvers<StoreVerification>();
  worker.on('message', (news: VerifyThreadMessage) => {
    if (news.type === 'progress') onProgress(news.rows);
    else if (news.type === 'done') resolve(news.verified);
    else reject(new CallgateError(news.code, news.message, news.help === null ? {} : { help: news.help }));
  });
  worker.on('error', reject);
  worker.on('exit', () => reject(cancelled()));
  return {
    done: promise,
    cancel: async () => {
      await worker.terminate();
    },
  };
};

/** Here, with a turn for everybody else between two batches of rows. */
const verifyInTurns = (
  read: StoreReader,
  what: VerifyInput,
  onProgress: (rows: number) => void,
): RunningVerification => {
  let over = false;
  const { database, publicKey, anchors } = what;
  const done = verifyStore(read, database, {
    anchors,
    ...(publicKey === undefined ? {} : { publicKey }),
    onProgress: (rows) => {
      if (over) throw cancelled();
      onProgress(rows);
    },
  });
  return {
    done,
    cancel: async () => {
      over = true;
      await done.catch(() => undefined);
    },
  };
};

/**
 * Verifies the audit log in a database without blocking the caller: in another thread, or in turns where a bundle
 * left the file of that thread behind.
 */
export const verifyInBackground = (
  read: StoreReader,
  what: VerifyInput,
  onProgress: (rows: number) => void,
): RunningVerification =>
  existsSync(fileURLToPath(WORKER))
    ? verifyInThread(what, onProgress)
    : verifyInTurns(read, what, onProgress);
