import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ASKED_AT, ASKS_STRONGLY, HOSTILE, question } from '../../../test/confirm-question.ts';
import { virtualClock } from '../../../test/harness/virtual-clock.ts';
import type { ApprovalRequest, ChannelAnswer } from '../approval-channel.ts';
import { terminalChannel } from './terminal.ts';

const listed = (call: string, more: Partial<ApprovalRequest> = {}): ApprovalRequest =>
  question({ call, arguments: { to: `${call}@example.org` }, ...more });

const LONG = { body: 'x'.repeat(5000) };

/** A person at a terminal who is asked about several calls. */
class GroupTerminal {
  readonly #input = new PassThrough();
  readonly #output = new PassThrough();
  readonly #clock = virtualClock(ASKED_AT);
  readonly #endings = new Map<string, AbortController>();
  readonly answers: (readonly [call: string, verdict: string, opened: boolean, reason?: string])[] = [];
  screen = '';
  isOver = false;
  failed: unknown;

  constructor() {
    this.#output.setEncoding('utf8').on('data', (text: string) => {
      this.screen += text;
    });
  }

  async asks(...questions: readonly ApprovalRequest[]): Promise<void> {
    const { askTogether } = terminalChannel({
      input: this.#input,
      output: this.#output,
      clock: this.#clock,
      subject: 'ann',
    });
    const group = questions.map((each) => {
      const ending = new AbortController();
      this.#endings.set(each.call, ending);
      return { question: each, signal: ending.signal };
    });
    askTogether?.(group, (call, answer) => this.#answered(call, answer)).then(
      () => (this.isOver = true),
      (error: unknown) => (this.failed = error),
    );
    await this.#settles();
  }

  #answered(call: string, { verdict, opened, reason }: ChannelAnswer): void {
    this.answers.push(reason === undefined ? [call, verdict, opened] : [call, verdict, opened, reason]);
  }

  decidedElsewhere(call: string): void {
    this.#endings.get(call)?.abort();
  }

  async types(text: string): Promise<void> {
    this.#input.write(`${text}\n`);
    await this.#settles();
  }

  async waits(): Promise<void> {
    this.#clock.advance(500);
    await this.#settles();
  }

  close(): void {
    this.#input.destroy();
  }

  async #settles(): Promise<void> {
    for (let turn = 0; turn < 8; turn += 1) await nextTurn();
  }
}

const asked = async (...questions: readonly ApprovalRequest[]): Promise<GroupTerminal> => {
  const terminal = new GroupTerminal();
  await terminal.asks(...questions);
  await terminal.waits();
  return terminal;
};

describe('several calls at the terminal', () => {
  it('are one prompt that numbers each with its arguments', async () => {
    const { screen } = await asked(listed('one'), listed('two'), listed('three'));
    for (const [at, call] of ['one', 'two', 'three'].entries())
      expect(screen).toMatch(new RegExp(`\\[${at + 1} of 3\\] .*\\n(?: {4}.*\\n)*.*${call}@example.org`));
    expect(screen.split('all = approve all')).toHaveLength(2);
  });

  it('are all approved, or all denied with a reason', async () => {
    const yes = await asked(listed('one'), listed('two'));
    await yes.types('all');
    expect(yes.answers).toEqual([
      ['one', 'approve', true],
      ['two', 'approve', true],
    ]);
    expect(yes.isOver).toBe(true);
    const no = await asked(listed('one'), listed('two'));
    await no.types('none too much');
    expect(no.answers).toEqual([
      ['one', 'refuse', true, 'too much'],
      ['two', 'refuse', true, 'too much'],
    ]);
  });

  it('are not answered by the further lines of a pasted reason', async () => {
    const terminal = await asked(listed('one'), listed('two'), listed('three'));
    await terminal.types('no 2 wrong address\n1\nall');
    expect(terminal.answers).toEqual([['two', 'refuse', true, 'wrong address']]);
    await terminal.types('3');
    expect(terminal.answers).toHaveLength(2);
  });

  it('are approved by their numbers, and the others stay open', async () => {
    const terminal = await asked(listed('one'), listed('two'), listed('three'));
    await terminal.types('1, 3');
    expect(terminal.answers.map(([call]) => call)).toEqual(['one', 'three']);
    expect(terminal.isOver).toBe(false);
    await terminal.types('no 2 wrong address');
    expect(terminal.answers.at(-1)).toEqual(['two', 'refuse', true, 'wrong address']);
    expect(terminal.isOver).toBe(true);
  });

  it.each(['', 'y', 'yes', '0', '4', '1 4', '1x', '-1', 'al', 'all 1', '1 all', 'no', 'none1', 'v 9', '１'])(
    'are not decided by %j',
    async (typed) => {
      const terminal = await asked(listed('one'), listed('two'), listed('three'));
      await terminal.types(typed);
      expect(terminal.answers).toEqual([]);
    },
  );

  it('are not approved while arguments are cut: they have to be opened', async () => {
    const terminal = await asked(listed('one'), listed('two', { arguments: LONG }));
    await terminal.types('all');
    expect(terminal.answers).toEqual([]);
    expect(terminal.screen).toContain('Type v 2 first');
    await terminal.types('v 2');
    expect(terminal.screen).toContain(LONG.body);
    await terminal.types('all');
    expect(terminal.answers).toHaveLength(2);
  });

  it('hear nothing that was typed before the prompt', async () => {
    const terminal = new GroupTerminal();
    await terminal.asks(listed('one'), listed('two'));
    await terminal.types('all');
    await terminal.waits();
    expect(terminal.answers).toEqual([]);
  });

  it('lose those that were decided elsewhere', async () => {
    const terminal = await asked(listed('one'), listed('two'));
    terminal.decidedElsewhere('one');
    await terminal.types('1');
    expect(terminal.answers).toEqual([]);
    await terminal.types('all');
    expect(terminal.answers.map(([call]) => call)).toEqual(['two']);
  });

  it('are asked about by themselves where they are severe, and no word for all reaches them', async () => {
    const severe = listed('severe', {
      decision: ASKS_STRONGLY,
      alone: { code: 'extraChecks' },
      target: 'wipe_disk',
    });
    const terminal = await asked(listed('one'), severe, listed('two'));
    await terminal.types('all');
    expect(terminal.answers).toEqual([]);
    await terminal.types('wipe_disk');
    expect(terminal.answers.map(([call]) => call)).toEqual(['severe']);
    await terminal.waits();
    await terminal.types('all');
    expect(terminal.answers.map(([call]) => call)).toEqual(['severe', 'one', 'two']);
  });

  it('fail with the terminal', async () => {
    const terminal = await asked(listed('one'), listed('two'));
    terminal.close();
    await terminal.waits();
    expect(terminal.failed).toMatchObject({ code: 'TERMINAL_CLOSED' });
  });

  it.each(HOSTILE)('show no text of others as it is: %j', async (text) => {
    const names = { server: text, target: text, principal: text, client: text, arguments: { [text]: text } };
    const { screen } = await asked(listed('one', names), listed('two', { ...names, call: 'two' }));
    if (!/^[\x20-\x7e]*$/.test(text)) expect(screen).not.toContain(text);
    // no value can imitate the line of another call
    expect(screen.match(/^\[\d of 2\] /gm)).toHaveLength(2);
  });
});
