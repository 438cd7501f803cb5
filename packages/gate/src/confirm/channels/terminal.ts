import type { Readable, Writable } from 'node:stream';
import { CallgateError, display } from '@callgate/core';
import { approvalMessages } from '@callgate/messages/approval';
import { approvalErrors } from '@callgate/messages/errors/approval';
import type { Clock } from '../../environment/clock.ts';
import { systemClock } from '../../environment/clock.ts';
import type { AllowOffer } from '../allow-offers.ts';
import { ALLOW_KEYS } from '../allow-offers.ts';
import type { ApprovalChannel, ChannelAnswer, ApprovalRequest } from '../approval-channel.ts';
import type { PromptText } from '../prompt-text.ts';
import { promptText } from '../prompt-text.ts';
import { formatQuestion } from '../format-question.ts';
import { runInTurn } from './run-in-turn.ts';
import { TypedLines } from './typed-lines.ts';
import { runUnlessAborted } from './run-unless-aborted.ts';

export interface TerminalOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Whose terminal it is: votes are theirs. */
  readonly subject: string;
  readonly clock?: Clock;
  /** What is typed so soon after a question appeared was meant for something else; 500 where absent. */
  readonly ignoreMs?: number;
}

const PLAIN_NAME = /^[A-Za-z0-9_.-]{3,128}$/;
const COMMANDS: ReadonlySet<string> = new Set(['yes', 'view']);

/** What has to be typed on strong terms: the tool’s name, or part of a digest where that cannot be typed or is a command. */
export const getConfirmationWord = ({
  target,
  argumentsDigest,
}: Pick<ApprovalRequest, 'target' | 'argumentsDigest'>): string =>
  PLAIN_NAME.test(target) && !COMMANDS.has(target.toLowerCase())
    ? target
    : display(argumentsDigest.replace(/^sha256:/, '').slice(0, 8));

const BELL = '\u0007';

/** What is not a screen may be a file or another program. */
const isScreen = (output: Writable): boolean => 'isTTY' in output && output.isTTY === true;

class TerminalConversation {
  readonly #options: TerminalOptions;
  readonly #question: ApprovalRequest;
  readonly #text: PromptText;
  readonly #strong: boolean;
  readonly #answered = Promise.withResolvers<ChannelAnswer | null>();
  #opened: boolean;
  #listening = false;

  constructor(options: TerminalOptions, question: ApprovalRequest) {
    this.#options = options;
    this.#question = question;
    this.#strong = question.decision.obligations.terms !== 'plain';
    this.#text = promptText(question);
    this.#opened = this.#text.isWhole;
  }

  async hold(signal: AbortSignal): Promise<ChannelAnswer | null> {
    const { input, output, clock = systemClock, ignoreMs = 500 } = this.#options;
    const fail = (): void => this.#answered.reject(closed());
    const leave = (): void => {
      this.#say(`\n${approvalMessages.terminal.decidedElsewhere}\n`);
      this.#answered.resolve(null);
    };
    // what is written to a screen that is gone fails without a word
    if (!output.writable) throw closed();
    for (const event of ['error', 'close']) output.on(event, fail);
    const lines = new TypedLines(input, { line: (text) => this.#line(text), end: fail });
    const stopWaiting = clock.after(ignoreMs, () => {
      lines.forget();
      this.#listening = true;
      this.#prompt();
    });
    signal.addEventListener('abort', leave, { once: true });
    this.#say(`${isScreen(output) ? BELL : ''}\n${this.#text.lines.join('\n')}\n`);
    try {
      return await this.#answered.promise;
    } finally {
      stopWaiting();
      lines.stop();
      signal.removeEventListener('abort', leave);
      for (const event of ['error', 'close']) output.off(event, fail);
    }
  }

  #say(text: string): void {
    this.#options.output.write(text);
  }

  #prompt(): void {
    const { server, target, principal } = this.#question;
    const { call, key, keys } = approvalMessages.terminal;
    const what = call({ tool: `${display(server)}/${display(target)}`, who: display(principal) });
    const offers = this.#offers().map(([letter, { words }]) => `${key({ key: letter, words })}\n`);
    this.#say(
      `${what}\n${offers.join('')}${keys({ word: this.#strong ? getConfirmationWord(this.#question) : null })}`,
    );
  }

  /** What may be chosen besides this call only, by its key. On strong terms nothing is. */
  #offers(): readonly (readonly [string, AllowOffer])[] {
    return this.#question.offers.flatMap((offer) =>
      this.#strong || offer.choice === 'once' ? [] : [[ALLOW_KEYS[offer.choice], offer] as const],
    );
  }

  #line(typed: string): void {
    if (!this.#listening) return;
    const line = typed.trim();
    const refusal = /^no?(?:\s+(?<reason>.*))?$/i.exec(line);
    if (refusal !== null) this.#answer('refuse', refusal.groups?.['reason']);
    else if (/^v(?:iew)?$/i.test(line)) {
      this.#opened = true;
      this.#say(`\n${formatQuestion(this.#question, { open: true })}\n`);
      this.#prompt();
    } else if (this.#strong ? line === getConfirmationWord(this.#question) : /^y(?:es)?$/i.test(line))
      this.#approve(undefined);
    else {
      const offer = this.#offers().find(([letter]) => letter === line.toLowerCase())?.[1];
      if (offer === undefined) this.#prompt();
      else this.#approve(offer);
    }
  }

  #approve(offer: AllowOffer | undefined): void {
    if (this.#opened) this.#answer('approve', undefined, offer);
    else {
      this.#say(`${approvalMessages.terminal.detailsFirst}\n`);
      this.#prompt();
    }
  }

  #answer(verdict: ChannelAnswer['verdict'], reason: string | undefined, offer?: AllowOffer): void {
    const { subject } = this.#options;
    this.#listening = false;
    const { approved, approvedAlways, denied } = approvalMessages.terminal;
    const who = { subject: display(subject) };
    const said =
      verdict === 'refuse'
        ? denied(who)
        : offer === undefined
          ? approved(who)
          : approvedAlways({ ...who, words: offer.words });
    this.#say(`${said}\n`);
    this.#answered.resolve({
      verdict,
      subject,
      via: 'terminal',
      opened: this.#opened,
      ...(reason === undefined || reason === '' ? {} : { reason }),
      ...(offer === undefined ? {} : { allow: offer.choice }),
    });
  }
}

const closed = (): CallgateError => new CallgateError(approvalErrors.terminalClosed());

/**
 * Asks at a terminal, one question at a time. Enter alone never approves, nor does anything typed before the prompt;
 * arguments that are not shown in full have to be opened first; on strong terms the name of the tool has to be typed.
 */
export const terminalChannel = (options: TerminalOptions): ApprovalChannel => ({
  name: 'terminal',
  ask: (question, signal) =>
    runUnlessAborted(signal, () => {
      const { input, output } = options;
      const hold = async (): Promise<ChannelAnswer | null> =>
        signal.aborted ? null : await new TerminalConversation(options, question).hold(signal);
      // channels that share a stream share the screen or the keyboard
      return runInTurn(output, () => ((output as object) === input ? hold() : runInTurn(input, hold)));
    }),
});
