import { CallgateError } from '@callgate/core';
import { approvalMessages, voteReasonText } from '@callgate/messages/approval';
import { dispatchMessages } from '@callgate/messages/dispatch';
import { addAlert } from '../store/add-alert.ts';
import { grantOfChoice } from './allow-offers.ts';
import type { ApprovalChannel, ApprovalRequest, ChannelAnswer, GroupedRequest } from './approval-channel.ts';
import { GATE_CLOSES } from './approval-channel.ts';
import type { ConfirmParts } from './confirm-parts.ts';
import type { ApprovalService } from './approval-service.ts';
import type { PendingCallWatch } from './pending-call-watch.ts';
import type { PendingCall } from './pending-call.ts';

const text = approvalMessages.vote;

/** Channels cannot add to a question: calls that come within this time are asked about together. */
export const GATHER_MS = 200;

const problemOf = (error: unknown): string => {
  if (error instanceof CallgateError) return error.code;
  return error instanceof Error ? error.name : dispatchMessages.alerts.unknownError;
};

/** Counts what a person said over a channel. */
const castAnswer = async (
  parts: ConfirmParts,
  desk: ApprovalService,
  channel: ApprovalChannel,
  question: ApprovalRequest,
  { verdict, subject, via, opened, reason, allow = 'once' }: ChannelAnswer,
): Promise<void> => {
  const { call } = question;
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
  #gathered: string[] = [];

  constructor(parts: ConfirmParts, desk: ApprovalService, waiting: PendingCallWatch) {
    this.#parts = parts;
    this.#desk = desk;
    this.#waiting = waiting;
  }

  start({ call, expiresAt }: Pick<PendingCall, 'call' | 'expiresAt'>): void {
    if (this.#parts.channels.length === 0 || this.#asked.has(call)) return;
    const asking = new AbortController();
    this.#asked.set(call, asking);
    this.#gathered.push(call);
    if (this.#gathered.length === 1) this.#parts.clock.after(GATHER_MS, () => void this.#askGathered());
    this.#stopWhenMoved(call, expiresAt, asking.signal).catch(() => this.stop(call));
  }

  async #askGathered(): Promise<void> {
    const calls = this.#gathered.filter((call) => this.#asked.has(call));
    this.#gathered = [];
    // what cannot be looked at now is asked about call by call
    const groups = await this.#desk.group(calls).catch(() => calls.map((call) => [call]));
    for (const group of groups)
      for (const channel of this.#parts.channels) void this.#askOver(channel, group);
  }

  async #askOver(channel: ApprovalChannel, calls: readonly string[]): Promise<void> {
    const [first = ''] = calls;
    try {
      const group = (await Promise.all(calls.map((call) => this.#request(call)))).flat();
      if (channel.askTogether !== undefined && group.length > 1)
        await channel.askTogether(group, (call, answer) => this.#answered(channel, group, call, answer));
      else await Promise.all(group.map((request) => this.#askAlone(channel, request)));
    } catch (error) {
      if (calls.some((call) => this.#asked.get(call)?.signal.aborted === false))
        this.#tellFailed(channel, first, error);
    }
  }

  async #askAlone(channel: ApprovalChannel, request: GroupedRequest): Promise<void> {
    const { question, signal } = request;
    const answer = await channel.ask(question, signal);
    if (answer !== null) this.#answered(channel, [request], question.call, answer);
  }

  /** Empty where the call has moved. */
  async #request(call: string): Promise<readonly GroupedRequest[]> {
    const signal = this.#asked.get(call)?.signal;
    const [question, row] = await Promise.all([this.#desk.question(call), this.#desk.read.call(call)]);
    if (question === undefined || row?.state !== 'held' || signal === undefined || signal.aborted) return [];
    return [{ question, signal }];
  }

  #answered(
    channel: ApprovalChannel,
    group: readonly GroupedRequest[],
    call: string,
    answer: ChannelAnswer,
  ): void {
    const request = group.find(({ question }) => question.call === call);
    if (request === undefined || request.signal.aborted) return;
    castAnswer(this.#parts, this.#desk, channel, request.question, answer).catch((error: unknown) => {
      if (!request.signal.aborted) this.#tellFailed(channel, call, error);
    });
  }

  #tellFailed(channel: ApprovalChannel, call: string, error: unknown): void {
    const message = text.channelFailed({ channel: channel.name, problem: problemOf(error) });
    tellOperator(this.#parts, call, 'CHANNEL_FAILED', message, channel.name);
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
