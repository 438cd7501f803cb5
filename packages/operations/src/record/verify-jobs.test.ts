import { CallgateError } from '@callgate/core';
import type { Clock } from '@callgate/gate';
import type { SharedState, StoreReader } from '@callgate/gate/store';
import { memoryKeys, systemClock } from '@callgate/gate';
import { EMPTY_LOG_HEAD } from '@callgate/gate/record';
import { MemorySharedState } from '@callgate/gate/store';
import type { GatewayConfig } from '@callgate/gateway/config';
import type { StoreVerification } from '@callgate/gateway/store';
import { describe, expect, it } from 'vitest';
import type { OperationCaller } from '../api/operation.ts';
import type { ConsoleEvent } from '../api/events.ts';
import { VerifyJobs } from './verify-jobs.ts';

const OK: StoreVerification = {
  journals: null,
  verdict: 'unknown',
  gaps: ['anchors'],
  ok: true,
  problems: [],
  more: 0,
  rows: 7,
  calls: 2,
  checkpoints: 0,
  kept: 1,
  signedRows: 0,
  anchoredRows: 0,
  unknown: [],
};

const caller = (subject: string, role: OperationCaller['role'] = 'viewer'): OperationCaller => ({
  subject,
  role,
  groups: [],
});

/** A verification that is over when the test says so. */
const desk = (board: SharedState = new MemorySharedState(systemClock), clock: Clock = systemClock) => {
  const told: ConsoleEvent[] = [];
  let started = 0;
  let store = 'x.db';
  const verified: unknown[] = [];
  let under = Promise.withResolvers<StoreVerification>();
  let progress: (rows: number) => void = () => {};
  const read = {
    head: async () => ({ ...EMPTY_LOG_HEAD, seq: 7 }),
    checkpoints: async () => [],
  } as unknown as StoreReader;
  const jobs = new VerifyJobs(
    {
      board,
      clock,
      home: { folder: '/', keys: '/', anchors: '/there/is/no/such/file' },
      keys: memoryKeys(),
      config: () => ({ store: { path: store } }) as GatewayConfig,
      tell: (event) => told.push(event),
    },
    read,
    (_, { database }, onProgress) => {
      started += 1;
      verified.push(database);
      under = Promise.withResolvers<StoreVerification>();
      progress = onProgress;
      return {
        done: under.promise,
        cancel: async () => under.reject(new CallgateError('VERIFY_CANCELLED', 'stopped')),
      };
    },
  );
  return {
    jobs,
    told,
    started: () => started,
    verified,
    names: (another: string) => {
      store = another;
    },
    progress: (rows: number) => progress(rows),
    end: (how: StoreVerification | Error) => (how instanceof Error ? under.reject(how) : under.resolve(how)),
  };
};

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a verification for whoever looks', () => {
  it('runs one at a time, and tells every page how far it is and that it is over', async () => {
    const { jobs, told, started, progress, end } = desk();
    expect((await jobs.now()).state).toBe('never');
    const [one, other] = await Promise.all([jobs.start(caller('ada')), jobs.start(caller('bob'))]);
    expect([started(), one.job, one.by]).toEqual([1, other.job, 'ada']);
    progress(3);
    expect(await jobs.now()).toMatchObject({ state: 'running', done: 3, of: 7 });
    end(OK);
    await settled();
    expect(await jobs.now()).toMatchObject({
      state: 'done',
      done: 7,
      found: { verdict: 'unknown', gaps: ['anchors'], rows: 7 },
    });
    expect(told.at(-1)).toEqual({ type: 'job', job: one.job, done: 7, of: 7, over: true });
    expect((await jobs.start(caller('bob'))).job).not.toBe(one.job);
    expect(started()).toBe(2);
  });

  it('is stopped by whoever started it, or an operator, and by nobody else', async () => {
    const { jobs } = desk();
    for (const stopper of [caller('ada'), caller('olga', 'operator')]) {
      await jobs.start(caller('ada'));
      await expect(jobs.stop(caller('eve', 'approver'))).rejects.toMatchObject({ code: 'VERIFY_FORBIDDEN' });
      await jobs.stop(stopper);
      await settled();
      expect(await jobs.now()).toMatchObject({ state: 'stopped', found: null });
    }
    expect((await jobs.stop(caller('eve'))).state).toBe('stopped');
  });

  it('is of the store that is open, also where the configuration names another one by now', async () => {
    const { jobs, verified, names } = desk();
    names('another.db');
    await jobs.start(caller('ada'));
    expect(verified).toEqual(['x.db']);
  });

  it('shows the wrong row with the lowest number first, and how many there are', async () => {
    const { jobs, end } = desk();
    await jobs.start(caller('ada'));
    const problems = [
      { code: 'CALL_STORE', call: 'c', what: 'differs' },
      { code: 'ROW_HASH', seq: 9, what: 'late' },
      { code: 'ROW_HASH', seq: 4, what: 'early' },
    ];
    end({ ...OK, ok: false, verdict: 'broken', problems, more: 5 });
    await settled();
    expect((await jobs.now()).found).toMatchObject({ verdict: 'broken', problemCount: 8 });
    expect((await jobs.now()).found?.problems.map(({ seq }) => seq)).toEqual([4, 9, null]);
  });

  it('says what went wrong where it could not be done, without words of the system', async () => {
    const { jobs, end } = desk();
    await jobs.start(caller('ada'));
    end(new CallgateError('STORE_PLACE', 'there is no store', { help: 'check' }));
    await settled();
    expect((await jobs.now()).problem).toEqual({
      code: 'STORE_PLACE',
      message: 'there is no store',
      help: 'check',
    });
    await jobs.start(caller('ada'));
    end(new Error('/home/ada/secret'));
    await settled();
    expect((await jobs.now()).problem?.message).toBe('The audit log could not be verified');
  });
});

