import { setTimeout } from 'node:timers/promises';
import type { ReadStream } from 'node:tty';
import type { ApprovalRequest } from '@callgate/gate/confirm';
import type { VoteParams } from '@callgate/operations/socket';
import { formatQuestion, promptText } from '@callgate/gate/confirm';
import { approvalMessages, grantRefusalText, voteReasonText } from '@callgate/messages/approval';
import { CallgateError, display } from '@callgate/core';
import { everydayMessages } from '@callgate/messages/cli/everyday';
import { Alarm } from '../alarm.ts';
import { voteOutcomeText, findQuestion } from '../cast-vote.ts';
import type { OperationsAccess } from '../open-operations-access.ts';
import { openOperationsAccess } from '../open-operations-access.ts';
import { POLL_MS, isGone } from '../watch-inbox.ts';
import type { ScreenStyle, ScreenSize } from './draw-screen.ts';
import { callLines, drawScreen, createScreenStyle, contentRows } from './draw-screen.ts';
import type { TerminalOutput } from './full-screen.ts';
import { FullScreen } from './full-screen.ts';
import { readKeys } from './read-keys.ts';
import { handleKey } from './handle-key.ts';
import type { ScreenEffect, ScreenState } from './screen-state.ts';
import { INITIAL_SCREEN_STATE, withCalls } from './screen-state.ts';

/** More than this nobody looks through; the next come up as these go. */
const LOADED = 100;
/** However much happens, it is not looked at more often. */
const REST_MS = 100;

const errorText = (error: unknown): string =>
  error instanceof CallgateError
    ? error.message
    : display(error instanceof Error ? error.message : String(error), { max: 300 });

class InboxScreen {
  readonly #screen: FullScreen;
  readonly #ink: ScreenStyle;
  readonly #alarm: Alarm = new Alarm();
  readonly #over = Promise.withResolvers<{ readonly interrupted: boolean }>();
  #state: ScreenState = INITIAL_SCREEN_STATE;
  #ended = false;

  constructor(input: ReadStream, output: TerminalOutput) {
    this.#screen = new FullScreen(input, output);
    this.#ink = createScreenStyle(process.env['NO_COLOR'] === undefined || process.env['NO_COLOR'] === '');
  }

