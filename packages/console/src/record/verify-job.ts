import { CallgateError } from '@callgate/core';
import type { Checkpoint, Reader, Verified, Verifying } from '@callgate/gate';
import { addressOf } from '@callgate/gate/store';
import { readCheckpoint, verifyAside } from '@callgate/gate';
import type { Caller } from '../api/endpoint.ts';
import type { SignedCheckpoint, VerifyFound, VerifyJob } from '../api/record.ts';
import type { ConsoleParts } from '../parts.ts';
import { anchorsIn } from './proof.ts';

const MOST_PROBLEMS = 100;
const SHOWN_CHECKPOINTS = 20;
/** News of progress come at most so often. */
const EVERY_MS = 200;

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

const foundBy = async (verified: Verified, read: Reader, key: string): Promise<VerifyFound> => {
  const head = await read.head();
  const signed = (await read.checkpoints())
    .slice(-SHOWN_CHECKPOINTS)
    .map(signedCheckpoint)
    .filter((checkpoint) => checkpoint !== null);
  const { ok, rows, calls, kept, checkpoints, signedRows, anchoredRows, unknown } = verified;
  return {
    ok,
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

export type JobParts = Pick<ConsoleParts, 'clock' | 'home' | 'keys' | 'config' | 'tell'>;

/** Verifies the record, one at a time, for whoever looks. */
export class VerifyJobs {
  readonly #parts: JobParts;
  readonly #read: Reader;
  readonly #verify: typeof verifyAside;
  #now: VerifyJob = NEVER;
  #under: Verifying | undefined;
  #started = 0;
  #told = 0;

  constructor(parts: JobParts, read: Reader, verify: typeof verifyAside = verifyAside) {
    this.#parts = parts;
    this.#read = read;
    this.#verify = verify;
  }

  get now(): VerifyJob {
    return this.#now;
  }

  async start({ subject }: Caller): Promise<VerifyJob> {
    if (this.#now.state === 'running') return this.#now;
    this.#started += 1;
    // before anything is waited for: whoever asks next gets this one
    this.#now = {
      ...NEVER,
      state: 'running',
      job: `verify-${this.#started}`,
      by: subject,
      startedAt: this.#parts.clock.now(),
    };
    try {
      const { seq } = await this.#read.head();
      this.#now = { ...this.#now, of: seq };
      const anchors = await anchorsIn(this.#parts.home.anchors);
      this.#under = this.#verify(
        this.#read,
        {
          database: addressOf(this.#parts.config().store),
          publicKey: Uint8Array.from(this.#parts.keys.publicKey),
          anchors,
        },
        (rows) => this.#progress(rows),
      );
    } catch (error) {
      this.#over(this.#failure(error));
      return this.#now;
    }
    void this.#follow(this.#under);
    this.#tell();
    return this.#now;
  }

  /** Whoever started it stops it, and an operator. */
  async stop({ subject, role }: Caller): Promise<VerifyJob> {
    if (this.#now.state !== 'running') return this.#now;
    if (role !== 'operator' && subject !== this.#now.by)
      throw new CallgateError('VERIFY_FORBIDDEN', 'somebody else started it', {
        help: 'whoever started it can stop it, and an operator',
      });
    await this.#under?.cancel();
    return this.#now;
  }

  async #follow(verifying: Verifying): Promise<void> {
    try {
      const found = await foundBy(await verifying.done, this.#read, this.#parts.keys.id);
      this.#over({ state: 'done', found, done: found.rows });
    } catch (error) {
      this.#over(this.#failure(error));
    }
  }

  #failure(error: unknown): Partial<VerifyJob> {
    if (error instanceof CallgateError && error.code === 'VERIFY_CANCELLED') return { state: 'stopped' };
    const known = error instanceof CallgateError ? error : undefined;
    return {
      state: 'failed',
      problem: {
        code: known?.code ?? 'VERIFY',
        message: known?.message ?? 'the record could not be verified',
        help: known?.help ?? null,
      },
    };
  }

  #over(change: Partial<VerifyJob>): void {
    this.#under = undefined;
    this.#now = { ...this.#now, ...change, endedAt: this.#parts.clock.now() };
    this.#tell();
  }

  #progress(rows: number): void {
    if (this.#now.state !== 'running') return;
    this.#now = { ...this.#now, done: rows };
    const now = this.#parts.clock.now();
    if (now - this.#told >= EVERY_MS) this.#tell();
  }

  #tell(): void {
    this.#told = this.#parts.clock.now();
    const { job, done, of, state } = this.#now;
    this.#parts.tell({ type: 'job', job, done, of, over: state !== 'running' });
  }
}
