import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  ASKED_AT,
  ASKS_STRONGLY,
  HOSTILE,
  hostileQuestion,
  question,
} from '../../../test/confirm-question.ts';
import { virtualClock } from '../../../test/harness/virtual-clock.ts';
import type { ChannelAnswer, ApprovalRequest } from '../approval-channel.ts';
import { terminalChannel, getConfirmationWord } from './terminal.ts';

const PENDING = 'pending';

/** One question on its way. */
class TerminalQuestion {
  outcome: ChannelAnswer | null | Error | typeof PENDING = PENDING;
  readonly #ending = new AbortController();

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  abort(): void {
    this.#ending.abort();
  }
}

/** A person at a terminal. */
class TestTerminal {
  readonly input = new PassThrough();
  readonly output = new PassThrough();
  readonly clock = virtualClock(ASKED_AT);
  screen = '';

  constructor() {
    this.output.setEncoding('utf8').on('data', (text: string) => {
      this.screen += text;
    });
  }

  /** Puts a question and lets what others do about it happen. */
  async asks(about: ApprovalRequest): Promise<TerminalQuestion> {
    const asked = new TerminalQuestion();
    const channel = terminalChannel({ ...this, subject: 'ann' });
    channel.ask(about, asked.signal).then(
      (answer) => (asked.outcome = answer),
      (error: Error) => (asked.outcome = error),
    );
    await this.settles();
    return asked;
  }

  /** The same, until the prompt is there. */
  async prompts(about: ApprovalRequest): Promise<TerminalQuestion> {
    const asked = await this.asks(about);
    await this.waits();
    return asked;
  }

  async waits(): Promise<void> {
    this.clock.advance(500);
    await this.settles();
  }

  async types(text: string): Promise<void> {
    this.input.write(text);
    await this.settles();
  }

  async settles(): Promise<void> {
    for (let turn = 0; turn < 6; turn += 1) await nextTurn();
  }
}

const YES = { verdict: 'approve', subject: 'ann', via: 'terminal', opened: true };

describe('a question at the terminal', () => {
  it('rings once, on a screen only', async () => {
    const terminal = new TestTerminal();
    const first = await terminal.prompts(question());
    expect(terminal.screen).not.toContain('\u0007');
    first.abort();
    await terminal.settles();
    Object.assign(terminal.output, { isTTY: true });
    await terminal.prompts(question());
    expect(terminal.screen.split('\u0007')).toHaveLength(2);
  });

  it('is approved by y and refused by n, with a reason if there is one', async () => {
    const terminal = new TestTerminal();
    const first = await terminal.prompts(question());
    expect(terminal.screen).toContain('mail/send_message for local\ny = approve, n = deny');
    await terminal.types('y\n');
    expect(first.outcome).toEqual(YES);
    const second = await terminal.prompts(question());
    await terminal.types('n  not to him \r\n');
    expect(second.outcome).toEqual({ ...YES, verdict: 'refuse', reason: 'not to him' });
    const third = await terminal.prompts(question());
    await terminal.types('No\n');
    expect(third.outcome).toEqual({ ...YES, verdict: 'refuse' });
  });

  it.each(['', ' ', 'ja', 'yess', 'y y', 'yn', 'send_message', '\u0003', 'nope'])(
    'is not answered by %j, which asks again',
    async (line) => {
      const terminal = new TestTerminal();
      const asked = await terminal.prompts(question());
      await terminal.types(`${line}\n`);
      expect(asked.outcome).toBe(PENDING);
      expect(terminal.screen.split('y = approve')).toHaveLength(3);
      await terminal.types('yes\n');
      expect(asked.outcome).toEqual(YES);
    },
  );

  it('is not answered by what was typed before the prompt was there', async () => {
    const terminal = new TestTerminal();
    await terminal.types('y\n');
    const asked = await terminal.asks(question());
    await terminal.types('y\ny');
    expect(terminal.screen).toContain('Call: mail/send_message');
    expect(terminal.screen).not.toContain('y = approve');
    await terminal.waits();
    await terminal.types('\n');
    expect(asked.outcome).toBe(PENDING);
    await terminal.types('y\n');
    expect(asked.outcome).toEqual(YES);
  });

  it('is not answered by what followed the answer to another', async () => {
    const terminal = new TestTerminal();
    const first = await terminal.prompts(question());
    const second = await terminal.asks(question({ call: 'c2' }));
    await terminal.types('y\ny\ny\n');
    await terminal.waits();
    expect(first.outcome).toEqual(YES);
    expect(second.outcome).toBe(PENDING);
  });

  it('waits until the screen is free', async () => {
    const terminal = new TestTerminal();
    const first = await terminal.prompts(question({ principal: 'first' }));
    const second = await terminal.asks(question({ principal: 'second' }));
    await terminal.waits();
    expect(terminal.screen).toContain('for first');
    expect(terminal.screen).not.toContain('for second');
    await terminal.types('n\n');
    expect(first.outcome).toMatchObject({ verdict: 'refuse' });
    expect(terminal.screen).toContain('for second');
    await terminal.waits();
    await terminal.types('y\n');
    expect(second.outcome).toEqual(YES);
  });

  it('may come with its characters in any pieces', async () => {
    const terminal = new TestTerminal();
    const asked = await terminal.prompts(question());
    for (const byte of Buffer.from('n für später\n')) {
      terminal.input.write(Buffer.of(byte));
      await terminal.settles();
    }
    expect(asked.outcome).toMatchObject({ verdict: 'refuse', reason: 'für später' });
  });
});

