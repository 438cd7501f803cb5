import type { Rule } from '@callgate/core';
import { withRevision } from '@callgate/core/decide';
import { parseStrict } from '@callgate/core/receive';
import type { Dispatchable } from '@callgate/gate';
import { Dispatchable as DispatchableClass, NotSentError, isDispatchable } from '@callgate/gate';
import { presetPolicy } from '@callgate/policy';
import { describe, expect, it } from 'vitest';
import { call, office, recorder, story } from './office.ts';

const never = async (): Promise<never> => {
  throw new Error('this must not be dispatched');
};

describe('a call that may run by itself', () => {
  it('is received, decided and sent with one intent row, and ends with one outcome row', async () => {
    const { gate, store } = await office();
    const { dispatch, sent } = recorder();
    const finished = await gate.run(call('read_note', { id: 'n1' }), dispatch);
    expect(finished).toMatchObject({ state: 'done', answer: { type: 'result' } });
    expect(sent).toEqual([{ call: finished.call, text: '{"id":"n1"}' }]);
    expect(await story(store, finished.call)).toEqual(['dispatching', 'done']);
    const [intent] = await store.read.rowsOfCall(finished.call);
    expect(parseStrict(intent?.bytes ?? new Uint8Array())).toMatchObject({
      extensions: { 'dev.callgate': { arrows: ['received', 'decided', 'dispatching'], attempt: 1 } },
    });
  });

  it('has its intent on disk before the first byte leaves, and its outcome before the result is released', async () => {
    const { gate, store } = await office();
    const seen: (string | undefined)[] = [];
    const finished = await gate.run(call('read_note'), async (dispatchable) => {
      dispatchable.take();
      seen.push((await store.read.call(dispatchable.call))?.state);
      seen.push(...(await story(store, dispatchable.call)));
      return { type: 'result', result: {} };
    });
    expect(seen).toEqual(['dispatching', 'dispatching']);
    expect((await store.read.call(finished.call))?.state).toBe('done');
  });

  it('is not taken in if its tool is unknown or its arguments cannot be read, and that costs nothing else', async () => {
    const { gate, store } = await office();
    expect(await gate.run(call('no_such_tool'), never)).toMatchObject({
      state: 'blocked',
      code: 'TOOL_UNKNOWN',
    });
    expect(await gate.run(call('read_note', { a: 1, A: 2 }), never)).toMatchObject({
      state: 'blocked',
      code: 'CALL_KEY_COLLISION',
    });
    expect(await story(store)).toEqual(['opened', 'blocked', 'blocked']);
  });
});

describe('what came of a call', () => {
  it('is failed where the upstream said so', async () => {
    const { gate } = await office();
    const finished = await gate.run(call('read_note'), async (dispatchable) => {
      dispatchable.take();
      return { type: 'error', code: '-32602', message: 'no such note' };
    });
    expect(finished).toMatchObject({ state: 'failed', answer: { type: 'error', message: 'no such note' } });
  });

  it('is failed where not one byte left', async () => {
    const { gate } = await office();
    const finished = await gate.run(call('add_note'), async () => {
      throw new NotSentError('connection refused');
    });
    expect(finished).toMatchObject({ state: 'failed', answer: { code: 'NOT_SENT' } });
  });

  it('is indeterminate where nobody knows, and a person can settle that once', async () => {
    const { gate, store } = await office();
    const finished = await gate.run(call('add_note'), async (dispatchable) => {
      dispatchable.take();
      throw new Error('socket closed');
    });
    expect(finished).toMatchObject({ state: 'indeterminate', answer: { type: 'unknown' } });
    expect((await store.read.unsettled({ limit: 10 })).items.map(({ id }) => id)).toEqual([finished.call]);
    const word = { as: 'happened', by: 'local', reason: 'the note is there' } as const;
    expect(await gate.desk.settle(finished.call, word)).toBe(true);
    expect(await gate.desk.settle(finished.call, word)).toBe(false);
    expect((await store.read.unsettled({ limit: 10 })).items).toEqual([]);
    expect(await story(store, finished.call)).toEqual(['dispatching', 'indeterminate', 'settled']);
  });

  it('is failed where the result has no single reading, and the result is withheld', async () => {
    const { gate } = await office();
    const finished = await gate.run(call('read_note'), async (dispatchable) => {
      dispatchable.take();
      return { type: 'result', result: { text: 'half \ud800' } };
    });
    expect(finished).toMatchObject({
      state: 'failed',
      answer: { type: 'error', code: 'RESULT_NOT_CANONICAL' },
    });
  });
});

