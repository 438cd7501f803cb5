import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxClass } from '@callgate/contract/sandbox';
import { expect, it } from 'vitest';
import { double, folders, liar, listener, stage, withSandbox } from './stage.ts';

const isWriter = ({ writes, network }: SandboxClass): boolean => writes && !network;

it('a call that was judged as bound by a sandbox is not sent to one that holds less', async () => {
  const places = folders();
  const { port, heard } = await listener();
  const { started, choose } = double({ fault: (wanted) => (isWriter(wanted) ? 'declared' : undefined) });
  const { text, at } = await stage(liar(places, {}), { open: withSandbox({ choose }) });
  expect(await text('secretly_connect_and_write', { port })).toContain('Nothing was sent');
  expect(started.filter(({ class: wanted }) => isWriter(wanted))).toHaveLength(1);
  expect(heard()).toBe(0);
  // judged again, it is known to be declared only
  expect(await text('secretly_connect_and_write', { port })).toContain('reached');
  const [last] = (await at.gateway.gate.desk.read.search({}, { limit: 1 })).items;
  expect(last?.decision.beliefs['openWorld']).toMatchObject({ value: 'yes' });
});

it('a call that was judged as bound by a sandbox is not sent where that sandbox does not start', async () => {
  const places = folders();
  const { port, heard } = await listener();
  const { choose } = double({ fault: (wanted) => (isWriter(wanted) ? 'throws' : undefined) });
  const { text, at } = await stage(liar(places, {}), { open: withSandbox({ choose }) });
  expect(await text('secretly_connect_and_write', { port })).toContain('Nothing was sent');
  expect(heard()).toBe(0);
  expect(at.log.map(({ code }) => code)).toContain('CONTRACT_WIDENED');
});

it('a server whose sandbox holds less after it started anew is judged so', async () => {
  const places = folders();
  writeFileSync(join(places.room, 'a.txt'), 'content');
  let holds = true;
  const { choose } = double({ fault: () => (holds ? undefined : 'declared') });
  const { text, at, asked } = await stage(liar(places, {}), { open: withSandbox({ choose }) });
  const path = join(places.room, 'a.txt');
  expect(await text('read', { path })).toContain('content');
  expect(asked()).toBe(0);
  holds = false;
  await text('end');
  await expect.poll(() => at.gateway.servers().map(({ state }) => state)).toEqual(['ready']);
  await expect.poll(async () => await text('read', { path })).toContain('content');
  expect(asked()).toBeGreaterThan(0);
});

it('a call that comes while its server is gone is judged by what holds it then', async () => {
  const places = folders();
  writeFileSync(join(places.room, 'a.txt'), 'content');
  let holds = true;
  const { choose } = double({ fault: () => (holds ? undefined : 'declared') });
  const { text, at, asked } = await stage(liar(places, {}), { open: withSandbox({ choose }) });
  const path = join(places.room, 'a.txt');
  expect(await text('read', { path })).toContain('content');
  holds = false;
  await text('end');
  expect(at.gateway.known.find('tool', 'liar', 'read')?.tool.contract).toMatchObject({ readOnly: true });
  await text('read', { path });
  expect(asked()).toBe(1);
});

it('a server that needs a sandbox is never started without one', async () => {
  const places = folders();
  const { started, choose } = double({ level: 'declared' });
  const marker = join(places.room, 'started');
  const server = liar(places, { contract: 'require' }, { args: ['marks', marker] });
  const { client, at } = await stage(server, { open: withSandbox({ choose }) });
  expect((await client.request('tools/list', {})).result).toMatchObject({ tools: [] });
  await expect.poll(() => JSON.stringify(at.gateway.servers())).toContain('CONTRACT_REQUIRED');
  expect(started).toEqual([]);
  expect(existsSync(marker)).toBe(false);
});

it('a server that needs a sandbox does not get a wider one where it does not start', async () => {
  const places = folders();
  const { started, choose } = double({ fault: () => 'throws' });
  const server = liar(places, { contract: 'require' });
  const { at } = await stage(server, { open: withSandbox({ choose }) });
  await expect.poll(() => JSON.stringify(at.gateway.servers())).toContain('no such namespace');
  expect(started.every(({ class: wanted }) => !wanted.writes && !wanted.network)).toBe(true);
});

it('where no sandbox works, one that is only preferred runs without, and nothing is believed for it', async () => {
  const places = folders();
  writeFileSync(join(places.room, 'a.txt'), 'content');
  const { choose } = double({ level: 'declared' });
  const { text, at, asked } = await stage(liar(places, {}), { open: withSandbox({ choose }) });
  expect(await text('read', { path: join(places.room, 'a.txt') })).toContain('content');
  expect(asked()).toBe(1);
  expect(at.log.find(({ code }) => code === 'CONTRACT_DECLARED')?.message).toContain('it is not installed');
});

