import { parseStrict } from '@callgate/core/receive';
import type { DispatchContext, Dispatchable, GateEvent } from '@callgate/gate';
import { NotSentError, isDispatchable } from '@callgate/gate';
import { recordProblems } from '@callgate/gate/testing';
import { describe, expect, it } from 'vitest';
import { MONDAY_NOON, OFFICE, call, catalogueOf, office, policyText, recorder, story } from './office.ts';
import { stores } from './stores.ts';

const HOUR = 3_600_000;

const detailOf = (bytes: Uint8Array | undefined): unknown => parseStrict(bytes ?? new Uint8Array());

describe('a time-out', () => {
  it('gives the call up, honestly', async () => {
    const { gate, clock } = await office({
      policy: policyText('extends: balanced\nrules: [{id: t, timeout: 5s, reason: short}]'),
    });
    let aborted = false;
    const running = gate.run(call('add_note'), (dispatchable, { signal }) => {
      dispatchable.take();
      signal.addEventListener('abort', () => (aborted = true));
      return new Promise(() => {});
    });
    await expect
      .poll(() => {
        clock.advance(1000);
        return aborted;
      })
      .toBe(true);
    expect(await running).toMatchObject({
      state: 'indeterminate',
      answer: { message: 'No answer within 5000 ms' },
    });
  });

  it('is longer for a tool that is believed slow, within what a rule or the cap gives, and not by an untrusted claim', async () => {
    const SLOW = { readOnlyHint: true, openWorldHint: false, slowExecutionHint: true };
    const catalogue = catalogueOf([
      ...OFFICE,
      { name: 'build', annotations: SLOW },
      { name: 'strange_build', annotations: SLOW, trust: 'untrusted' },
    ]);
    const timeoutIn = async (policy: string, tool: string, limits: object = {}): Promise<number> => {
      const { gate } = await office({ catalogue, limits, policy: policyText(`mode: observe\n${policy}`) });
      const begun = await gate.begin(call(tool));
      if (begun.state !== 'dispatching') throw new Error(begun.state);
      return begun.timeoutMs;
    };
    expect(await timeoutIn('extends: balanced', 'read_note')).toBe(300_000);
    expect(await timeoutIn('extends: balanced', 'build')).toBe(1_800_000);
    expect(await timeoutIn('extends: balanced', 'strange_build')).toBe(300_000);
    expect(await timeoutIn('extends: balanced', 'build', { slowTimeoutMs: 600_000 })).toBe(600_000);
    expect(await timeoutIn('extends: balanced', 'build', { timeoutMs: 3_600_000 })).toBe(3_600_000);
    expect(await timeoutIn('extends: balanced\nlimits: {timeout: 2m}', 'build')).toBe(120_000);
    const ruled = 'extends: balanced\nrules: [{id: t, timeout: 5s, reason: short}]';
    expect(await timeoutIn(ruled, 'build')).toBe(5000);
  });

  it('that comes before the answer withholds the answer, and the operator hears of it', async () => {
    const { gate, clock, store } = await office({ limits: { timeoutMs: 1000 } });
    let answer = (): void => {};
    const running = gate.run(call('add_note'), (dispatchable) => {
      dispatchable.take();
      return new Promise((resolve) => {
        answer = () => resolve({ type: 'result', result: 'late' });
      });
    });
    let over = false;
    void running.then(() => (over = true));
    await expect
      .poll(() => {
        clock.advance(500);
        return over;
      })
      .toBe(true);
    answer();
    await expect
      .poll(async () => (await store.read.alerts({ limit: 5 })).items.map(({ code }) => code))
      .toEqual(['LATE_ANSWER']);
    expect((await running).state).toBe('indeterminate');
  });
});