describe('a call that was sent before', () => {
  it('is not let out by itself while nobody knows what came of the first', async () => {
    const { gate, store } = await office();
    const events: string[] = [];
    gate.onEvent(({ type }) => events.push(type));
    const request = call('add_note', { text: 'once' });
    const first = await gate.begin(request);
    expect(first.state).toBe('dispatching');
    const second = await gate.begin(request);
    expect(second).toMatchObject({ state: 'held', waiting: 'people', decision: { outcome: 'auto' } });
    expect((await store.read.call(second.call))?.twin).toBe(first.call);
    expect(events).toContain('reissued');
  });

  it('is let out once the first was answered, and the record says that it is a twin', async () => {
    const { gate, store } = await office();
    const { dispatch } = recorder();
    const first = await gate.run(call('add_note', { text: 'a' }), dispatch);
    const second = await gate.run(call('add_note', { text: 'a' }), dispatch);
    expect(second.state).toBe('done');
    expect((await store.read.call(second.call))?.twin).toBe(first.call);
  });

  it('is asked about where the answer to the first never reached anybody', async () => {
    const { gate } = await office();
    const leaving = new AbortController();
    await gate.run(
      call('add_note', { text: 'b' }),
      async (dispatchable) => {
        dispatchable.take();
        leaving.abort();
        return { type: 'result', result: {} };
      },
      { signal: leaving.signal },
    );
    expect((await gate.begin(call('add_note', { text: 'b' }))).state).toBe('held');
  });

  it('is let out where a person settled the first, and where it only reads', async () => {
    const { gate } = await office();
    const lost = async (dispatchable: Dispatchable): Promise<never> => {
      dispatchable.take();
      throw new Error('lost');
    };
    const first = await gate.run(call('add_note', { text: 'c' }), lost);
    await gate.desk.settle(first.call, { as: 'did-not-happen', by: 'local', reason: 'looked' });
    expect((await gate.begin(call('add_note', { text: 'c' }))).state).toBe('dispatching');
    await gate.run(call('read_note', { id: 'r' }), lost);
    expect((await gate.begin(call('read_note', { id: 'r' }))).state).toBe('dispatching');
  });
});

describe('something dispatchable', () => {
  it('is made by the gate alone and holds what was judged, once', async () => {
    const { gate } = await office();
    const begun = await gate.begin(call('read_note', { id: 'x' }));
    if (begun.state !== 'dispatching') throw new Error(begun.state);
    expect(isDispatchable(begun)).toBe(true);
    expect(isDispatchable({ ...begun })).toBe(false);
    expect(isDispatchable(Object.create(DispatchableClass.prototype))).toBe(false);
    expect(() => Reflect.construct(DispatchableClass, [{ call: {}, attempt: 1 }])).toThrow('Only the gate');
    expect(begun.take().canonicalArguments).toBe('{"id":"x"}');
    expect(() => begun.take()).toThrow('was sent already');
  });

  it('is settled once, and only by what the gate gave', async () => {
    const { gate } = await office();
    const begun = await gate.begin(call('read_note'));
    if (begun.state !== 'dispatching') throw new Error(begun.state);
    await gate.settle(begun, { type: 'result', result: 1 });
    await expect(gate.settle(begun, { type: 'result', result: 2 })).rejects.toMatchObject({
      code: 'SETTLED_TWICE',
    });
  });
});

