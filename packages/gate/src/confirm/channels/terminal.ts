import { display } from '@callgate/core';
import { approvalMessages } from '@callgate/messages/approval';
import { systemClock } from '../../environment/clock.ts';
import type { AllowOffer } from '../allow-offers.ts';
import { ALLOW_KEYS } from '../allow-offers.ts';
import type { ApprovalChannel, ChannelAnswer, ApprovalRequest, GroupedRequest } from '../approval-channel.ts';
import type { PromptText } from '../prompt-text.ts';
import { promptText } from '../prompt-text.ts';
import { formatQuestion } from '../format-question.ts';
import { runInTurn } from './run-in-turn.ts';
import type { TerminalOptions } from './screen.ts';
import { bellOf, terminalClosed } from './screen.ts';
import { TerminalGroup } from './terminal-group.ts';
import { TypedLines } from './typed-lines.ts';
import { runUnlessAborted } from './run-unless-aborted.ts';

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
    const fail = (): void => this.#answered.reject(terminalClosed());
    const leave = (): void => {
      this.#say(`\n${approvalMessages.terminal.decidedElsewhere}\n`);
      this.#answered.resolve(null);
    };
    // what is written to a screen that is gone fails without a word
    if (!output.writable) throw terminalClosed();
    for (const event of ['error', 'close']) output.on(event, fail);
    const lines = new TypedLines(input, { line: (text) => this.#line(text), end: fail });
    const stopWaiting = clock.after(ignoreMs, () => {
      lines.forget();
      this.#listening = true;
      this.#prompt();
    });
    signal.addEventListener('abort', leave, { once: true });
    this.#say(`${bellOf(output)}\n${this.#text.lines.join('\n')}\n`);
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

/** One conversation at a time: channels that share a stream share the screen or the keyboard. */
const inTurn = <T>({ input, output }: TerminalOptions, hold: () => Promise<T>): Promise<T> =>
  runInTurn(output, () => ((output as object) === input ? hold() : runInTurn(input, hold)));

const isOpen = ({ signal }: GroupedRequest): boolean => !signal.aborted;

/**
 * Asks at a terminal, one question at a time. Enter alone never approves, nor does anything typed before the prompt;
 * arguments that are not shown in full have to be opened first; on strong terms the name of the tool has to be typed.
 * Of calls that came together, severe ones are asked about by themselves.
 */
export const terminalChannel = (options: TerminalOptions): ApprovalChannel => {
  const ask: ApprovalChannel['ask'] = (question, signal) =>
    runUnlessAborted(signal, () =>
      inTurn(options, async () =>
        signal.aborted ? null : await new TerminalConversation(options, question).hold(signal),
      ),
    );
  return {
    name: 'terminal',
    ask,
    askTogether: async (group, answer) => {
      const askAlone = async ({ question, signal }: GroupedRequest): Promise<void> => {
        const given = await ask(question, signal);
        if (given !== null) answer(question.call, given);
      };
      const severe = group.filter(({ question }) => question.alone !== null);
      const others = group.filter(({ question }) => question.alone === null);
      await Promise.all([
        ...severe.map(askAlone),
        inTurn(options, async () => {
          const open = others.filter(isOpen);
          if (open.length > 1) await new TerminalGroup(options, open, answer).hold();
          return open;
        }).then(async ([only, ...more]) => {
          if (only !== undefined && more.length === 0) await askAlone(only);
        }),
      ]);
    },
  };
};
