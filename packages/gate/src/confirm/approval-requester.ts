import { CallgateError } from '@callgate/core';
import { approvalMessages, voteReasonText } from '@callgate/messages/approval';
import { dispatchMessages } from '@callgate/messages/dispatch';
import { addAlert } from '../store/add-alert.ts';
import { grantOfChoice } from './allow-offers.ts';
import type { ApprovalChannel } from './approval-channel.ts';
import { GATE_CLOSES } from './approval-channel.ts';
import type { ConfirmParts } from './confirm-parts.ts';
import type { ApprovalService } from './approval-service.ts';
import type { PendingCallWatch } from './pending-call-watch.ts';
import type { PendingCall } from './pending-call.ts';

const text = approvalMessages.vote;

const problemOf = (error: unknown): string => {
  if (error instanceof CallgateError) return error.code;
  return error instanceof Error ? error.name : dispatchMessages.alerts.unknownError;
};

const askBy = async (
  parts: ConfirmParts,
  desk: ApprovalService,
  channel: ApprovalChannel,
  call: string,
  signal: AbortSignal,
): Promise<void> => {
  const [question, row] = await Promise.all([desk.question(call), desk.read.call(call)]);
  if (question === undefined || row?.state !== 'held' || signal.aborted) return;
  const answer = await channel.ask(question, signal);
  if (answer === null || signal.aborted) return;
  const { verdict, subject, via, opened, reason, allow = 'once' } = answer;
  const isOffered = question.offers.some(({ choice }) => choice === allow);
  const grant = verdict === 'approve' && isOffered ? grantOfChoice(allow) : undefined;
  const { refusedBecause } = await desk.vote({
    call,
    subject,
    verdict,
    via,
    opened,
    binding: question.binding,
    ...(reason === undefined ? {} : { reason }),
    ...(grant === undefined ? {} : { grant }),
  });
  if (refusedBecause !== undefined)
    tellOperator(
      parts,
      call,
      'VOTE_UNCOUNTED',
      text.uncountedByChannel({ channel: channel.name, because: voteReasonText(refusedBecause) }),
    );
};

const tellOperator = (
  parts: ConfirmParts,
  call: string,
  code: string,
  message: string,
  onceAnHour: string = call,
): void => {
  parts.store
    .transact((tx) => addAlert(tx, { code, message, call, to: ['operator'], now: tx.now(), onceAnHour }))
    .then(
      (alert) => alert !== undefined && parts.events.emit({ type: 'alert', alert }),
      () => {},
    );
};

/**
 * Asks people by every channel there is, about each held call once, until it moves. A channel that fails is an alert; it
 * is never a yes and never a no.
 */
export class ApprovalRequester {
  readonly #parts: ConfirmParts;
  readonly #desk: ApprovalService;
  readonly #waiting: PendingCallWatch;
  readonly #asked: Map<string, AbortController> = new Map();

  constructor(parts: ConfirmParts, desk: ApprovalService, waiting: PendingCallWatch) {
    this.#parts = parts;
    this.#desk = desk;
    this.#waiting = waiting;
  }

  start({ call, expiresAt }: Pick<PendingCall, 'call' | 'expiresAt'>): void {
    if (this.#parts.channels.length === 0 || this.#asked.has(call)) return;
    const asking = new AbortController();
    this.#asked.set(call, asking);
    for (const channel of this.#parts.channels)
      askBy(this.#parts, this.#desk, channel, call, asking.signal).catch((error: unknown) => {
        if (asking.signal.aborted) return;
        const message = text.channelFailed({ channel: channel.name, problem: problemOf(error) });
        tellOperator(this.#parts, call, 'CHANNEL_FAILED', message, channel.name);
      });
    this.#stopWhenMoved(call, expiresAt, asking.signal).catch(() => this.stop(call));
  }

  /** Moved here or by another process, or its time is over. A row about it need not have moved it. */
  async #stopWhenMoved(call: string, expiresAt: number, signal: AbortSignal): Promise<void> {
    const { clock } = this.#parts;
    while (!signal.aborted) {
      await this.#waiting.wait(call, Math.max(0, expiresAt - clock.now()), signal, 'idle');
      if (signal.aborted) return;
      const row = await this.#desk.read.call(call);
      if (row?.state !== 'held' || clock.now() >= expiresAt) this.stop(call);
    }
  }

  stop(call: string, reason?: typeof GATE_CLOSES): void {
    this.#asked.get(call)?.abort(reason);
    this.#asked.delete(call);
  }

  close(): void {
    for (const call of Array.from(this.#asked.keys())) this.stop(call, GATE_CLOSES);
  }
}