describe('concurrency', () => {
  it('lets one heavy call run at a time; the others wait in the order they came', async () => {
    const { gate, store, clock } = await office();
    const order: string[] = [];
    const open: (() => void)[] = [];
    const dispatch = (dispatchable: Dispatchable): Promise<{ type: 'result'; result: string }> => {
      order.push(dispatchable.take().canonicalArguments);
      return new Promise((resolve) => open.push(() => resolve({ type: 'result', result: 'ok' })));
    };
    const runs = [1, 2, 3].map((n) => gate.run(call('crunch', { n }), dispatch));
    for (let done = 1; done <= 3; done += 1) {
      await expect
        .poll(() => {
          clock.advance(50);
          return order.length;
        })
        .toBe(done);
      expect((await store.read.search({ states: ['dispatching'] }, { limit: 9 })).items).toHaveLength(1);
      open[done - 1]?.();
    }
    expect((await Promise.all(runs)).map(({ state }) => state)).toEqual(['done', 'done', 'done']);
    expect(order).toEqual(['{"n":1}', '{"n":2}', '{"n":3}']);
  });

  it('refuses what found no slot in time', async () => {
    const { gate, clock } = await office({ limits: { slotMs: 1000 } });
    await gate.begin(call('crunch', { n: 1 }));
    const running = gate.run(call('crunch', { n: 2 }), recorder().dispatch);
    let over = false;
    void running.then(() => (over = true));
    await expect
      .poll(() => {
        clock.advance(500);
        return over;
      })
      .toBe(true);
    expect(await running).toMatchObject({ state: 'expired' });
  });
});

describe('allowed hours', () => {
  const nights = policyText(
    'extends: balanced\nrules: [{id: nights, tools: add_note, hours: "22:00-23:00", reason: at night}]',
  );

  it('hold a call until they open', async () => {
    const { gate, clock, store } = await office({ policy: nights });
    const { dispatch, sent } = recorder();
    const running = gate.run(call('add_note'), dispatch);
    await expect
      .poll(async () => (await store.read.search({ states: ['held'] }, { limit: 1 })).items.length)
      .toBe(1);
    const [held] = (await store.read.search({ states: ['held'] }, { limit: 1 })).items;
    expect(held).toMatchObject({ waiting: 'hours', opensAt: MONDAY_NOON + 10 * HOUR });
    expect(await store.read.inboxSize()).toBe(0);
    clock.advance(9 * HOUR);
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toEqual([]);
    await expect
      .poll(() => {
        clock.advance(600_000);
        return sent.length;
      })
      .toBe(1);
    expect((await running).state).toBe('done');
    expect(clock.now()).toBeGreaterThanOrEqual(MONDAY_NOON + 10 * HOUR);
  });

  it('can be waited for with a ticket', async () => {
    const { gate, clock } = await office({ policy: nights });
    const held = await gate.begin(call('add_note'));
    if (held.state !== 'held') throw new Error(held.state);
    expect((await gate.resume(held.ticket, call('add_note'))).state).toBe('held');
    clock.advance(10 * HOUR);
    expect((await gate.resume(held.ticket, call('add_note'))).state).toBe('dispatching');
  });
});

describe('a policy that only observes', () => {
  it('holds no call for a slot or for its hours, and the record is intact', async () => {
    const observing = policyText(
      'extends: observe\nrules: [{id: nights, tools: add_note, hours: "22:00-23:00", reason: at night}]',
    );
    const { gate, store, keys } = await office({ policy: observing });
    const begun = [
      await gate.begin(call('crunch', { n: 1 })),
      await gate.begin(call('crunch', { n: 2 })),
      await gate.begin(call('add_note')),
      await gate.begin(call('delete_note', { id: '1' })),
    ];
    expect(begun.map(({ state }) => state)).toEqual(begun.map(() => 'dispatching'));
    expect(await recordProblems(store.read, { keys })()).toEqual([]);
  });
});

