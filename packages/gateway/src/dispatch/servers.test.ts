import type { VirtualClock } from '@callgate/gate/testing';
import { virtualClock } from '@callgate/gate/testing';
import { expect, it } from 'vitest';
import { defaultServerConfig } from '../config/defaults.ts';
import type { GatewayCatalogue } from '../disclose/gateway-catalogue.ts';
import { Servers } from './servers.ts';
import type { ServerHello, UpstreamEvents } from './upstream.ts';

const HELLO: ServerHello = {
  era: 'legacy',
  version: '2025-11-25',
  capabilities: { tools: {} },
  info: null,
  instructions: null,
};

interface ScriptedServers {
  readonly servers: Servers;
  readonly clock: VirtualClock;
  /** From now on it answers nothing, neither a greeting nor a list. */
  silence(server: string): void;
  speak(server: string): void;
  changed(server: string): void;
}

const open = async (...names: readonly string[]): Promise<ScriptedServers> => {
  const clock = virtualClock(1_000_000);
  const silent = new Map<string, PromiseWithResolvers<void>>();
  const events = new Map<string, UpstreamEvents>();
  const servers = new Servers({
    clock,
    catalogue: {
      update: () => {},
      instructions: () => null,
      toolCount: () => 0,
    } as unknown as GatewayCatalogue,
    events: {
      notification: () => {},
      request: () => Promise.reject(new Error('nobody')),
      reached: () => {},
      availability: () => {},
      violated: () => undefined,
      misbehaved: () => {},
    },
    open: ({ server }, heard) => {
      events.set(server, heard);
      return {
        server,
        identity: server,
        hello: async () => {
          await silent.get(server)?.promise;
          return HELLO;
        },
        control: async () => {
          await silent.get(server)?.promise;
          return { tools: [] };
        },
        send: () => Promise.reject(new Error('unused')),
        close: () => Promise.resolve(),
      };
    },
  });
  await servers.use(
    names.map((name) => defaultServerConfig(name, { kind: 'stdio', command: 'x', args: [], env: {} })),
  );
  return {
    servers,
    clock,
    silence: (server) => void silent.set(server, Promise.withResolvers()),
    speak: (server) => {
      silent.get(server)?.resolve();
      silent.delete(server);
    },
    changed: (server) => events.get(server)?.notification('notifications/tools/list_changed', {}, null),
  };
};

/** Lets everything run that waits for no clock. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
};

/** Whether it is over once the clock went on by so much. */
const isOverAfter = async (clock: VirtualClock, ms: number, work: Promise<unknown>): Promise<boolean> => {
  let isOver = false;
  void work.then(() => (isOver = true));
  await settled();
  clock.advance(ms);
  await settled();
  return isOver;
};

it('one silent server among several costs the first list 1 s, and later lists nothing', async () => {
  const { servers, clock, silence, speak } = await open('good', 'silent');
  silence('silent');
  const first = servers.reachAll();
  expect(await isOverAfter(clock, 999, first)).toBe(false);
  expect(await isOverAfter(clock, 1, first)).toBe(true);
  expect((await first).map(({ server }) => server)).toEqual(['silent']);
  expect(await isOverAfter(clock, 0, servers.reachAll())).toBe(true);
  speak('silent');
  await settled();
  expect(await servers.reachAll()).toEqual([]);
});

it('servers that start about as slowly as each other are all waited for', async () => {
  const { servers, clock, silence, speak } = await open('one', 'two');
  silence('one');
  silence('two');
  const first = servers.reachAll();
  expect(await isOverAfter(clock, 2000, first)).toBe(false);
  speak('one');
  expect(await isOverAfter(clock, 1900, first)).toBe(false);
  speak('two');
  expect(await first).toEqual([]);
});

it('a server alone is waited for up to 10 s', async () => {
  const { servers, clock, silence } = await open('silent');
  silence('silent');
  const first = servers.reachAll();
  expect(await isOverAfter(clock, 9999, first)).toBe(false);
  expect(await isOverAfter(clock, 1, first)).toBe(true);
});

it.each([[['good', 'silent']], [['silent']]])(
  'a server that goes silent once it was ready delays no list when its lists are read again (%j)',
  async (names) => {
    const { servers, clock, silence } = await open(...names);
    expect(await servers.reachAll()).toEqual([]);
    silence('silent');
    clock.advance(60_000);
    await settled();
    expect(await isOverAfter(clock, 0, servers.reachAll())).toBe(true);
    expect(await servers.reachAll()).toEqual([]);
  },
);

it('a list waits for changes that a server tells of, 1 s from the start of the read', async () => {
  const { servers, clock, silence, speak, changed } = await open('good', 'busy');
  await servers.reachAll();
  clock.advance(1000);
  silence('busy');
  changed('busy');
  const waiting = servers.reachAll();
  expect(await isOverAfter(clock, 400, waiting)).toBe(false);
  speak('busy');
  expect(await isOverAfter(clock, 0, waiting)).toBe(true);
  clock.advance(1000);
  silence('busy');
  changed('busy');
  await settled();
  clock.advance(600);
  const late = servers.reachAll();
  expect(await isOverAfter(clock, 399, late)).toBe(false);
  expect(await isOverAfter(clock, 1, late)).toBe(true);
  expect(await isOverAfter(clock, 0, servers.reachAll())).toBe(true);
});
