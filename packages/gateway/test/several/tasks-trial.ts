import type { CallgateError } from '@callgate/core';
import type { TaskEnd, TaskView, TaskWork } from '../../src/receive/gateway-tasks.ts';
import type { TaskDesk } from './tasks-office.ts';
import { TaskOffice } from './tasks-office.ts';

const OWNER = { principal: 'ada', context: 'c' };

/** The same numbers for the same seed. */
const randomOf = (seed: number): ((below: number) => number) => {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
};

const MAY_FAIL: ReadonlySet<string> = new Set(['STORE_AWAY', 'TASK_PROCESS_SILENT', 'TASK_PROCESS_GONE']);

interface BegunTask {
  readonly id: string;
  readonly work: TaskWork;
  readonly end: (end: TaskEnd) => void;
}

const isEnd = ({ status, end }: TaskView): boolean => status === 'cancelled' || end !== undefined;

/** Processes that are cut off and suspended at random moments, with everybody looking all the time. */
export class TaskTrial {
  readonly #office: TaskOffice = new TaskOffice();
  readonly #random: (below: number) => number;
  readonly #desks: readonly TaskDesk[];
  readonly #suspended: Set<TaskDesk> = new Set();
  readonly #begun: BegunTask[] = [];
  /** What anybody was told last of a task that is over. */
  readonly #told: Map<string, string> = new Map();
  looks: number = 0;
  readonly problems: string[] = [];

  constructor(seed: number) {
    this.#random = randomOf(seed);
    this.#desks = [this.#office.desk(), this.#office.desk(), this.#office.desk()];
  }

  #one<T>(of: readonly T[]): T | undefined {
    return of[this.#random(of.length)];
  }

  #awake(): TaskDesk | undefined {
    return this.#one(this.#desks.filter((desk) => !this.#suspended.has(desk)));
  }

  /** Time passes until it answers; a process that is suspended meanwhile never does. */
  async #answered<T>(work: Promise<T>): Promise<T | undefined> {
    const state = { isOver: false };
    const done = work.then(
      (value) => {
        state.isOver = true;
        return value;
      },
      (error: CallgateError) => {
        state.isOver = true;
        if (!MAY_FAIL.has(error.code)) this.problems.push(String(error));
        return undefined;
      },
    );
    for (let waited = 0; !state.isOver; waited += 1) {
      if (waited > 600) throw new Error('nobody answers');
      await this.#office.pass(100);
    }
    return await done;
  }

  async #begin(): Promise<void> {
    const desk = this.#awake();
    const { promise, resolve } = Promise.withResolvers<TaskEnd>();
    let work: TaskWork | undefined;
    const start = { owner: OWNER, tool: { server: 's', target: 't' }, ttlMs: 86_400_000 };
    const task =
      desk &&
      (await this.#answered(
        desk.book.start(start, (given) => {
          work = given;
          return promise;
        }),
      ));
    if (task !== undefined && work !== undefined) this.#begun.push({ id: task.id, work, end: resolve });
  }

  async #look(): Promise<void> {
    const [desk, task] = [this.#awake(), this.#one(this.#begun)];
    if (desk === undefined || task === undefined) return;
    const view = await this.#answered(desk.book.get(OWNER, task.id));
    if (view === undefined) return;
    this.looks += 1;
    const said = isEnd(view) ? JSON.stringify([view.status, view.end]) : 'runs';
    const before = this.#told.get(task.id);
    if (before !== undefined && said !== before) this.problems.push(`told ${said} after ${before}`);
    if (said !== 'runs') this.#told.set(task.id, said);
  }

  async #cancel(): Promise<void> {
    const [desk, task] = [this.#awake(), this.#one(this.#begun)];
    if (desk !== undefined && task !== undefined)
      await this.#answered(desk.book.cancel(OWNER, task.id, new AbortController().signal));
  }

  async step(): Promise<void> {
    const task = this.#one(this.#begun);
    const desk = this.#desks[this.#random(3)];
    switch (this.#random(12)) {
      case 0:
      case 1:
        return await this.#begin();
      case 2:
        return task?.work.tell('working', `${this.#random(1000)}`);
      case 3:
        return task?.end({ type: 'result', result: { of: task.id }, isOurs: false });
      case 4:
        return await (this.#random(3) === 0 ? this.#cancel() : this.#look());
      case 5:
        if (desk !== undefined && this.#suspended.size < 2) this.#suspended.add(desk);
        return desk !== undefined && this.#suspended.has(desk) ? desk.suspend() : undefined;
      case 6:
        for (const each of this.#suspended) each.resume();
        return this.#suspended.clear();
      case 7:
        return desk?.away(this.#random(2) === 0);
      case 8:
        return await this.#office.pass(this.#random(25_000));
      default:
        return await this.#look();
    }
  }

  /** Everybody is there again, and agrees. */
  async end(): Promise<void> {
    for (const desk of this.#desks) {
      desk.away(false);
      desk.resume();
    }
    this.#suspended.clear();
    for (const { id, end } of this.#begun) end({ type: 'result', result: { of: id }, isOurs: false });
    await this.#office.pass(30_000);
    for (const { id } of this.#begun) {
      const views = [];
      for (const { book } of this.#desks) views.push(await this.#answered(book.get(OWNER, id)));
      const said = views.map((view) => JSON.stringify([view?.status, view?.end]));
      const last = this.#told.get(id) ?? said[0] ?? '';
      if (!views.every((view) => view !== undefined && isEnd(view)) || said.some((each) => each !== last))
        this.problems.push(`at the end ${said.join(' and ')} after ${last}`);
    }
  }
}
