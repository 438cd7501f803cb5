import { CallgateError, canonical, display } from '@callgate/core';
import { guardMessages } from '@callgate/messages/guard';
import { guardErrors } from '@callgate/messages/errors/guard';
import type { AuditBody } from './audit-event.ts';
import { NO_HASH, eventLine } from './audit-event.ts';

/** Where lines go. When `append` is fulfilled, the line survives a crash: what it is about may happen then. */
export interface AuditSink {
  /** The hash of the last line that is there, or undefined. Asked once. */
  lastHash(): Promise<string | undefined>;
  append(line: string): Promise<void>;
}

type UnchainedEvent = Omit<AuditBody, 'previous_hash'>;

const auditError = (cause: unknown): CallgateError =>
  new CallgateError(guardErrors.auditUnwritable(), { cause });

/** An event that has no single text is refused alone: it must not stop what comes after it. */
const refuseUnwritable = (event: UnchainedEvent): void => {
  try {
    canonical({ ...event });
  } catch (cause) {
    throw auditError(cause);
  }
};

/** Gives each event its place after the one before it, one at a time. */
export class AuditChain {
  readonly #sink: AuditSink;
  #last: Promise<string> | undefined;
  #warned = false;

  constructor(sink: AuditSink) {
    this.#sink = sink;
  }

  /** Throws where the line could not be kept; everything after it is then refused too. */
  async append(event: UnchainedEvent): Promise<void> {
    refuseUnwritable(event);
    const before = this.#last ?? this.#sink.lastHash().then((hash) => hash ?? NO_HASH);
    const after = before.then(async (previous) => {
      const { line, hash } = eventLine({ ...event, previous_hash: previous });
      await this.#sink.append(line);
      return hash;
    });
    this.#last = after;
    try {
      await after;
    } catch (cause) {
      this.#warn(cause);
      throw auditError(cause);
    }
  }

  /** Clients are not told all of it, and a server without a record looks as if it were well. */
  #warn(cause: unknown): void {
    if (this.#warned) return;
    this.#warned = true;
    const why = cause instanceof Error ? cause.message : String(cause);
    process.emitWarning(guardMessages.audit.unwritableWarning({ problem: display(why, { max: 500 }) }), {
      type: 'CallgateWarning',
      code: cause instanceof CallgateError ? cause.code : 'GUARD_AUDIT',
    });
  }
}

const chains = new WeakMap<AuditSink, AuditChain>();

/** One chain a sink, however many servers write to it. */
export const chainOf = (sink: AuditSink): AuditChain => {
  const chain = chains.get(sink) ?? new AuditChain(sink);
  chains.set(sink, chain);
  return chain;
};