it('a server that cannot start in the tightest sandbox starts in the next, loudly, and its readers are asked about', async () => {
  const places = folders();
  writeFileSync(join(places.room, 'a.txt'), 'content');
  const { choose } = double({ fault: ({ network }) => (network ? undefined : 'throws') });
  const { text, at, asked } = await stage(liar(places, {}), { open: withSandbox({ choose }) });
  expect(await text('read', { path: join(places.room, 'a.txt') })).toContain('content');
  expect(asked()).toBe(1);
  expect(at.log.find(({ code }) => code === 'CONTRACT_WIDENED')?.message).toContain('no such namespace');
});

it('who may do more than others is started for a call alone, and stopped when it is idle', async () => {
  const places = folders();
  const { started, running, choose } = double();
  const { text } = await stage(liar(places, {}), { open: withSandbox({ choose, idleMs: 50 }) });
  const before = await text('which');
  expect(started).toHaveLength(1);
  await text('write', { path: join(places.room, 'b.txt') });
  expect(started).toHaveLength(2);
  await expect.poll(running).toBe(1);
  await text('write', { path: join(places.room, 'b.txt') });
  expect(started.filter(({ class: wanted }) => wanted.writes)).toHaveLength(2);
  expect(before).not.toBe('null');
});

it('one process has what the tightest of all tools leaves it', async () => {
  const places = folders();
  const { started, choose } = double();
  const server = liar(places, { mode: 'single' }, {});
  const { text } = await stage(server, { open: withSandbox({ choose }) });
  expect(await text('which')).toBe(await text('which'));
  expect(started.map(({ class: wanted }) => wanted)).toEqual([
    { writes: false, network: false },
    { writes: true, network: true },
  ]);
});

it('who reaches an allowed host is not believed to change nothing', async () => {
  const places = folders();
  writeFileSync(join(places.room, 'a.txt'), 'content');
  const { choose, started } = double();
  const server = liar(places, { allow: ['localhost:5432'] });
  const { text, at } = await stage(server, { open: withSandbox({ choose }) });
  await text('read', { path: join(places.room, 'a.txt') });
  const [last] = (await at.gateway.gate.desk.read.search({}, { limit: 1 })).items;
  expect(last?.decision.beliefs['readOnly']).toMatchObject({ value: 'no' });
  expect(last?.decision.beliefs['openWorld']).toEqual({ value: 'no', ground: 'contract' });
  expect(started[0]?.allow).toEqual(['localhost:5432']);
});

it('a command that runs its server elsewhere is held to nothing, and says so', async () => {
  const places = folders();
  const { choose, started } = double();
  const base = liar(places, {});
  const server = { ...base, reach: { ...base.reach, command: '/nowhere/docker' } as typeof base.reach };
  const { at } = await stage(server, { open: withSandbox({ choose }) });
  await expect.poll(() => at.log.map(({ code }) => code)).toContain('CONTRACT_DECLARED');
  expect(started).toEqual([]);
});

it('Callgate’s own folders and its store are not there for a server', async () => {
  const { choose, started } = double();
  const places = folders();
  const store = join(places.room, 'elsewhere.db');
  const { at } = await stage(liar(places, {}), {
    open: withSandbox({ choose }),
    config: (config) => ({ ...config, store: { path: store } }),
  });
  await expect
    .poll(() => started[0]?.hidden)
    .toEqual(expect.arrayContaining([at.folder, store, `${store}-wal`]));
});

it('of many calls at once every one is answered, whatever ends meanwhile, and no process is left', async () => {
  const places = folders();
  const path = join(places.room, 'a.txt');
  writeFileSync(path, 'content');
  const { choose, running } = double();
  const { text, at } = await stage(liar(places, {}), { open: withSandbox({ choose, idleMs: 5 }) });
  const answers: string[] = [];
  const calls = [0, 1, 2, 3].flatMap((round) => [
    ...[1, 2, 3, 4, 5].map((index) => ['read', { path }, (round * 7 + index * 13) % 120] as const),
    ['write', { path: join(places.room, `${round}.txt`) }, round * 40] as const,
    ['end', {}, 60 + round * 45] as const,
  ]);
  await Promise.all(
    calls.map(async ([name, args, after]) => {
      await new Promise((done) => setTimeout(done, after));
      answers.push(await text(name, args));
    }),
  );
  expect(answers).toHaveLength(calls.length);
  // what is lost or was not sent says so; nothing else is an answer
  for (const answer of answers)
    expect(answer).toMatch(
      /content"|written|Nothing was sent|lost|unavailable|UPSTREAM_|SERVER_|Unknown|may or may not/i,
    );
  await at.close();
  await expect.poll(running).toBe(0);
});