describe('another attempt', () => {
  const retried = policyText(
    'extends: balanced\nrules: [{id: r, tools: [put_key, add_note], retries: 2, reason: try again}]',
  );

  it('is made only for a tool believed idempotent, each with an intent of its own', async () => {
    const { gate, store, clock } = await office({ policy: retried });
    const attempts: number[] = [];
    const running = gate.run(call('put_key', { k: 'a' }), async (dispatchable) => {
      dispatchable.take();
      attempts.push(dispatchable.attempt);
      if (attempts.length < 3) throw new Error('connection lost');
      return { type: 'result', result: 'stored' };
    });
    let over = false;
    void running.then(() => (over = true));
    await expect
      .poll(() => {
        clock.advance(1000);
        return over;
      })
      .toBe(true);
    expect(attempts).toEqual([1, 2, 3]);
    const finished = await running;
    expect(finished.state).toBe('done');
    expect(await story(store, finished.call)).toEqual(['dispatching', 'dispatching', 'dispatching', 'done']);
    let once = 0;
    const other = await gate.run(call('add_note'), async (dispatchable) => {
      dispatchable.take();
      once += 1;
      throw new Error('connection lost');
    });
    expect([other.state, once]).toEqual(['indeterminate', 1]);
  });

  it('is not made after an answer, be it an error', async () => {
    const { gate } = await office({ policy: retried });
    let times = 0;
    const finished = await gate.run(call('put_key'), async (dispatchable) => {
      dispatchable.take();
      times += 1;
      return { type: 'error', code: 'busy', message: 'busy' };
    });
    expect([finished.state, times]).toEqual(['failed', 1]);
  });

  it('that never left does not hide that nobody knows about the one before', async () => {
    const { gate, clock } = await office({ policy: retried });
    let times = 0;
    const running = gate.run(call('put_key'), async (dispatchable) => {
      times += 1;
      if (times === 1) {
        dispatchable.take();
        throw new Error('lost');
      }
      throw new NotSentError('refused');
    });
    let over = false;
    void running.then(() => (over = true));
    await expect
      .poll(() => {
        clock.advance(1000);
        return over;
      })
      .toBe(true);
    expect((await running).state).toBe('indeterminate');
  });
});

describe('a secret', () => {
  const SECRET = 'hunter2-canary-9f3a';
  const policy = policyText(
    'extends: balanced\nrules: [{id: s, tools: add_note, redact: [token, deep.key], reason: secret}]',
  );

  it('in an argument is nowhere in the database, is sent as it is, and is shown to who decides', async () => {
    const { gate, path, store } = await office({
      policy: policyText(
        'extends: balanced\nrules: [{id: s, tools: [add_note], then: confirm, redact: [token, deep.key], reason: secret}]',
      ),
    });
    const args = { token: SECRET, deep: { key: `${SECRET}2` }, plain: 'visible-marker' };
    const held = await gate.begin(call('add_note', args));
    if (held.state !== 'held') throw new Error(held.state);
    const question = await gate.desk.question(held.call);
    expect(question?.arguments).toEqual(args);
    await gate.desk.vote({
      call: held.call,
      subject: 'local',
      verdict: 'approve',
      via: 'console',
      binding: question?.binding ?? '',
      opened: true,
    });
    const out = await gate.resume(held.ticket, call('add_note', args));
    if (!isDispatchable(out)) throw new Error(out.state);
    expect(out.take().arguments).toEqual(args);
    await gate.settle(out, { type: 'result', result: {} });
    expect(await story(store, held.call)).toContain('done');
    const bytes = await stores().everything(path);
    expect(bytes).toContain('visible-marker');
    expect(bytes).not.toContain(SECRET);
  });

  it('that a tool returns is encrypted in the record, and reaches who asked', async () => {
    const { gate, path } = await office({ policy });
    const finished = await gate.run(call('read_secret'), recorder(() => ({ key: SECRET })).dispatch);
    expect(finished).toMatchObject({ answer: { result: { key: SECRET } }, noCaching: true });
    expect(await stores().everything(path)).not.toContain(SECRET);
  });
});