describe('a verification of another console on the same store', () => {
  it('is the one that runs here too', async () => {
    const board = new MemorySharedState(systemClock);
    const [one, two] = [desk(board), desk(board)];
    const { job } = await one.jobs.start(caller('ada'));
    expect(await two.jobs.now()).toMatchObject({ state: 'running', job, by: 'ada' });
    expect((await two.jobs.start(caller('bob'))).job).toBe(job);
    expect([one.started(), two.started()]).toEqual([1, 0]);
    one.end(OK);
    await settled();
    await settled();
    expect(await two.jobs.now()).toEqual(await one.jobs.now());
    expect(two.told.at(-1)).toEqual({ type: 'job', job, done: 7, of: 7, over: true });
    expect((await two.jobs.start(caller('bob'))).job).not.toBe(job);
    expect((await one.jobs.now()).by).toBe('bob');
  });

  it('is stopped from here by whoever started it, or an operator, and by nobody else', async () => {
    const board = new MemorySharedState(systemClock);
    const [one, two] = [desk(board), desk(board)];
    for (const stopper of [caller('ada'), caller('olga', 'operator')]) {
      await one.jobs.start(caller('ada'));
      await expect(two.jobs.stop(caller('eve', 'approver'))).rejects.toMatchObject({
        code: 'VERIFY_FORBIDDEN',
      });
      expect((await one.jobs.now()).state).toBe('running');
      await two.jobs.stop(stopper);
      await expect.poll(async () => (await two.jobs.now()).state).toBe('stopped');
      expect((await one.jobs.now()).state).toBe('stopped');
    }
  });

  it('whose process is gone does not keep anybody from starting another', async () => {
    let shift = 0;
    const clock: Clock = { ...systemClock, now: () => Date.now() + shift };
    const board = new MemorySharedState(clock);
    const two = desk(board, clock);
    await desk(board, clock).jobs.start(caller('ada'));
    expect((await two.jobs.now()).state).toBe('running');
    shift = 60_000;
    expect((await two.jobs.now()).state).toBe('never');
    expect(await two.jobs.start(caller('bob'))).toMatchObject({ state: 'running', by: 'bob' });
  });
});