describe('what a yes reaches', () => {
  const offers = [
    { choice: 'once', words: 'Only this call' },
    { choice: 'folder', words: 'Allow write_file of files on files in /w/plans and below, for 30 days' },
    { choice: 'always', words: 'Allow write_file of files with any arguments, for 30 days' },
  ] as const;

  it('is chosen by a key, and said before and after', async () => {
    const terminal = new TestTerminal();
    const asked = await terminal.prompts(question({ offers }));
    expect(terminal.screen).toContain(
      'f = approve. Allow write_file of files on files in /w/plans and below',
    );
    await terminal.types('f\n');
    expect(asked.outcome).toEqual({ ...YES, allow: 'folder' });
    expect(terminal.screen).toContain('Approved by ann. Allow write_file of files on files in /w/plans');
    const narrow = await terminal.prompts(question({ offers }));
    await terminal.types('y\n');
    expect(narrow.outcome).toEqual(YES);
  });

  it('is not more than what is offered, and never more than one call on strong terms', async () => {
    const terminal = new TestTerminal();
    const plain = await terminal.prompts(question({ offers }));
    await terminal.types('s\n');
    expect(plain.outcome).toBe(PENDING);
    await terminal.types('n\n');
    const strong = await terminal.prompts(question({ offers, decision: ASKS_STRONGLY }));
    for (const line of ['f', 'a']) await terminal.types(`${line}\n`);
    expect(strong.outcome).toBe(PENDING);
    await terminal.types('send_message\n');
    expect(strong.outcome).toEqual(YES);
  });
});

describe('the whole arguments', () => {
  const long = question({ arguments: { body: `${'a'.repeat(500)}MIDDLE${'z'.repeat(500)}` } });

  it('have to be opened before there can be a yes', async () => {
    const terminal = new TestTerminal();
    const asked = await terminal.prompts(long);
    await terminal.types('y\n');
    expect(asked.outcome).toBe(PENDING);
    expect(terminal.screen).toContain('Not all arguments are shown. Type v first.');
    expect(terminal.screen).not.toContain('MIDDLE');
    await terminal.types('v\n');
    expect(terminal.screen).toContain('MIDDLE');
    await terminal.types('y\n');
    expect(asked.outcome).toEqual(YES);
  });

  it('need not be opened for a no', async () => {
    const terminal = new TestTerminal();
    const asked = await terminal.prompts(long);
    await terminal.types('n\n');
    expect(asked.outcome).toEqual({ ...YES, verdict: 'refuse', opened: false });
  });
});

