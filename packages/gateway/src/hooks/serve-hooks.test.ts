import { mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { receiveArguments } from '@callgate/core/receive';
import type { Gate } from '@callgate/gate';
import type { Store } from '@callgate/gate/store';
import { createGate, memoryKeys } from '@callgate/gate';
import { openSqliteStore } from '@callgate/gate/sqlite';
import { presetPolicy } from '@callgate/policy';
import { afterEach, describe, expect, it } from 'vitest';
import { ContextLinks } from './context-links.ts';
import type { DeliverHookOptions } from './deliver-hook-event.ts';
import { deliverHookEvent } from './deliver-hook-event.ts';
import type { AfterToolEvent, BeforeToolEvent, HostEvent } from './host-events.ts';
import { withHostTools } from './host-tools.ts';
import { findHookListeners } from './post-event.ts';
import type { ServeHooksOptions } from './serve-hooks.ts';
import { serveHooks } from './serve-hooks.ts';

const closing: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const newFolder = (prefix = 'cg-hooks-'): string => {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  closing.push(() => rmSync(folder, { recursive: true }));
  return folder;
};

interface ServedHooks {
  readonly gate: Gate;
  readonly store: Store;
  readonly path: string;
}

let clock = 0;

const served = async (folder: string, more: Partial<ServeHooksOptions> = {}): Promise<ServedHooks> => {
  const keys = memoryKeys();
  const path = join(folder, more.store ?? 'callgate.db');
  const store = await openSqliteStore({ path, keys });
  const catalogue = withHostTools({ find: () => undefined });
  const gate = await createGate({ policy: presetPolicy('intent'), store, keys, catalogue });
  const { instance } = store;
  clock += 1;
  const since = clock;
  const hooks = await serveHooks({ gate, folder, instance, now: () => since, ...more, store: path });
  closing.push(async () => {
    await hooks.close();
    await gate.close();
    await store.close();
  });
  return { gate, store, path: hooks.path };
};

const options = (folder: string, more: Partial<DeliverHookOptions> = {}): DeliverHookOptions => ({
  folder,
  store: join(folder, 'callgate.db'),
  keeper: 'mine',
  start: () => Promise.reject(new Error('nothing is to be started here')),
  withinMs: 10_000,
  ...more,
});

const use = {
  host: 'claude-code',
  session: 's',
  tool: 'Read',
  arguments: { file_path: '/a' },
  callKey: 'k',
} as const;
const before: BeforeToolEvent = { type: 'before', ...use, canAsk: true };
const after: AfterToolEvent = { type: 'after', ...use, result: { text: 'x' }, isError: false };
const prompt: HostEvent = { type: 'prompt', host: 'claude-code', session: 's', text: 'Read it' };

const events = async ({ store }: ServedHooks): Promise<readonly string[]> =>
  (await store.read.rows(1, 100)).map(({ event }) => event).filter((event) => event !== 'opened');

describe('the socket for hooks', () => {
  it('can be opened by its owner alone, and goes with its process', async () => {
    const folder = newFolder();
    const { path } = await served(folder);
    expect(path).toBe(join(folder, 'run', readdirSync(join(folder, 'run'))[0] ?? ''));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'run')).mode & 0o777).toBe(0o700);
    await closing.pop()?.();
    expect(readdirSync(join(folder, 'run'))).toEqual([]);
  });

  it('is elsewhere where its path would be too long, and is found there', async () => {
    const folder = newFolder(`cg-${'long'.repeat(25)}-`);
    const { path, store } = await served(folder);
    expect(path.length).toBeLessThan(104);
    expect((await findHookListeners(folder)).map(({ instance }) => instance)).toEqual([store.instance]);
  });

  it('that nobody listens at any more is taken away', async () => {
    const folder = newFolder();
    const { path } = await served(folder);
    const run = join(folder, 'run');
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(join(run, 'draft'), resolve));
    // a server that closes takes its socket away, but not by another name: as if it had been killed
    renameSync(join(run, 'draft'), join(run, 'hooks.dead.sock'));
    await new Promise<void>((resolve) => server.close(() => resolve()));
    writeFileSync(join(run, 'hooks.file.sock'), '');
    expect((await findHookListeners(folder)).map((each) => each.path)).toEqual([path]);
    expect(readdirSync(run).toSorted()).toEqual([basename(path), 'hooks.file.sock'].toSorted());
  });

  it.each([
    ['no event', '/event', '{"event":{"type":"before"},"report":true}', 422],
    ['a member that is no part of one', '/event', '{"event":{},"report":true,"x":1}', 422],
    ['no JSON', '/event', '{', 422],
    ['a key twice', '/event', '{"report":true,"report":false}', 422],
    ['another place', '/other', '{}', 404],
    ['a place that is only read', '/about', '{}', 405],
  ])('answers %s with a refusal', async (_, path, body, status) => {
    const folder = newFolder();
    const { path: socketPath } = await served(folder);
    const { request } = await import('node:http');
    const answered = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request({ socketPath, path, method: 'POST' }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject);
      sent.end(body);
    });
    expect(answered).toBe(status);
  });
});

