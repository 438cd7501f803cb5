import { systemClock } from '@callgate/gate';
import { GATE_CLOSES } from '@callgate/gate/confirm';
import { describe, expect, it } from 'vitest';
import { virtualClock } from '../../../gate/test/harness/virtual-clock.ts';
import { HOSTILE, hostileQuestion, question } from '../../../gate/test/confirm-question.ts';
import type { Notifier } from './notifier.ts';
import { notifierChannel } from './notifier-channel.ts';

/** Remembers what it was told and settled. */
const rememberingNotifier = (): { readonly notifier: Notifier; readonly told: string[] } => {
  const told: string[] = [];
  const notifier: Notifier = {
    name: 'test',
    tell: ({ title, lines }) => Promise.resolve(void told.push([title, ...lines].join('\n'))),
    settle: ({ call }) => Promise.resolve(void told.push(`settled ${call}`)),
  };
  return { notifier, told };
};

describe('the channel of a notifier', () => {
  it('takes back what it told when the call is decided, and not when only the gate closes', async () => {
    const { notifier, told } = rememberingNotifier();
    const channel = notifierChannel(notifier, { clock: systemClock });
    const [decided, closing] = [new AbortController(), new AbortController()];
    await channel.ask(question(), decided.signal);
    await channel.ask(question(), closing.signal);
    closing.abort(GATE_CLOSES);
    expect(told).toHaveLength(2);
    decided.abort();
    expect(told.slice(2)).toEqual([`settled ${question().call}`]);
  });

  it('takes it back also where the call was decided while people were told', async () => {
    const asking = new AbortController();
    const { notifier, told } = rememberingNotifier();
    const slow: Notifier = {
      ...notifier,
      tell: async (...args) => {
        await notifier.tell(...args);
        asking.abort();
      },
    };
    await notifierChannel(slow, { clock: systemClock }).ask(question(), asking.signal);
    expect(told[1]).toBe(`settled ${question().call}`);
  });

  it('opens no incident that stands for several calls: nothing would end it', async () => {
    const { notifier, told } = rememberingNotifier();
    const channel = notifierChannel(notifier, { clock: systemClock, mostAnHour: 1 });
    for (let call = 0; call < 3; call += 1) await channel.ask(question(), new AbortController().signal);
    expect(told).toHaveLength(1);
  });

  it('tells once of calls that came together, and takes it back when all of them are decided', async () => {
    const { notifier, told } = rememberingNotifier();
    const channel = notifierChannel(notifier, { clock: systemClock, mostAnHour: 1 });
    const endings = [new AbortController(), new AbortController(), new AbortController()];
    const group = endings.map(({ signal }, at) => ({
      question: question({ call: `c${at}`, target: `tool_${at}` }),
      signal,
    }));
    await channel.askTogether?.(group, () => {});
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('Approval needed: 3 calls');
    for (const at of [0, 1, 2]) expect(told[0]).toContain(`tool_${at}`);
    endings[0]?.abort();
    endings[1]?.abort();
    expect(told).toHaveLength(1);
    endings[2]?.abort();
    expect(told.slice(1)).toEqual(['settled c0']);
  });

  it('tells of those that still wait after a while', async () => {
    const { notifier, told } = rememberingNotifier();
    const clock = virtualClock(0);
    const channel = notifierChannel(notifier, { clock, afterMs: 1000 });
    const [decided, waiting] = [new AbortController(), new AbortController()];
    const asking = channel.askTogether?.(
      [
        { question: question({ call: 'c1', target: 'gone' }), signal: decided.signal },
        { question: question({ call: 'c2', target: 'left' }), signal: waiting.signal },
      ],
      () => {},
    );
    decided.abort();
    clock.advance(1000);
    await asking;
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('left');
    expect(told[0]).not.toContain('gone');
  });

  it.each(HOSTILE)('lets no name in a list of calls speak: %j', async (text) => {
    const { notifier, told } = rememberingNotifier();
    const { signal } = new AbortController();
    await notifierChannel(notifier, { clock: systemClock, withArguments: true }).askTogether?.(
      [
        { question: hostileQuestion(text), signal },
        { question: hostileQuestion(text), signal },
      ],
      () => {},
    );
    expect(told.join('\n').split('\n- ')).toHaveLength(3);
  });

  it.each(HOSTILE)('lets no name and no argument of others speak: %j', async (text) => {
    const { notifier, told } = rememberingNotifier();
    await notifierChannel(notifier, { clock: systemClock }).ask(
      hostileQuestion(text),
      new AbortController().signal,
    );
    expect(told.join('\n')).not.toContain(text);
  });
});
