import type { JsonObject } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { RpcFailure } from '../../src/wire/rpc-failure.ts';
import type { TaskEnd, TaskView, TaskWork } from '../../src/receive/gateway-tasks.ts';
import type { TaskDesk } from './tasks-office.ts';
import { TaskOffice } from './tasks-office.ts';

const OWNER = { principal: 'ada', context: 'c' };
const START = { owner: OWNER, tool: { server: 'notes', target: 'build' }, ttlMs: 600_000 };
const DONE: TaskEnd = { type: 'result', result: { content: [] }, isOurs: false };
const forever = (): AbortSignal => new AbortController().signal;

/** A task whose work the test does. */
const begin = async (
  { book }: TaskDesk,
  more: Partial<Parameters<TaskDesk['book']['start']>[0]> = {},
): Promise<{ readonly id: string; readonly work: TaskWork; end(end?: TaskEnd): void }> => {
  const { promise, resolve } = Promise.withResolvers<TaskEnd>();
  let work: TaskWork | undefined;
  const task = await book.start({ ...START, ...more }, (given) => {
    work = given;
    return promise;
  });
  if (task === undefined || work === undefined) throw new Error('no task');
  return { id: task.id, work, end: (end = DONE) => resolve(end) };
};

const seen = ({ book }: TaskDesk, id: string): Promise<TaskView | undefined> => book.get(OWNER, id);

/** The name of the process that works on a task. */
const processOf = async ({ board }: TaskOffice, id: string): Promise<string> =>
  /"by":"(\w+)"/.exec((await board.get('task', id))?.text ?? '')?.[1] ?? '';

describe('a task that another process works on', () => {
  it('is seen as it moves, and ends with its result for everybody who waits', async () => {
    const office = new TaskOffice();
    const [a, b] = [office.desk(), office.desk()];
    const { id, work, end } = await begin(a);
    expect(await seen(b, id)).toMatchObject({ status: 'working', message: null });
    work.tell('working', 'half');
    await office.pass(500);
    expect(await seen(b, id)).toMatchObject({ status: 'working', message: 'half' });
    const waiting = b.book.result(OWNER, id, forever());
    end();
    await office.settle();
    expect(await waiting).toEqual({ end: DONE, tool: START.tool });
    expect(await seen(b, id)).toEqual(await seen(a, id));
    expect(await b.book.list(OWNER)).toMatchObject([{ id, status: 'completed' }]);
  });

  it('is written now and then however often it moves, and at the end as it ended', async () => {
    const office = new TaskOffice();
    const [a, b] = [office.desk(), office.desk()];
    const { id, work, end } = await begin(a);
    const before = a.writes();
    for (let step = 0; step < 1000; step += 1) {
      work.tell('working', `step ${step}`);
      if (step % 100 === 0) await office.settle();
    }
    end();
    await office.settle();
    expect(a.writes() - before).toBeLessThan(6);
    expect(await seen(b, id)).toMatchObject({ status: 'completed', end: DONE });
  });

  it('says how far it is at no great length', async () => {
    const office = new TaskOffice();
    const [a, b] = [office.desk(), office.desk()];
    const { id, work } = await begin(a);
    work.tell('working', `${'x'.repeat(1999)}\u{1f600}${'x'.repeat(1_000_000)}`);
    await office.pass(500);
    for (const each of [a, b])
      expect(await seen(each, id)).toMatchObject({ message: `${'x'.repeat(1999)}\ufffd` });
  });

  it('is there for as long as it runs', async () => {
    const office = new TaskOffice();
    const [a, b] = [office.desk(), office.desk()];
    const { id } = await begin(a, { ttlMs: 1000 });
    await office.pass(6 * 3_600_000, 3000);
    expect(await seen(b, id)).toMatchObject({ status: 'working' });
  });

  it('is nobody else’s: not another principal’s, not another context’s, and not under the name of another note', async () => {
    const office = new TaskOffice();
    const [a, b] = [office.desk(), office.desk()];
    const { id, work, end } = await begin(a);
    work.asks({ q: {} }, async () => {
      throw new Error('asked');
    });
    end();
    await office.settle();
    for (const owner of [
      { principal: 'eve', context: 'c' },
      { principal: 'ada', context: 'other' },
    ]) {
      for (const { book } of [a, b]) {
        expect(await book.get(owner, id)).toBeUndefined();
        expect(await book.result(owner, id, forever())).toBeUndefined();
        expect(await book.cancel(owner, id, forever())).toBeUndefined();
        expect(await book.answer(owner, id, { q: {} }, forever())).toBe(false);
        expect(await book.list(owner)).toEqual([]);
      }
    }
    expect(await b.book.get(OWNER, `end/${id}`)).toBeUndefined();
  });

  it('is cancelled by the one that works on it, whoever is asked', async () => {
    const office = new TaskOffice();
    const [a, b, c] = [office.desk(), office.desk(), office.desk()];
    const { id, work, end } = await begin(a);
    const cancelled = b.book.cancel(OWNER, id, forever());
    await office.settle();
    expect(await cancelled).toMatchObject({ id, status: 'cancelled', end: undefined });
    expect(work.signal.aborted).toBe(true);
    expect(await seen(c, id)).toMatchObject({ status: 'cancelled' });
    const late = c.book.result(OWNER, id, forever());
    end();
    await office.settle();
    expect(await late).toMatchObject({ end: DONE });
    expect(await seen(c, id)).toMatchObject({ status: 'cancelled', end: undefined });
  });
});

