import { randomUUID } from 'node:crypto';
import { CallgateError } from '@callgate/core';
import type { Checkpoint } from '@callgate/gate/record';
import type { StoreReader } from '@callgate/gate/store';
import type { RunningVerification, StoreVerification } from '@callgate/gateway/store';
import { getStoreAddress } from '@callgate/gate/store';
import { readCheckpoint } from '@callgate/gate/record';
import { verifyInBackground } from '@callgate/gateway/store';
import { operationErrors } from '@callgate/messages/errors/operation';
import { operationMessages } from '@callgate/messages/operations';
import type { OperationCaller } from '../api/operation.ts';
import type { SignedCheckpoint, VerifyResult, VerifyJob } from '../api/audit.ts';
import { SharedJobs } from '../jobs/shared-jobs.ts';
import type { OperationParts } from '../operation-parts.ts';
import { readAnchors } from './prove-entry.ts';
import { verifyJobShape } from './verify-shape.ts';

const MOST_PROBLEMS = 100;
const SHOWN_CHECKPOINTS = 20;
/** News of progress come at most so often. */
const EVERY_MS = 200;
/** What came of it is shown for so long. */
const KEPT_MS = 24 * 3_600_000;
/** There is one record. */
const RECORD = 'record';

const NEVER: VerifyJob = {
  state: 'never',
  job: '',
  by: '',
  startedAt: 0,
  endedAt: null,
  done: 0,
  of: 0,
  found: null,
  problem: null,
};

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

export const signedCheckpoint = (checkpoint: Checkpoint): SignedCheckpoint | null => {
  try {
    const { size, at, key } = readCheckpoint(checkpoint);
    return { size, at, key };
  } catch {
    return null;
  }
};

const toVerifyResult = async (
  verified: StoreVerification,
  read: StoreReader,
  key: string,
): Promise<VerifyResult> => {
  const head = await read.head();
  const signed = (await read.checkpoints())
    .slice(-SHOWN_CHECKPOINTS)
    .map(signedCheckpoint)
    .filter((checkpoint) => checkpoint !== null);
  const { verdict, gaps, rows, calls, kept, checkpoints, signedRows, anchoredRows, unknown } = verified;
  return {
    verdict,
    gaps,
    rows,
    calls,
    kept,
    checkpoints,
    signedRows,
    anchoredRows,
    unknown,
    key,
    problemCount: verified.problems.length + verified.more,
    problems: verified.problems
      .toSorted((one, other) => (one.seq ?? Infinity) - (other.seq ?? Infinity) || 0)
      .slice(0, MOST_PROBLEMS)
      .map(({ code, seq = null, call = null, what }) => ({ code, seq, call, what })),
    head: { seq: head.seq, at: head.at, hash: hex(head.hash) },
    signed,
  };
};

export type VerifyJobParts = Pick<OperationParts, 'board' | 'clock' | 'home' | 'keys' | 'config' | 'tell'>;

/** Verifies the audit log, one at a time, for viewers here or at another console on the same store. */
export class VerifyJobs {
  readonly #parts: VerifyJobParts;
  readonly #read: StoreReader;
  readonly #verify: typeof verifyInBackground;
  readonly #notes: SharedJobs<VerifyJob>;
  /** The store that is open: another one that the configuration names by now is used from the next start on. */
  readonly #database: string;
  #own: VerifyJob = NEVER;
  #under: RunningVerification | undefined;
  #told = 0;

  constructor(
    parts: VerifyJobParts,
    read: StoreReader,
    verify: typeof verifyInBackground = verifyInBackground,
  ) {
    this.#parts = parts;
    this.#read = read;
    this.#verify = verify;
    this.#database = getStoreAddress(parts.config().store);
    this.#notes = new SharedJobs(parts, 'verify', verifyJobShape);
    this.#notes.listen(
      (job) => this.#tell(job),
      (which) => {
        if (which === this.#own.job) void this.#under?.cancel();
      },
    );
  }

  /** The one that runs, or the last one that did, wherever it was begun. */
  async now(): Promise<VerifyJob> {
    if (this.#own.state === 'running') return this.#own;
    const said = await this.#notes.find(RECORD);
    return said !== undefined && said.startedAt >= this.#own.startedAt ? said : this.#own;
  }

  async start({ subject }: OperationCaller): Promise<VerifyJob> {
    if (this.#own.state === 'running') return this.#own;
    const before = this.#own;
    // before anything is awaited: the next request gets this one
    this.#own = {
      ...NEVER,
      state: 'running',
      job: `verify-${randomUUID()}`,
      by: subject,
      startedAt: this.#parts.clock.now(),
    };
    try {
      const said = await this.#notes.find(RECORD);
      if (said?.state === 'running') {
        this.#own = before;
        return said;
      }
      await this.#say();
    } catch (error) {
      this.#own = before;
      throw error;
    }
    try {
      const { seq } = await this.#read.head();
      this.#own = { ...this.#own, of: seq };
      const anchors = await readAnchors(this.#parts.home.anchors);
      this.#under = this.#verify(
        this.#read,
        {
          database: this.#database,
          publicKey: Uint8Array.from(this.#parts.keys.publicKey),
          anchors,
        },
        (rows) => this.#progress(rows),
      );
    } catch (error) {
      await this.#over(this.#failure(error));
      return this.#own;
    }
    void this.#follow(this.#under);
    this.#tell(this.#own);
    return this.#own;
  }

  /** The person who started it can stop it, and an operator. */
  async stop({ subject, role }: OperationCaller): Promise<VerifyJob> {
    const now = await this.now();
    if (now.state !== 'running') return now;
    if (role !== 'operator' && subject !== now.by)
      throw new CallgateError(operationErrors.verificationOfAnother());
    if (now.job === this.#own.job) await this.#under?.cancel();
    else await this.#notes.stop(RECORD, now.job);
    return now.job === this.#own.job ? this.#own : now;
  }

  async #follow(verifying: RunningVerification): Promise<void> {
    try {
      const found = await toVerifyResult(await verifying.done, this.#read, this.#parts.keys.id);
      await this.#over({ state: 'done', found, done: found.rows });
    } catch (error) {
      await this.#over(this.#failure(error));
    }
  }

  #failure(error: unknown): Partial<VerifyJob> {
    if (error instanceof CallgateError && error.code === 'VERIFY_CANCELLED') return { state: 'stopped' };
    const known = error instanceof CallgateError ? error : undefined;
    return {
      state: 'failed',
      problem: {
        code: known?.code ?? 'VERIFY',
        message: known?.message ?? operationMessages.auditLog.verifyFailed,
        help: known?.help ?? null,
      },
    };
  }

  async #over(change: Partial<VerifyJob>): Promise<void> {
    this.#under = undefined;
    this.#own = { ...this.#own, ...change, endedAt: this.#parts.clock.now() };
    // a listener may ask another console for the result
    await this.#say();
    this.#tell(this.#own);
  }

  #progress(rows: number): void {
    if (this.#own.state !== 'running') return;
    this.#own = { ...this.#own, done: rows };
    void this.#say();
    const now = this.#parts.clock.now();
    if (now - this.#told >= EVERY_MS) this.#tell(this.#own);
  }

  #say(): Promise<void> {
    return this.#notes.say(RECORD, this.#own, { running: this.#own.state === 'running', keptMs: KEPT_MS });
  }

  #tell({ job, done, of, state }: VerifyJob): void {
    this.#told = this.#parts.clock.now();
    this.#parts.tell({ type: 'job', job, done, of, over: state !== 'running' });
  }
}