describe('an event', () => {
  it('goes to one of the processes that share a store', async () => {
    const folder = newFolder();
    const first = await served(folder);
    await served(folder);
    await deliverHookEvent(prompt, options(folder));
    expect(await deliverHookEvent(before, options(folder))).toEqual({ decision: 'allow' });
    await deliverHookEvent(after, options(folder));
    expect(await events(first)).toEqual(['heard', 'dispatching', 'done']);
  });

  it('after a tool goes to whoever began it, also where another comes first now', async () => {
    const folder = newFolder();
    const keeper = await served(folder, { keeper: 'mine' });
    await deliverHookEvent(before, options(folder));
    await served(folder);
    await deliverHookEvent(after, options(folder));
    expect(await events(keeper)).toEqual(['dispatching', 'done']);
  });

  it('after a tool that nobody began is reported once', async () => {
    const folder = newFolder();
    const first = await served(folder);
    await served(folder);
    await deliverHookEvent(after, options(folder));
    expect(await events(first)).toEqual(['dispatching', 'done']);
  });

  it('is heard in every store', async () => {
    const folder = newFolder();
    const home = await served(folder);
    const other = await served(folder, { store: 'other.db' });
    await deliverHookEvent(prompt, options(folder));
    expect([await events(home), await events(other)]).toEqual([['heard'], ['heard']]);
  });

  it('goes to the home’s own store rather than to another', async () => {
    const folder = newFolder();
    const other = await served(folder, { store: 'other.db' });
    const home = await served(folder);
    await deliverHookEvent(before, options(folder));
    expect([await events(home), await events(other)]).toEqual([['dispatching'], []]);
  });

  it('is not judged by a gate that goes by another policy than the hook wants; one is started', async () => {
    const folder = newFolder();
    const old = await served(folder, { keeper: 'before it was changed' });
    const start = async (): Promise<void> => void (await served(folder, { keeper: 'mine' }));
    expect(await deliverHookEvent(before, options(folder, { start }))).toEqual({ decision: 'allow' });
    expect((await findHookListeners(folder)).map(({ keeper }) => keeper)).toEqual([
      'before it was changed',
      'mine',
    ]);
    expect(await events(old)).toEqual(['dispatching']);
    expect(
      (await old.store.read.search({ states: ['dispatching'] }, { limit: 2 })).items[0]?.instance,
    ).not.toBe(old.store.instance);
  });

  it('fails where there is no gate and none can be started', async () => {
    const folder = newFolder();
    await expect(deliverHookEvent(before, options(folder))).rejects.toThrow('nothing is to be started here');
    await expect(deliverHookEvent(before, options(folder, { start: async () => {} }))).rejects.toThrow(
      /No gateway takes/,
    );
  });

  it('before an MCP tool is told to all gateways, and only one that serves it lets it pass', async () => {
    const folder = newFolder();
    const links = new ContextLinks({ serves: (tool) => tool === 'search', now: () => 0 });
    const first = await served(folder);
    await served(folder, { links });
    const search = { ...before, tool: 'mcp__notes__search', arguments: { q: 'x' } };
    expect(await deliverHookEvent(search, options(folder))).toEqual({ decision: 'pass' });
    links.adopt('c1', 'search', receiveArguments({ q: 'x' }).argumentsDigest);
    await deliverHookEvent({ ...after, tool: 'mcp__notes__search', arguments: { q: 'x' } }, options(folder));
    expect(await events(first)).toEqual([]);
    expect(await deliverHookEvent({ ...search, tool: 'mcp__notes__delete' }, options(folder))).toMatchObject({
      decision: 'deny',
    });
    expect(await events(first)).toEqual(['held']);
  });
});
