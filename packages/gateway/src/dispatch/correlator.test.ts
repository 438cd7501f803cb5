import { seededRandom } from '@callgate/gate/testing';
import { describe, expect, it } from 'vitest';
import { Correlator } from './correlator.ts';
import type { Reply } from '../wire/json-rpc.ts';

interface Waiter {
  readonly id: number;
  readonly got: (Reply | Error)[];
  readonly progress: number[];
  givenUp: boolean;
}

const place = (): { correlator: Correlator; told: string[]; ask: (call?: string) => Waiter } => {
  const told: string[] = [];
  const correlator = new Correlator((code) => void told.push(code));
  const ask = (call = 'c'): Waiter => {
    const waiter: Waiter = { id: correlator.mint(), got: [], progress: [], givenUp: false };
    correlator.wait(waiter.id, {
      call,
      answered: (reply) => void waiter.got.push(reply),
      failed: (error) => void waiter.got.push(error),
      progressed: ({ progress }) => void waiter.progress.push(progress),
    });
    return waiter;
  };
  return { correlator, told, ask };
};

const result = (
  id: string | number,
  of: number,
): { type: 'result'; id: string | number; result: { of: number } } => ({
  type: 'result',
  id,
  result: { of },
});

describe('ids of a connection', () => {
  it('are whole numbers from 1 and never used again', () => {
    const { correlator } = place();
    expect([correlator.mint(), correlator.mint(), correlator.mint()]).toEqual([1, 2, 3]);
  });

  it('are answered once, by that very number', () => {
    const { correlator, told, ask } = place();
    const one = ask();
    for (const id of ['1', 2, 0, -1, 1.5, 'x']) correlator.answer(result(id, 0), null);
    expect(one.got).toEqual([]);
    correlator.answer(result(1, 1), null);
    correlator.answer(result(1, 2), null);
    expect(one.got).toEqual([{ type: 'result', result: { of: 1 } }]);
    expect(told).toEqual([
      ...Array.from({ length: 6 }, () => 'UPSTREAM_UNKNOWN_ID'),
      'UPSTREAM_ANSWERED_TWICE',
    ]);
  });

  it('that were given up may still be answered once, to nobody', () => {
    const { correlator, told, ask } = place();
    const one = ask();
    expect(correlator.giveUp(one.id)).toBeDefined();
    correlator.answer(result(one.id, 1), null);
    expect({ got: one.got, told }).toEqual({ got: [], told: [] });
    correlator.answer(result(one.id, 1), null);
    expect(told).toEqual(['UPSTREAM_ANSWERED_TWICE']);
  });

  it('say whose call a message belongs to only where that is certain', () => {
    const { correlator, ask } = place();
    expect(correlator.callOf(null)).toBeNull();
    const one = ask('a');
    expect(correlator.callOf(null)).toBe('a');
    const two = ask('b');
    expect(correlator.callOf(null)).toBeNull();
    expect([correlator.callOf(one.id), correlator.callOf(two.id), correlator.callOf(99)]).toEqual([
      'a',
      'b',
      null,
    ]);
    correlator.answer(result(one.id, 1), null);
    expect(correlator.callOf(null)).toBe('b');
  });

  it('that wait when the connection goes all fail, once', () => {
    const { correlator, ask } = place();
    const all = [ask(), ask(), ask()];
    const gone = new Error('gone');
    correlator.failAll(() => gone);
    correlator.failAll(() => gone);
    expect(all.map(({ got }) => got)).toEqual([[gone], [gone], [gone]]);
    expect(correlator.callOf(null)).toBeNull();
  });

  it('hold against a server that says anything at all', () => {
    const rounds = process.env['CALLGATE_DEEP'] === '1' ? 1_000_000 : 50_000;
    const random = seededRandom(7);
    const pick = (most: number): number => Math.floor(random() * most);
    const { correlator, told, ask } = place();
    const all: Waiter[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const id = Math.max(-1, all.length - 20 + pick(25));
      const of = [null, id, id - 1][pick(3)] ?? null;
      switch (pick(5)) {
        case 0:
          all.push(ask());
          break;
        case 1:
          correlator.answer(result(pick(10) === 0 ? String(id) : id, id), of);
          break;
        case 2:
          correlator.answer({ type: 'error', id: pick(4) === 0 ? null : id, code: id, message: '' }, of);
          break;
        case 3:
          correlator.progress({ progressToken: pick(10) === 0 ? String(id) : id, progress: id }, of);
          break;
        default: {
          const waiter = all[id - 1];
          if (waiter !== undefined && correlator.giveUp(id) !== undefined) waiter.givenUp = true;
        }
      }
    }
    let answered = 0;
    for (const { id, got, progress, givenUp } of all) {
      expect(got.length + Number(givenUp)).toBeLessThanOrEqual(1);
      answered += got.length;
      // every answer and every step of progress carries the id it was for
      expect(got.every((reply) => JSON.stringify(reply).includes(`:${id}`))).toBe(true);
      expect(progress.every((step) => step === id)).toBe(true);
    }
    expect(answered).toBeGreaterThan(rounds / 20);
    expect(new Set(told)).toEqual(
      new Set([
        'UPSTREAM_UNKNOWN_ID',
        'UPSTREAM_ANSWERED_TWICE',
        'UPSTREAM_WRONG_ID',
        'UPSTREAM_FOREIGN_PROGRESS',
      ]),
    );
  });
});