it('a result is kept whole up to the limit, and by digest and beginning above it', async () => {
  const { gate, store } = await office({ limits: { resultBytes: 100 } });
  const small = await gate.run(call('read_note', { n: 1 }), recorder(() => 'small').dispatch);
  const large = await gate.run(call('read_note', { n: 2 }), recorder(() => 'x'.repeat(500)).dispatch);
  const resultOf = async (id: string): Promise<unknown> =>
    detailOf((await store.read.rowsOfCall(id)).at(-1)?.bytes);
  expect(await resultOf(small.call)).toMatchObject({
    extensions: { 'dev.callgate': { result: { text: '"small"', bytes: 7 } } },
  });
  expect(await resultOf(large.call)).toMatchObject({
    extensions: { 'dev.callgate': { result: { digest: expect.stringMatching(/^sha256:/), bytes: 502 } } },
  });
});

it('sensitive results must not be cached by anybody on the way', async () => {
  const { gate } = await office();
  expect(await gate.run(call('read_salary'), recorder().dispatch)).toMatchObject({ noCaching: true });
});

it('progress is told while a call runs, to who asked and to who listens', async () => {
  const { gate } = await office();
  const events: GateEvent[] = [];
  const asked: unknown[] = [];
  gate.onEvent((event) => event.type === 'progress' && events.push(event));
  await gate.run(
    call('read_note'),
    async (dispatchable, { progress }: DispatchContext) => {
      dispatchable.take();
      progress({ progress: 1, total: 2 });
      return { type: 'result', result: 'ok' };
    },
    { onProgress: (progress) => asked.push(progress) },
  );
  expect(events).toMatchObject([{ type: 'progress', progress: { progress: 1, total: 2 } }]);
  expect(asked).toEqual([{ progress: 1, total: 2 }]);
});

it('what a local server uses during a heavy call is watched and recorded', async () => {
  const { gate, store } = await office();
  const events: GateEvent[] = [];
  gate.onEvent((event) => event.type === 'resources' && events.push(event));
  const finished = await gate.run(call('crunch'), async (dispatchable, { watch }) => {
    dispatchable.take();
    watch(process.pid);
    let sum = 0;
    for (let n = 0; n < 3e7; n += 1) sum += n % 7;
    return { type: 'result', result: sum };
  });
  expect(events).toMatchObject([{ type: 'resources', call: finished.call }]);
  const last = detailOf((await store.read.rowsOfCall(finished.call)).at(-1)?.bytes);
  expect(last).toMatchObject({
    extensions: { 'dev.callgate': { resources: { maxRssBytes: expect.any(Number) } } },
  });
});

it('uses of AI are counted by tool, principal and day', async () => {
  const { gate, store, clock } = await office();
  const { dispatch } = recorder();
  await gate.run(call('summarise', { n: 1 }), dispatch);
  await gate.run(call('summarise', { n: 2 }), dispatch);
  await gate.run(call('read_note'), dispatch);
  clock.advance(24 * HOUR);
  await gate.run(call('summarise', { n: 3 }), dispatch);
  const use = await store.read.aiUse(0);
  expect(use.map(({ target, principal, calls }) => [target, principal, calls]).toSorted()).toEqual([
    ['summarise', 'local', 1],
    ['summarise', 'local', 2],
  ]);
});

it('the operator is told where a rule says so', async () => {
  const { gate, store } = await office({
    policy: policyText(
      'extends: balanced\nrules: [{id: n, tools: add_note, notify: operator, reason: watched}]',
    ),
  });
  const alerts: GateEvent[] = [];
  gate.onEvent((event) => event.type === 'alert' && alerts.push(event));
  await gate.run(call('add_note'), recorder().dispatch);
  expect((await store.read.alerts({ limit: 5 })).items).toMatchObject([
    { code: 'POLICY_NOTIFIES', to: ['operator'] },
  ]);
  expect(alerts).toHaveLength(1);
});