describe('a key of the host', () => {
  it('names one call: the same call is found again, another one is refused', async () => {
    const { gate } = await office();
    const held = await gate.begin(call('delete_note', { id: '1' }, { key: 'k' }));
    const again = await gate.begin(call('delete_note', { id: '1' }, { key: 'k' }));
    expect(held).toMatchObject({ state: 'held' });
    expect(again).toEqual({ ...held, joined: true });
    expect(await gate.begin(call('delete_note', { id: '2' }, { key: 'k' }))).toMatchObject({
      state: 'blocked',
      code: 'KEY_REUSED',
    });
    const begun = await gate.begin(call('read_note', {}, { key: 'r' }));
    expect(begun.state).toBe('dispatching');
    expect(await gate.begin(call('read_note', {}, { key: 'r' }))).toMatchObject({ code: 'CALL_TWICE' });
  });
});

describe('a policy that only observes', () => {
  it('lets everything out and records what it would have decided', async () => {
    const { gate, store } = await office({ policy: presetPolicy('observe') });
    const { dispatch } = recorder();
    const finished = await gate.run(call('delete_note', { id: '1' }), dispatch);
    expect(finished.state).toBe('done');
    expect(await store.read.call(finished.call)).toMatchObject({ outcome: 'confirm', enforced: false });
  });
});

describe('what a host ran by itself', () => {
  it('is recorded and raises labels, whatever would have been decided', async () => {
    const { gate, store } = await office();
    const reported = await gate.report(call('mystery', { q: 'x' }), {
      type: 'result',
      result: { text: 'y' },
    });
    expect(reported.state).toBe('done');
    expect(await store.read.call(reported.call)).toMatchObject({ outcome: 'confirm', enforced: false });
    const session = await gate.session({ principal: 'local', context: 'c1', authenticated: true });
    expect(session.labels.untrusted.strength).not.toBe('none');
  });
});

describe('whoever asked and left', () => {
  it('takes a held call along', async () => {
    const { gate, store } = await office();
    const leaving = new AbortController();
    const running = gate.run(call('delete_note', { id: '1' }), never, { signal: leaving.signal });
    await expect.poll(async () => await store.read.inboxSize()).toBe(1);
    leaving.abort();
    const stopped = await running;
    expect(stopped).toMatchObject({ state: 'withdrawn', code: 'REQUESTER_LEFT' });
    expect(await story(store, stopped.call)).toEqual(['held', 'withdrawn']);
  });

  it('leaves what is out indeterminate', async () => {
    const { gate, store } = await office();
    const leaving = new AbortController();
    const finished = await gate.run(
      call('add_note'),
      (dispatchable, { signal }) =>
        new Promise((_, reject) => {
          dispatchable.take();
          signal.addEventListener('abort', () => reject(new Error('gone')));
          leaving.abort();
        }),
      { signal: leaving.signal },
    );
    expect(finished.state).toBe('indeterminate');
    expect(await story(store, finished.call)).toEqual(['dispatching', 'indeterminate']);
  });

  it('goes with the gate that closes', async () => {
    const { gate, store } = await office();
    const running = gate.run(call('delete_note', { id: '1' }), never);
    await expect.poll(async () => await store.read.inboxSize()).toBe(1);
    await gate.close();
    expect(await running).toMatchObject({ state: 'withdrawn' });
  });
});

const ALL: Rule = {
  id: 'all',
  layer: 'user',
  tools: ['*'],
  then: 'auto',
  obligations: {},
  reason: 'everything runs',
  delegated: false,
  exceptions: [],
};

it('refuses a policy that would let an undescribed tool of a stranger run by itself', async () => {
  await expect(
    office({ policy: withRevision({ ...presetPolicy('balanced'), rules: [ALL] }) }),
  ).rejects.toMatchObject({ code: 'POLICY_CANARY' });
});
