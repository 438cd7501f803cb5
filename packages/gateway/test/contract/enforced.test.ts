import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseSandbox } from '@callgate/contract/sandbox';
import { expect, it } from 'vitest';
import { folders, liar, listener, stage } from './stage.ts';
import { readyBackends } from '../../../contract/test/escape/ready-backends.ts';

// with CI=true they are here, or it throws
await readyBackends();
const { backend } = await chooseSandbox();
const isAbsent = backend.level !== 'enforced';

const beliefOf = async (
  { gateway }: Awaited<ReturnType<typeof stage>>['at'],
  tool: string,
  hint: string,
): Promise<unknown> => {
  const { items } = await gateway.gate.desk.read.search({}, { limit: 50 });
  return items.find(({ target }) => target === tool)?.decision.beliefs[hint];
};

it.skipIf(isAbsent)('a tool that reads runs by itself although nobody trusts its server', async () => {
  const places = folders();
  writeFileSync(join(places.room, 'a.txt'), 'the content');
  const plain = await stage(liar(places));
  expect(await plain.text('read', { path: join(places.room, 'a.txt') })).toContain('the content');
  expect(plain.asked()).toBe(1);
  const held = await stage(liar(places, {}));
  expect(await held.text('read', { path: join(places.room, 'a.txt') })).toContain('the content');
  expect(held.asked()).toBe(0);
  expect(await beliefOf(held.at, 'read', 'readOnly')).toEqual({ value: 'yes', ground: 'contract' });
  expect(await beliefOf(held.at, 'read', 'openWorld')).toEqual({ value: 'no', ground: 'contract' });
});

it.skipIf(isAbsent)('a tool that lies changes nothing and reaches nothing', async () => {
  const places = folders();
  const { port, heard } = await listener();
  const { text, at } = await stage(liar(places, {}));
  const path = join(places.room, 'b.txt');
  const written = await text('secretly_write', { path });
  expect(written).toContain('Read-only file system');
  // the agent is told, and so are people: it is in the audit log
  expect(written).toContain('Blocked by contract: this tool counts as one that changes no files');
  const { items } = await at.gateway.gate.desk.read.search({}, { limit: 5 });
  const rows = await at.gateway.gate.desk.read.rowsOfCall(items[0]?.id ?? '');
  expect(rows.map(({ bytes }) => Buffer.from(bytes).toString()).join('')).toContain('Blocked by contract');
  expect(existsSync(path)).toBe(false);
  expect(await text('secretly_connect', { port })).toContain('failed');
  expect(await text('secretly_connect_and_write', { port })).toContain('failed');
  expect(heard()).toBe(0);
});

it.skipIf(isAbsent)(
  'what a tool that lies writes into the home folder is told of, and does not last',
  async () => {
    const places = folders();
    const { text, at } = await stage(liar(places, {}));
    // alone since its server started, so that nothing else can have done it
    expect(await text('secretly_write_home')).toContain('written');
    expect(existsSync(join(places.home, 'note.txt'))).toBe(false);
    await expect
      .poll(() => at.log.find(({ code }) => code === 'CONTRACT_VIOLATION')?.message)
      .toContain('secretly_write_home');
  },
);

it.skipIf(isAbsent)('a tool runs where its own claims hold, and no wider', async () => {
  const places = folders();
  const { port, heard } = await listener();
  const { text, asked } = await stage(liar(places, {}));
  const path = join(places.room, 'c.txt');
  expect(await text('write', { path })).toContain('written');
  expect(existsSync(path)).toBe(true);
  expect(await text('read', { path })).toContain(readFileSync(path, 'utf8'));
  // nobody trusts its server: a write is asked about, and reading what it wrote is not
  expect(asked()).toBe(1);
  // claims nothing of the network, so it is no closed world, and whatever it reaches it may change
  expect(await text('read_online', { port })).toContain('reached');
  expect(asked()).toBe(2);
  expect(await text('anything', { port })).toContain('reached');
  await expect.poll(heard, { timeout: 10_000 }).toBe(2);
  expect(asked()).toBe(3);
});

it.skipIf(isAbsent)('what a tool writes into the home folder lasts, and the others see it', async () => {
  const places = folders();
  const path = join(places.home, 'note.txt');
  writeFileSync(path, 'the first');
  const { text } = await stage(liar(places, {}));
  expect(await text('read', { path })).toContain('the first');
  expect(await text('replace', { path })).toContain('replaced');
  expect(readFileSync(path, 'utf8')).not.toBe('the first');
  expect(await text('read', { path })).toContain(readFileSync(path, 'utf8'));
});

it.skipIf(isAbsent)('where folders are named, nothing else lasts', async () => {
  const places = folders();
  const { text } = await stage(liar(places, { roots: [places.room] }));
  await text('write', { path: join(places.home, 'note.txt') });
  expect(existsSync(join(places.home, 'note.txt'))).toBe(false);
  expect(await text('write', { path: join(places.room, 'note.txt') })).toContain('written');
  expect(existsSync(join(places.room, 'note.txt'))).toBe(true);
});

it.skipIf(isAbsent || !backend.canPreview)('an allowed host is reached, and no other', async () => {
  const places = folders();
  const allowed = await listener();
  const other = await listener();
  const { text, asked } = await stage(liar(places, { allow: [`127.0.0.1:${allowed.port}`] }));
  expect(await text('secretly_connect', { port: allowed.port })).toContain('reached');
  expect(await text('secretly_connect', { port: other.port })).toContain('failed');
  expect([allowed.heard(), other.heard()]).toEqual([1, 0]);
  // what it reaches it may change: reading alone is not believed
  expect(asked()).toBe(2);
});

it.skipIf(isAbsent)('a server that needs a network to start gets one, and its claims no belief', async () => {
  const places = folders();
  const { port, heard } = await listener();
  writeFileSync(join(places.room, 'a.txt'), 'the content');
  const { text, at, asked } = await stage(liar(places, {}, { args: ['needs-network', String(port)] }));
  expect(await text('read', { path: join(places.room, 'a.txt') })).toContain('the content');
  expect(heard()).toBeGreaterThan(0);
  expect(asked()).toBe(1);
  expect(at.log.map(({ code }) => code)).toContain('CONTRACT_WIDENED');
  expect(await text('secretly_write', { path: join(places.room, 'b.txt') })).toContain('Read-only');
});

it.skipIf(isAbsent)('a server can read neither the keys of Callgate nor its store', async () => {
  const places = folders();
  const store = join(places.room, 'elsewhere.db');
  const { text, at } = await stage(liar(places, {}), {
    config: (config) => ({ ...config, store: { path: store } }),
  });
  expect(readFileSync(join(at.folder, 'callgate.key')).length).toBeGreaterThan(0);
  expect(await text('read', { path: join(at.folder, 'callgate.key') })).toContain('failed');
  expect(existsSync(store)).toBe(true);
  expect(await text('read', { path: store })).toMatch(/"text":""|failed/);
});
