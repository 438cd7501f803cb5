import { CallgateError } from '@callgate/core';
import type { Clock } from '@callgate/gate';
import { systemClock } from '@callgate/gate';
import type { SharedState } from '@callgate/gate/store';
import { MemorySharedState } from '@callgate/gate/store';
import { describe, expect, it } from 'vitest';
import { SignInSessions } from './sign-in-sessions.ts';
import { DEFAULT_CONSOLE_LIMITS } from './console-settings.ts';

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;

/** A board of several consoles that counts what it is asked, and can be away. */
const desk = () => {
  let time = 1_000_000_000_000;
  let away = false;
  let sealed = false;
  const during: { readonly before?: () => Promise<void>; readonly after?: () => Promise<void> }[] = [];
  const asked = { get: 0, replace: 0 };
  const clock: Clock = { ...systemClock, now: () => time };
  const inner = new MemorySharedState(clock);
  const reached = (): void => {
    if (away) throw new CallgateError('STORE_AWAY', 'the database cannot be reached');
  };
  const board: SharedState = {
    put: async (...given) => {
      reached();
      await inner.put(...given);
    },
    replace: async (...given) => {
      reached();
      asked.replace += 1;
      const { before, after } = during.shift() ?? {};
      await before?.();
      const replaced = await inner.replace(...given);
      await after?.();
      return replaced;
    },
    get: async (...given) => {
      reached();
      asked.get += 1;
      return await inner.get(...given);
    },
    take: async (...given) => {
      reached();
      return await inner.take(...given);
    },
    list: async (...given) => {
      reached();
      if (sealed) throw new CallgateError('SECRET_SEALED', 'something is sealed with another key');
      return await inner.list(...given);
    },
    onChange: (...given) => inner.onChange(...given),
    close: () => inner.close(),
  };
  return {
    asked,
    during,
    holdsSealed: () => {
      sealed = true;
    },
    open: (more: { readonly sessions?: number } = {}) =>
      new SignInSessions(board, clock, { ...DEFAULT_CONSOLE_LIMITS, ...more }),
    forward: (ms: number) => {
      time += ms;
    },
    goAway: (now: boolean) => {
      away = now;
    },
  };
};

const heard = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe('who is signed in', () => {
  it('is looked up once for many who ask at once, and not again for a short while', async () => {
    const { open, asked, forward } = desk();
    const sessions = open();
    const id = await sessions.begin('ann', { kind: 'link' });
    await heard();
    await Promise.all([1, 2, 3, 4].map(() => sessions.find(id, true)));
    expect(asked.get).toBe(1);
    forward(SECOND_MS);
    await sessions.find(id, true);
    expect(asked.get).toBe(1);
    forward(SECOND_MS);
    await sessions.find(id, true);
    expect(asked.get).toBe(2);
  });

  it('is told to the others no more often than every half minute', async () => {
    const { open, asked, forward } = desk();
    const sessions = open();
    const id = await sessions.begin('ann', { kind: 'link' });
    for (let seconds = 0; seconds < 300; seconds += 5) {
      expect((await sessions.find(id, true))?.subject).toBe('ann');
      await heard();
      forward(5 * SECOND_MS);
    }
    expect(asked.replace).toBe(9);
  });

  it('is renewed by several consoles at once without anybody being signed out', async () => {
    const { open, forward } = desk();
    const consoles = [open(), open(), open()];
    const id = await open().begin('ann', { kind: 'link' });
    for (let hours = 0; hours < 48; hours += 6) {
      const found = await Promise.all(consoles.map((each) => each.find(id, true)));
      expect(found.map((each) => each?.subject)).toEqual(['ann', 'ann', 'ann']);
      forward(6 * HOUR_MS);
    }
  });

  it('is nobody any more everywhere when they sign out anywhere', async () => {
    const { open } = desk();
    const [one, two] = [open(), open()];
    const id = await one.begin('ann', { kind: 'link' });
    const there = await two.find(id, true);
    if (there === undefined) throw new Error('nobody is signed in');
    const release = two.hold(there);
    await one.end(id);
    await heard();
    expect(there.over.aborted).toBe(true);
    expect(two.lasts(there)).toBe(false);
    expect(await two.find(id, true)).toBeUndefined();
    release();
  });

  it('is neither in nor out while the board is away', async () => {
    const { open, forward, goAway } = desk();
    const sessions = open();
    const id = await sessions.begin('ann', { kind: 'link' });
    const session = await sessions.find(id, true);
    if (session === undefined) throw new Error('nobody is signed in');
    goAway(true);
    forward(3 * SECOND_MS);
    const away = { code: 'STORE_AWAY' };
    await expect(sessions.find(id, true)).rejects.toMatchObject(away);
    await expect(sessions.find('another', true)).rejects.toMatchObject(away);
    await expect(sessions.end(id)).rejects.toMatchObject(away);
    await expect(sessions.begin('bob', { kind: 'link' })).rejects.toMatchObject(away);
    expect(session.over.aborted).toBe(false);
    goAway(false);
    expect((await sessions.find(id, true))?.csrf).toBe(session.csrf);
  });

  it('is not kept in by being looked for: only what they ask for counts', async () => {
    const { open, forward } = desk();
    const sessions = open();
    const id = await sessions.begin('ann', { kind: 'link' });
    for (let hours = 0; hours < 8; hours += 1) {
      expect((await sessions.find(id, false))?.subject).toBe('ann');
      forward(HOUR_MS);
    }
    expect(await sessions.find(id, false)).toBeUndefined();
  });

  it('is so many at most, and streams of whoever is out end', async () => {
    const { open, forward } = desk();
    const [one, two] = [open({ sessions: 2 }), open({ sessions: 2 })];
    const first = await one.begin('ann', { kind: 'link' });
    const there = await two.find(first, false);
    if (there === undefined) throw new Error('nobody is signed in');
    two.hold(there);
    forward(SECOND_MS);
    const second = await one.begin('bob', { kind: 'link' });
    forward(SECOND_MS);
    const third = await one.begin('cleo', { kind: 'link' });
    await heard();
    expect(there.over.aborted).toBe(true);
    expect(await two.find(first, true)).toBeUndefined();
    expect((await two.find(second, true))?.subject).toBe('bob');
    expect((await two.find(third, true))?.subject).toBe('cleo');
  });

  it('stays so when a console is closed, whose streams end', async () => {
    const { open } = desk();
    const [one, two] = [open(), open()];
    const id = await one.begin('ann', { kind: 'link' });
    const here = await one.find(id, true);
    one.close();
    expect(here?.over.aborted).toBe(true);
    expect((await two.find(id, true))?.subject).toBe('ann');
  });

  it.each(['before', 'after'] as const)(
    'is nobody any more who signed out just %s they were renewed, here or elsewhere',
    async (when) => {
      const { open, during, forward } = desk();
      const consoles = [open(), open()];
      for (const leaving of consoles)
        for (const renewing of consoles) {
          const id = await leaving.begin('ann', { kind: 'link' });
          forward(31 * SECOND_MS);
          during.push({ [when]: () => leaving.end(id) });
          const found = await renewing.find(id, true);
          await heard();
          if (when === 'before' || renewing === leaving) expect(found).toBeUndefined();
          for (const each of consoles) expect(await each.find(id, true)).toBeUndefined();
        }
    },
  );

  it('is anybody who comes, though somebody else’s note lies on the board', async () => {
    const { open, holdsSealed } = desk();
    holdsSealed();
    const sessions = open();
    const id = await sessions.begin('ann', { kind: 'link' });
    expect((await sessions.find(id, true))?.subject).toBe('ann');
  });
});
