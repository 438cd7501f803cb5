import type { ContextName } from '@callgate/gate/host';
import { expect, it } from 'vitest';
import { endHostSessions, snapshotHosts } from './end-host-sessions.ts';
import type { RunningProcess } from './running-process.ts';

const running = (pid: number): RunningProcess => ({ pid, parent: 1, start: 1, program: 'host', command: '' });

/** A machine on which the next host starts, and is served, with every look at it. */
const busy = () => {
  const contexts = ['host:aa:b1:7:1'];
  const started = new Map<number, RunningProcess>();
  const ended: string[] = [];
  let next = 100;
  const start = (): void => {
    next += 1;
    started.set(next, running(next));
    contexts.push(`host:aa:b1:${next}:1`);
  };
  return {
    ended,
    gate: {
      contextsNamed: async () => {
        const all = [...contexts];
        start();
        return all;
      },
      endContext: async ({ context }: ContextName) => {
        ended.push(context);
      },
    },
    open: () => {
      const all = new Map(started);
      start();
      return { installation: 'aa', machine: 'b1', find: (pid: number) => all.get(pid) };
    },
  };
};

it('a host that is served while others are looked through is not taken for one that is gone', async () => {
  const { gate, open, ended } = busy();
  for (let look = 0; look < 3; look += 1) await endHostSessions(gate, await snapshotHosts(gate, open));
  expect(new Set(ended)).toEqual(new Set(['host:aa:b1:7:1']));
});

it('nothing is ended where processes cannot be listed or contexts cannot be read', async () => {
  const { gate, open, ended } = busy();
  await endHostSessions(gate, await snapshotHosts(gate, () => undefined));
  const away = { ...gate, contextsNamed: () => Promise.reject(new Error('away')) };
  await endHostSessions(away, await snapshotHosts(away, open));
  expect(ended).toEqual([]);
});