describe('answers to a task that another process works on', () => {
  const asking = async (
    office: TaskOffice,
    a: TaskDesk,
    answer: (answers: JsonObject, signal: AbortSignal) => Promise<void>,
  ): Promise<string> => {
    const { id, work } = await begin(a);
    work.asks({ sure: { method: 'elicitation/create' } }, answer);
    await office.settle();
    return id;
  };

  it('reach it, and the task goes on for everybody', async () => {
    const office = new TaskOffice();
    const [a, b, c] = [office.desk(), office.desk(), office.desk()];
    const got: JsonObject[] = [];
    const id = await asking(office, a, async (answers) => void got.push(answers));
    expect(await seen(b, id)).toMatchObject({ status: 'input_required', asks: { sure: {} } });
    const answered = b.book.answer(OWNER, id, { sure: { action: 'accept' }, other: 1 }, forever());
    await office.settle();
    expect(await answered).toBe(true);
    expect(got).toEqual([{ sure: { action: 'accept' } }]);
    expect(await seen(c, id)).toMatchObject({ status: 'working', asks: null });
  });

  it('fail as they fail there', async () => {
    const office = new TaskOffice();
    const [a, b] = [office.desk(), office.desk()];
    const error = { code: -32001, message: 'a person refused it', data: { why: 'because' } };
    const id = await asking(office, a, () => Promise.reject(new RpcFailure(error)));
    const answered = b.book.answer(OWNER, id, { sure: {} }, forever()).catch((thrown: unknown) => thrown);
    await office.settle();
    expect(await answered).toMatchObject({ error });
    expect(await seen(b, id)).toMatchObject({ status: 'input_required' });
  });

  it('are given up there when whoever gave them does', async () => {
    const office = new TaskOffice();
    const [a, b] = [office.desk(), office.desk()];
    let given: AbortSignal | undefined;
    const id = await asking(office, a, (_, signal) => {
      given = signal;
      return new Promise(() => {});
    });
    const leaves = new AbortController();
    const answered = b.book.answer(OWNER, id, { sure: {} }, leaves.signal).catch((error: unknown) => error);
    await office.settle();
    expect(given?.aborted).toBe(false);
    leaves.abort();
    expect(await answered).toMatchObject({ code: 'TASK_GAVE_UP' });
    await office.settle();
    expect(given?.aborted).toBe(true);
  });

  it('are known to have arrived though the one they are for could not say so for a while', async () => {
    const office = new TaskOffice();
    const [a, b] = [office.desk(), office.desk()];
    const { promise: slow, resolve } = Promise.withResolvers<void>();
    const id = await asking(office, a, () => slow);
    const answered = b.book.answer(OWNER, id, { sure: {} }, forever());
    await office.settle();
    a.away(true);
    resolve();
    await office.pass(13_000);
    a.away(false);
    const { promise: never, resolve: late } = Promise.withResolvers<string>();
    void office.pass(10_000).then(() => late('nobody says'));
    expect(await Promise.race([answered, never])).toBe(true);
  });

  it('that nobody could take, nor take back, do not arrive later', async () => {
    const office = new TaskOffice();
    const [a, b] = [office.desk(), office.desk()];
    let got = 0;
    const id = await asking(office, a, async () => void (got += 1));
    a.away(true);
    const answered = b.book.answer(OWNER, id, { sure: {} }, forever()).catch((error: unknown) => error);
    await office.pass(5000);
    b.away(true);
    await office.pass(30_000);
    expect(await answered).toMatchObject({ code: 'STORE_AWAY' });
    for (const each of [a, b]) each.away(false);
    await office.pass(10_000);
    expect(got).toBe(0);
    expect(await seen(b, id)).toMatchObject({ status: 'input_required' });
  });

  it('that cannot be read there are answered all the same', async () => {
    const office = new TaskOffice();
    const a = office.desk();
    const { id } = await begin(a);
    const by = await processOf(office, id);
    await office.board.put('task-mail', `${by}/1`, '{"type":"of-another-version"}', {
      lifeMs: 60_000,
      owner: by,
    });
    await office.settle();
    expect((await office.board.take('task-mail', `re/${by}/1`))?.text).toContain('TASK_UNREADABLE');
  });

  it('that nobody takes are taken back, and never arrive', async () => {
    const office = new TaskOffice();
    const [a, b] = [office.desk(), office.desk()];
    let got = 0;
    const id = await asking(office, a, async () => void (got += 1));
    a.away(true);
    const answered = b.book.answer(OWNER, id, { sure: {} }, forever()).catch((error: unknown) => error);
    await office.pass(30_000);
    expect(await answered).toMatchObject({ code: 'TASK_PROCESS_SILENT' });
    a.away(false);
    await office.pass(10_000);
    expect(got).toBe(0);
  });
});