  /** Until the user leaves. True if by Ctrl-C. */
  async run(): Promise<boolean> {
    // before the screen is taken: where there is nothing to watch, that is said as always
    const access = await openOperationsAccess({ write: false, note: (text) => this.#say(text) });
    this.#screen.open(
      (text) => this.#typed(text),
      () => this.#draw(),
      (error) => this.#over.reject(error),
    );
    try {
      this.#draw();
      this.#follow(access).catch((error: unknown) => this.#over.reject(error));
      return (await this.#over.promise).interrupted;
    } finally {
      this.#ended = true;
      this.#alarm.ring();
      this.#screen.close();
    }
  }

  get #size(): ScreenSize {
    return { columns: this.#screen.columns, rows: this.#screen.rows };
  }

  #draw(): void {
    const { open } = this.#state;
    if (open !== undefined) {
      // what fits on the screen has been shown; a wider or higher one shows more at once
      const last = Math.max(0, callLines(open, this.#size).length - contentRows(this.#size));
      const top = Math.min(open.top, last);
      if (top !== open.top || (top >= last && !open.readToEnd))
        this.#state = { ...this.#state, open: { ...open, top, readToEnd: open.readToEnd || top >= last } };
    }
    this.#screen.draw(drawScreen(this.#state, this.#size, Date.now(), this.#ink));
  }

  #set(change: Partial<ScreenState>): void {
    this.#state = { ...this.#state, ...change };
    if (!this.#ended) this.#draw();
  }

  #say(said: string): void {
    this.#set({ said });
  }

  #typed(text: string): void {
    for (const key of readKeys(text)) {
      const { open } = this.#state;
      const { state, effect } = handleKey(this.#state, key, {
        room: contentRows(this.#size),
        lines: open === undefined ? 0 : callLines(open, this.#size).length,
        now: Date.now(),
      });
      this.#state = state;
      if (effect?.do === 'quit') this.#over.resolve({ interrupted: effect.interrupted });
      else if (effect !== undefined) this.#carryOut(effect);
    }
    this.#draw();
  }

  #carryOut(effect: Exclude<ScreenEffect, { readonly do: 'quit' }>): void {
    this.#done(effect)
      .catch((error: unknown) => this.#set({ busy: false, said: errorText(error) }))
      .finally(() => this.#alarm.ring());
  }

  async #done(effect: Exclude<ScreenEffect, { readonly do: 'quit' }>): Promise<void> {
    switch (effect.do) {
      case 'open':
        await this.#at(effect.call, (question) => this.#show(question));
        break;
      case 'refuse':
        await this.#at(effect.call, (question, access) =>
          this.#vote(access, question, {
            verdict: 'refuse',
            opened: false,
            ...(effect.reason === '' ? {} : { reason: effect.reason }),
          }),
        );
        break;
      case 'approve': {
        const { scope, question: seen } = effect;
        await this.#at(seen.call, (_, access) =>
          this.#vote(access, seen, {
            verdict: 'approve',
            opened: true,
            ...(scope.kind === 'once' ? {} : { grant: scope }),
          }),
        );
        break;
      }
    }
  }

  /** Sits down where the call is held, for as long as it takes. */
  async #at(
    call: string,
    work: (question: ApprovalRequest, access: OperationsAccess) => void | Promise<void>,
  ): Promise<void> {
    const access = await openOperationsAccess({ write: true, call, note: (text) => this.#say(text) });
    try {
      const found = await findQuestion(access, call);
      if ('question' in found) await work(found.question, access);
      else
        this.#set({
          busy: false,
          open: undefined,
          said: approvalMessages.screen.undecidedBecause({ because: found.because }),
        });
    } finally {
      await access.close();
    }
  }

  #show(question: ApprovalRequest): void {
    this.#set({
      busy: false,
      said: '',
      open: {
        question,
        text: `${promptText(question).lines.join('\n')}\n\n${formatQuestion(question, { open: true }).trimEnd()}`,
        top: 0,
        readToEnd: false,
        scope: { kind: 'once' },
        shownAt: Date.now(),
      },
    });
  }

  async #vote(
    { operations }: OperationsAccess,
    question: ApprovalRequest,
    word: Omit<VoteParams, 'call' | 'binding'>,
  ): Promise<void> {
    const { call, binding } = question;
    const result = await operations.ask('inbox.vote', { ...word, call, binding });
    const { refusedBecause, grant, noGrantBecause } = result;
    const also =
      grant === null
        ? noGrantBecause === null
          ? ''
          : `; ${approvalMessages.inbox.noGrant({ because: display(grantRefusalText(noGrantBecause), { max: 200 }) })}`
        : `; ${approvalMessages.inbox.granted({ grant: grant.words })}`;
    this.#set({
      busy: false,
      open: undefined,
      said:
        refusedBecause === null
          ? voteOutcomeText(question, result) + also
          : approvalMessages.inbox.notCounted({
              because: display(voteReasonText(refusedBecause), { max: 300 }),
            }),
    });
  }

  /** Keeps the list as it is, also when the gate that answered ends. */
  async #follow(first: OperationsAccess): Promise<void> {
    let access = first;
    for (;;) {
      try {
        await access.listen(() => this.#alarm.ring());
        while (!this.#ended) {
          await this.#look(access);
          await this.#alarm.sleep(POLL_MS);
          if (!this.#ended) await setTimeout(REST_MS);
        }
        return;
      } catch (error) {
        if (!isGone(error)) throw error;
      } finally {
        await access.close();
      }
      access = await openOperationsAccess({ write: false, note: (text) => this.#say(text) });
    }
  }

  async #look({ operations }: OperationsAccess): Promise<void> {
    const page = await operations.ask('inbox.list', { limit: LOADED });
    this.#state = withCalls(this.#state, page.items, page.waiting);
    const { open, busy } = this.#state;
    const gone =
      open !== undefined && page.next === null && !page.items.some(({ id }) => id === open.question.call);
    if (gone && !busy) this.#state = { ...this.#state, said: everydayMessages.inbox.gone };
    if (!this.#ended) this.#draw();
  }
}

/** The inbox on the whole terminal, until the user leaves it. True if by Ctrl-C. */
export const watchScreen = (input: ReadStream, output: TerminalOutput): Promise<boolean> =>
  new InboxScreen(input, output).run();
