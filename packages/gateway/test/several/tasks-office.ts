import { CallgateError } from '@callgate/core';
import type { Clock } from '@callgate/gate';
import type { SharedState } from '@callgate/gate/store';
import { MemorySharedState } from '@callgate/gate/store';
import type { VirtualClock } from '@callgate/gate/testing';
import { virtualClock } from '@callgate/gate/testing';
import { SharedTaskRegistry } from '../../../cluster/src/tasks/shared-task-registry.ts';
import { TASK_ERRORS, GatewayTasks } from '../../src/receive/gateway-tasks.ts';

/** A process with a way to the board that can be cut, and that can be stopped like a process that is suspended. */
export interface TaskDesk {
  readonly book: GatewayTasks;
  readonly board: SharedState;
  readonly log: readonly string[];
  /** How often it wrote to the board. */
  writes(): number;
  away(is: boolean): void;
  suspend(): void;
  resume(): void;
}

const isAway = (): CallgateError => new CallgateError('STORE_AWAY', 'the database cannot be reached');

/** Several processes on one board, for tests. */
export class TaskOffice {
  readonly clock: VirtualClock = virtualClock(1_000_000);
  readonly board: SharedState = new MemorySharedState(this.clock);

  desk(): TaskDesk {
    let away = false;
    let writes = 0;
    let suspended: (() => void)[] | undefined;
    const reach = async <T>(work: () => Promise<T>, isWrite = false): Promise<T> => {
      if (away) throw isAway();
      if (isWrite) writes += 1;
      return await work();
    };
    const { board: shared } = this;
    const board: SharedState = {
      put: (...given) => reach(() => shared.put(...given), true),
      replace: (...given) => reach(() => shared.replace(...given), true),
      get: (...given) => reach(() => shared.get(...given)),
      take: (...given) => reach(() => shared.take(...given)),
      list: (...given) => reach(() => shared.list(...given)),
      onChange: (kind, listener) =>
        shared.onChange(kind, (name) => {
          if (!away && suspended === undefined) listener(name);
        }),
      close: () => shared.close(),
    };
    const clock: Clock = {
      now: () => this.clock.now(),
      offsetMinutes: () => 0,
      after: (ms, work) => {
        let isStopped = false;
        const run = (): void => {
          if (!isStopped) work();
        };
        const stop = this.clock.after(ms, () => (suspended === undefined ? run() : suspended.push(run)));
        return () => {
          isStopped = true;
          stop();
        };
      },
    };
    const log: string[] = [];
    const book = new GatewayTasks({
      clock,
      share: (own) =>
        new SharedTaskRegistry(
          {
            ...TASK_ERRORS,
            board,
            clock,
            log: (_, code, message) => log.push(`${code} ${message}`),
            lostWords: async (call) => `the process is gone; the call is ${call}`,
          },
          own,
        ),
    });
    return {
      book,
      board,
      log,
      writes: () => writes,
      away: (is) => {
        away = is;
      },
      suspend: () => {
        suspended ??= [];
      },
      resume: () => {
        const late = suspended ?? [];
        suspended = undefined;
        for (const run of late) run();
      },
    };
  }

  /** Lets time pass for all of them, in small steps. */
  async pass(ms: number, step = 100): Promise<void> {
    await this.settle();
    for (let left = ms; left > 0; left -= step) {
      this.clock.advance(Math.min(step, left));
      await this.settle();
    }
  }

  /** What is under way without waiting for the clock is done. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 5; turn += 1)
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
  }
}