describe('a process that is gone', () => {
  it('leaves its tasks failed, in words, and stays told so though it comes back', async () => {
    const office = new TaskOffice();
    const [a, b, c] = [office.desk(), office.desk(), office.desk()];
    const { id, work, end } = await begin(a);
    work.called('01CALL', 'out');
    await office.pass(1000);
    a.suspend();
    expect(await seen(b, id)).toMatchObject({ status: 'working' });
    const waiting = b.book.result(OWNER, id, forever());
    await office.pass(30_000);
    const lost = { code: -32000, message: 'Callgate: the process is gone; the call is 01CALL' };
    expect(await waiting).toMatchObject({ end: { type: 'error', error: lost } });
    expect(await seen(c, id)).toMatchObject({ status: 'failed', end: { error: lost } });
    expect(await c.book.list(OWNER)).toMatchObject([{ id, status: 'failed' }]);
    expect(await c.book.cancel(OWNER, id, forever())).toMatchObject({ status: 'failed' });
    expect(work.signal.aborted).toBe(false);
    a.resume();
    await office.pass(5000);
    expect(work.signal.aborted).toBe(true);
    end();
    await office.pass(1000);
    for (const each of [a, b, c])
      expect(await seen(each, id)).toMatchObject({ status: 'failed', end: { error: lost } });
  });

  it('leaves them failed though their clients had no use for them any more when it came back', async () => {
    const office = new TaskOffice();
    const [a, b] = [office.desk(), office.desk()];
    const { id, end } = await begin(a, { ttlMs: 1 });
    await office.pass(1000);
    a.suspend();
    const looked = seen(b, id);
    await office.pass(30_000);
    expect(await looked).toMatchObject({ status: 'working' });
    const again = seen(b, id);
    await office.pass(10_000);
    expect(await again).toMatchObject({ status: 'failed' });
    await office.pass(120_000, 1000);
    a.resume();
    await office.pass(1000);
    end();
    await office.pass(5000);
    for (const each of [a, b]) expect(await seen(each, id)).toMatchObject({ status: 'failed' });
  });

  it('or does not know a task has not cancelled it', async () => {
    const office = new TaskOffice();
    const [a, b] = [office.desk(), office.desk()];
    const { id } = await begin(a);
    const { text = '' } = (await office.board.get('task', id)) ?? {};
    const [other, by] = ['e'.repeat(32), 'f'.repeat(32)];
    const forMinutes = { lifeMs: 600_000 };
    await office.board.put('task', `alive/${by}`, '', forMinutes);
    await office.board.put('task', other, text.replace(await processOf(office, id), by), forMinutes);
    office.board.onChange('task-mail', (name) => {
      if (!name.startsWith(by)) return;
      void office.board
        .take('task-mail', name)
        .then(
          (mail) => mail && office.board.put('task-mail', `re/${name}`, '{"type":"unknown"}', forMinutes),
        );
    });
    const cancelled = b.book.cancel(OWNER, other, forever());
    const answered = b.book.answer(OWNER, other, { sure: {} }, forever());
    await office.pass(3000);
    expect(await cancelled).toMatchObject({ id: other, status: 'working' });
    expect(await answered).toBe(true);
  });

  it('is not one whose database was away for a while', async () => {
    const office = new TaskOffice();
    const [a, b] = [office.desk(), office.desk()];
    const { id, end } = await begin(a);
    await office.pass(1000);
    for (const each of [a, b]) each.away(true);
    for (let second = 0; second < 60; second += 1) {
      await expect(seen(b, id)).rejects.toMatchObject({ code: 'STORE_AWAY' });
      await office.pass(1000);
    }
    for (const each of [a, b]) each.away(false);
    const looked = seen(b, id);
    await office.pass(10_000);
    expect(await looked).toMatchObject({ status: 'working' });
    expect(await seen(b, id)).toMatchObject({ status: 'working' });
    end();
    await office.pass(1000);
    expect(await seen(b, id)).toMatchObject({ status: 'completed' });
  });

  it('tells the ends of its tasks before it goes, if it can', async () => {
    const office = new TaskOffice();
    const [a, b] = [office.desk(), office.desk()];
    const { id, work, end } = await begin(a);
    work.signal.addEventListener('abort', () => end());
    a.book.close();
    await a.book.closed();
    expect(await seen(b, id)).toMatchObject({ status: 'completed' });
  });

  it('leaves a call that waits to others, and stops what runs', async () => {
    const office = new TaskOffice();
    const a = office.desk();
    const waits = await begin(a);
    waits.work.called('01HELD', 'held');
    const runs = await begin(a);
    runs.work.called('01OUT', 'out');
    a.book.close();
    expect([waits.work.signal.aborted, runs.work.signal.aborted]).toEqual([false, true]);
  });
});