describe('strong terms', () => {
  it('need the name of the tool', async () => {
    const terminal = new TestTerminal();
    const asked = await terminal.prompts(question({ decision: ASKS_STRONGLY }));
    expect(terminal.screen).toContain('type send_message to approve');
    for (const line of ['y', 'yes', 'send', 'SEND_MESSAGE', '']) await terminal.types(`${line}\n`);
    expect(asked.outcome).toBe(PENDING);
    await terminal.types('send_message\n');
    expect(asked.outcome).toEqual(YES);
  });

  it('need what is folded to be opened as well', async () => {
    const terminal = new TestTerminal();
    const asked = await terminal.prompts(
      question({ decision: ASKS_STRONGLY, arguments: { body: 'x'.repeat(700) } }),
    );
    await terminal.types('send_message\n');
    expect(asked.outcome).toBe(PENDING);
    await terminal.types('v\nsend_message\n');
    expect(asked.outcome).toEqual(YES);
  });

  it.each(['y', 'n', 'no', 'v', 'yes', 'View', 'file:///x y', 'a\u202eb', ''])(
    'need part of a digest where the name is %j',
    (target) => {
      const argumentsDigest = `sha256:${'0123456789abcdef'.repeat(4)}`;
      expect(getConfirmationWord({ target, argumentsDigest })).toBe('01234567');
    },
  );
});

describe('a question that is settled otherwise', () => {
  it('leaves the screen to the next one', async () => {
    const terminal = new TestTerminal();
    const first = await terminal.prompts(question({ principal: 'first' }));
    const second = await terminal.asks(question({ principal: 'second' }));
    first.abort();
    await terminal.settles();
    expect(first.outcome).toBeNull();
    expect(terminal.screen).toContain('This call was decided elsewhere.');
    await terminal.waits();
    await terminal.types('y\n');
    expect(second.outcome).toEqual(YES);
  });

  it('is never shown if that happened before its turn', async () => {
    const terminal = new TestTerminal();
    const first = await terminal.prompts(question({ principal: 'first' }));
    const second = await terminal.asks(question({ principal: 'second' }));
    second.abort();
    await terminal.settles();
    expect(second.outcome).toBeNull();
    await terminal.types('y\n');
    expect(first.outcome).toEqual(YES);
    expect(terminal.screen).not.toContain('second');
  });

  it('leaves no listener and no timer behind', async () => {
    const terminal = new TestTerminal();
    const before = terminal.input.eventNames().map((name) => terminal.input.listenerCount(name));
    const asked = await terminal.asks(question());
    asked.abort();
    await terminal.settles();
    expect(terminal.input.eventNames().map((name) => terminal.input.listenerCount(name))).toEqual(before);
    expect(terminal.clock.pending).toBe(0);
    expect(terminal.input.isPaused()).toBe(true);
  });
});

describe('a terminal that is closed', () => {
  it('is an error and no answer', async () => {
    const terminal = new TestTerminal();
    const first = await terminal.prompts(question());
    terminal.input.end('y');
    await terminal.settles();
    expect(first.outcome).toMatchObject({ code: 'TERMINAL_CLOSED' });
    const second = await terminal.prompts(question());
    expect(second.outcome).toMatchObject({ code: 'TERMINAL_CLOSED' });
  });

  it('is an error also where only the screen is gone', async () => {
    const terminal = new TestTerminal();
    const asked = await terminal.prompts(question());
    terminal.output.destroy(new Error('gone'));
    await terminal.settles();
    expect(asked.outcome).toMatchObject({ code: 'TERMINAL_CLOSED' });
    const unseen = await terminal.prompts(question());
    await terminal.types('y\n');
    expect(unseen.outcome).toMatchObject({ code: 'TERMINAL_CLOSED' });
  });
});

it.each(HOSTILE)('shows hostile text in every place as what it is (%#)', async (text) => {
  const terminal = new TestTerminal();
  const asked = await terminal.prompts(hostileQuestion(text));
  await terminal.types('v\n');
  await terminal.types('y\n');
  expect(asked.outcome).toEqual(YES);
  expect(terminal.screen).toMatch(/^[\n -~⟦⟧“”…│]*$/);
});
