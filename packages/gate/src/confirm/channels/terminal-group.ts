import { display } from '@callgate/core';
import { approvalMessages } from '@callgate/messages/approval';
import { systemClock } from '../../environment/clock.ts';
import type { ApprovalChannel, ChannelAnswer, GroupedRequest } from '../approval-channel.ts';
import { formatQuestion } from '../format-question.ts';
import { promptText } from '../prompt-text.ts';
import type { TerminalOptions } from './screen.ts';
import { bellOf, terminalClosed } from './screen.ts';
import { TypedLines } from './typed-lines.ts';

const text = approvalMessages.terminal.group;

/** One of the calls, by the number that a person types. */
interface ListedRequest extends GroupedRequest {
  readonly number: number;
  /** The person has seen the whole arguments. */
  opened: boolean;
}

type Tell = Parameters<NonNullable<ApprovalChannel['askTogether']>>[1];

const NUMBERS = /^\d{1,3}(?:[\s,]+\d{1,3})*$/;

const numbersIn = (typed: string): ReadonlySet<number> => new Set(typed.split(/[\s,]+/).map(Number));

/** Calls that came together at a terminal: each is listed and answered by its number, or all with one word. */
export class TerminalGroup {
  readonly #options: TerminalOptions;
  readonly #calls: readonly ListedRequest[];
  readonly #tell: Tell;
  readonly #over = Promise.withResolvers<void>();
  readonly #open: Set<ListedRequest>;
  #isListening = false;

  constructor(options: TerminalOptions, group: readonly GroupedRequest[], tell: Tell) {
    this.#options = options;
    this.#tell = tell;
    this.#calls = group.map((each, at) => ({
      ...each,
      number: at + 1,
      opened: promptText(each.question).isWhole,
    }));
    this.#open = new Set(this.#calls);
  }

  async hold(): Promise<void> {
    const { input, output, clock = systemClock, ignoreMs = 500 } = this.#options;
    const fail = (): void => this.#over.reject(terminalClosed());
    if (!output.writable) throw terminalClosed();
    for (const event of ['error', 'close']) output.on(event, fail);
    const lines = new TypedLines(input, { line: (typed) => this.#line(typed.trim()), end: fail });
    const stopWaiting = clock.after(ignoreMs, () => {
      lines.forget();
      this.#isListening = true;
      this.#prompt();
    });
    const left = new AbortController();
    for (const each of this.#calls)
      each.signal.addEventListener('abort', () => this.#leave(each), { signal: left.signal });
    this.#say(`${bellOf(output)}\n${this.#listing()}\n`);
    try {
      await this.#over.promise;
    } finally {
      left.abort();
      stopWaiting();
      lines.stop();
      for (const event of ['error', 'close']) output.off(event, fail);
    }
  }

  #say(shown: string): void {
    this.#options.output.write(shown);
  }

  #listing(): string {
    const count = this.#calls.length;
    const listed = this.#calls.map(({ number, question }) => {
      const [title = '', ...lines] = promptText(question).lines;
      return [text.number({ number, count }) + title, ...lines.map((line) => `    ${line}`)].join('\n');
    });
    return [text.title({ count }), ...listed].join('\n');
  }

  #prompt(): void {
    const numbers = [...this.#open].map(({ number }) => number);
    this.#say(`${text.left({ numbers })}\n${text.keys}`);
  }

  #leave(call: ListedRequest): void {
    if (!this.#open.delete(call)) return;
    this.#say(`\n${text.decidedElsewhere(call)}\n`);
    this.#goOn();
  }

  #goOn(): void {
    if (this.#open.size === 0) this.#over.resolve();
    else if (this.#isListening) this.#prompt();
  }

  #line(line: string): void {
    if (!this.#isListening) return;
    const denied = /^no?\s+(?<number>\d{1,3})(?:\s+(?<reason>.*))?$/i.exec(line)?.groups;
    const view = /^v(?:iew)?\s+(?<number>\d{1,3})$/i.exec(line)?.groups;
    const none = /^none(?:\s+(?<reason>.*))?$/i.exec(line);
    if (/^all$/i.test(line)) this.#approve([...this.#open]);
    else if (NUMBERS.test(line)) this.#approve(this.#numbered(numbersIn(line)));
    else if (none !== null) this.#answer([...this.#open], 'refuse', none.groups?.['reason']);
    else if (denied !== undefined)
      this.#answer(this.#numbered(new Set([Number(denied['number'])])), 'refuse', denied['reason']);
    else if (view !== undefined) this.#view(this.#numbered(new Set([Number(view['number'])])));
    else this.#prompt();
  }

  /** Nothing where one of the numbers is no open call: what a person mistyped approves nothing. */
  #numbered(numbers: ReadonlySet<number>): readonly ListedRequest[] {
    const meant = [...this.#open].filter(({ number }) => numbers.has(number));
    return meant.length === numbers.size ? meant : [];
  }

  #view(calls: readonly ListedRequest[]): void {
    for (const call of calls) {
      call.opened = true;
      this.#say(`\n${formatQuestion(call.question, { open: true })}\n`);
    }
    this.#prompt();
  }

  #approve(calls: readonly ListedRequest[]): void {
    const unread = calls.filter(({ opened }) => !opened);
    if (unread.length === 0) this.#answer(calls, 'approve');
    else {
      this.#say(`${text.detailsFirst({ numbers: unread.map(({ number }) => number) })}\n`);
      this.#prompt();
    }
  }

  #answer(calls: readonly ListedRequest[], verdict: ChannelAnswer['verdict'], reason = ''): void {
    const { subject } = this.#options;
    const said = verdict === 'approve' ? text.approved : text.denied;
    for (const call of calls) {
      const { number, question, opened } = call;
      this.#open.delete(call);
      this.#say(`${said({ number, subject: display(subject) })}\n`);
      this.#tell(question.call, {
        verdict,
        subject,
        via: 'terminal',
        opened,
        ...(reason === '' ? {} : { reason }),
      });
    }
    if (calls.length > 0) this.#listenAfterwards();
    else this.#goOn();
  }

  /** What follows an answer in the same breath, as the further lines of a pasted reason, answers nothing. */
  #listenAfterwards(): void {
    this.#isListening = false;
    queueMicrotask(() => {
      this.#isListening = true;
      this.#goOn();
    });
  }
}