describe('a board that is away', () => {
  it('does not lose the end of a task: it is kept, said once, and told when it is back', async () => {
    const office = new TaskOffice();
    const [a, b] = [office.desk(), office.desk()];
    const { id, end } = await begin(a);
    a.away(true);
    end();
    await office.pass(10_000);
    const looked = seen(a, id).catch((error: unknown) => error);
    await office.pass(2000);
    expect(await looked).toMatchObject({ code: 'STORE_AWAY' });
    expect(a.log).toHaveLength(1);
    expect(a.log[0]).toMatch(/^TASK_UNTOLD .*STORE_AWAY/);
    a.away(false);
    await office.pass(2000);
    for (const each of [a, b]) expect(await seen(each, id)).toMatchObject({ status: 'completed', end: DONE });
  });

  it('begins nothing, but goes on with what runs already', async () => {
    const office = new TaskOffice();
    const [a, b] = [office.desk(), office.desk()];
    a.away(true);
    let begun = 0;
    const work = async (): Promise<TaskEnd> => {
      begun += 1;
      return await new Promise(() => {});
    };
    await expect(a.book.start(START, work)).rejects.toMatchObject({ code: 'STORE_AWAY' });
    expect(begun).toBe(0);
    const task = await a.book.start({ ...START, isRunning: true }, work);
    expect(begun).toBe(1);
    a.away(false);
    await office.pass(5000);
    expect(await seen(b, task?.id ?? '')).toMatchObject({ status: 'working' });
  });
});

it('a principal has so many tasks over all processes; what is over makes room', async () => {
  const office = new TaskOffice();
  const [a, b] = [office.desk(), office.desk()];
  const first = await begin(a);
  for (let count = 1; count < 200; count += 1) await begin(count % 2 === 0 ? a : b);
  for (const { book } of [a, b]) expect(await book.start(START, () => Promise.resolve(DONE))).toBeUndefined();
  expect(
    await b.book.start({ ...START, owner: { principal: 'bob', context: 'c' } }, () => Promise.resolve(DONE)),
  ).toBeDefined();
  first.end();
  await office.pass(500);
  await begin(b);
  expect(await seen(b, first.id)).toBeUndefined();
});

it('a principal that starts many at once has no more of them at one process', async () => {
  const office = new TaskOffice();
  const a = office.desk();
  const work = (): Promise<TaskEnd> => new Promise(() => {});
  const started = await Promise.all(Array.from({ length: 300 }, () => a.book.start(START, work)));
  expect(started.filter((task) => task !== undefined)).toHaveLength(200);
  expect(await a.book.list(OWNER)).toHaveLength(200);
  const bob = { ...START, owner: { principal: 'bob', context: 'c' } };
  expect(await a.book.start(bob, work)).toBeDefined();
});

it('what could not be started takes no place', async () => {
  const office = new TaskOffice();
  const a = office.desk();
  const work = (): Promise<TaskEnd> => new Promise(() => {});
  a.away(true);
  for (let count = 0; count < 250; count += 1)
    await expect(a.book.start(START, work)).rejects.toMatchObject({ code: 'STORE_AWAY' });
  a.away(false);
  expect(await a.book.start(START, work)).toBeDefined();
});
