import { CallgateError, display } from '@callgate/core';
import { upstreamErrors } from '@callgate/messages/errors/upstream';
import { upstreamMessages } from '@callgate/messages/upstream';
import type { ServerStatus } from './server-status.ts';
import { serverStatusText } from './server-status.ts';
import { reasonText } from './upstream-errors.ts';

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** A server that stayed up for so long is no longer counted as failing. */
const STABLE_MS = 10_000;
/** So many exits in a row are a crash loop. */
const CRASH_LOOP = 3;

const EXITED: ReadonlySet<string> = new Set(['UPSTREAM_ENDED', 'UPSTREAM_CUT']);

const codeOf = (error: unknown): string => (error instanceof CallgateError ? error.code : 'UPSTREAM_FAILED');

/** Why a server is not there, and when it is tried again. Each failure doubles the pause. */
export class Availability {
  readonly #server: string;
  readonly #now: () => number;
  #failures = 0;
  #exits = 0;
  #error: unknown;
  #lastLine: string | null = null;
  #retryAt = 0;
  #upSince = 0;
  #downSince: number;
  #isGone = false;
  #restarts = 0;
  #lastError: ServerStatus['lastError'] = null;

  constructor(server: string, now: () => number) {
    this.#server = server;
    this.#now = now;
    this.#downSince = now();
  }

  get mayStart(): boolean {
    return this.#now() >= this.#retryAt;
  }

  /** It could not be reached, or ended again and again. */
  get hasFailed(): boolean {
    return this.#error !== undefined;
  }

  get retryInMs(): number {
    return Math.max(FIRST_PAUSE_MS, this.#retryAt - this.#now());
  }

  /** The last line of standard error, safe to show. */
  wrote(line: string): void {
    this.#lastLine = line;
  }

  /** True where it had failed before. */
  reached(): boolean {
    const before = this.#error !== undefined;
    this.#error = undefined;
    this.#retryAt = 0;
    this.#upSince = this.#now();
    if (this.#isGone) this.#restarts += 1;
    this.#isGone = false;
    return before;
  }

  /** It could not be reached. False where the same was told before. */
  failed(error: unknown): boolean {
    const before = this.#error === undefined ? null : `${codeOf(this.#error)} ${this.#isLooping}`;
    this.#failures += 1;
    this.#exits = EXITED.has(codeOf(error)) ? this.#exits + 1 : 0;
    this.#error = error;
    this.#note(error);
    this.#pause(this.#failures);
    return before !== `${codeOf(error)} ${this.#isLooping}`;
  }

  /** It was there and is gone. The first time it is started again at once, and nothing is to be told. */
  lost(error: unknown): boolean {
    if (this.#now() - this.#upSince >= STABLE_MS) {
      this.#failures = 0;
      this.#exits = 0;
    }
    if (codeOf(error) === 'UPSTREAM_SESSION_LOST') {
      // servers end HTTP sessions as they like; the next one is begun at once
      this.#retryAt = 0;
      return false;
    }
    this.#isGone = true;
    this.#downSince = this.#now();
    this.#note(error);
    if (this.#failures > 0) return this.failed(error);
    this.#failures = 1;
    this.#exits = EXITED.has(codeOf(error)) ? 1 : 0;
    this.#retryAt = 0;
    return false;
  }

  get #isLooping(): boolean {
    return this.#exits >= CRASH_LOOP;
  }

  #note(error: unknown): void {
    this.#lastError = { message: reasonText(error), at: this.#now() };
  }

  #pause(failures: number): void {
    const ms = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 16));
    this.#retryAt = this.#now() + ms;
  }

  status(isReady: boolean, isStarting: boolean, tools: number): ServerStatus {
    const { state, reason } = this.#stateOf(isReady);
    const failed = state !== 'ready' && state !== 'starting';
    return {
      server: this.#server,
      state,
      tools,
      reason,
      lastLine: failed ? this.#lastLine : null,
      // while it is being tried, it is tried now
      retryAt: failed ? (isStarting ? this.#now() : this.#retryAt) : null,
      downSince: state === 'ready' ? null : this.#downSince,
      help: failed ? (this.#help ?? null) : null,
      restarts: this.#restarts,
      lastError: this.#lastError,
    };
  }

  get #help(): string | undefined {
    return this.#error instanceof CallgateError ? this.#error.help : undefined;
  }

  #stateOf(isReady: boolean): Pick<ServerStatus, 'state' | 'reason'> {
    if (isReady) return { state: 'ready', reason: null };
    if (this.#error === undefined) return { state: 'starting', reason: null };
    const reason = `${codeOf(this.#error)}: ${reasonText(this.#error)}`;
    if (codeOf(this.#error) === 'UPSTREAM_SIGN_IN') return { state: 'sign-in', reason };
    return { state: this.#isLooping ? 'crash-loop' : 'unavailable', reason };
  }

  /** For the operator: why it is not there, and what to do. */
  text(): string {
    const status = this.status(false, false, 0);
    const text = serverStatusText(status, this.#now());
    const help = status.state === 'sign-in' ? undefined : this.#help;
    return help === undefined ? text : upstreamMessages.status.help({ text, help });
  }

  /** What callers are told. What a server wrote to its standard error is for the operator alone. */
  error(): CallgateError {
    const status = { ...this.status(false, false, 0), lastLine: null };
    // the text of a sign-in has it already
    const help = status.state === 'sign-in' ? undefined : this.#help;
    const text = upstreamErrors.unavailable({
      server: display(this.#server),
      status: serverStatusText(status, this.#now()),
    });
    return new CallgateError(help === undefined ? text : { ...text, help }, { cause: this.#error });
  }
}
