import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@callgate/core';
import { digestDefinition } from '@callgate/core/disclose';
import { beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from './fixtures/run-callgate.ts';
import { GatewayFolder, makeTool } from './gateway-folder.ts';

beforeAll(ensureBuilt);

const { annotations: _, ...LOOK } = makeTool('look');
const { annotations: __, ...PEEK } = makeTool('peek');

const packOf = (definition: Record<string, unknown>, why = 'Looks, and changes nothing.'): string =>
  [
    'version: 1',
    'server: npm:looker',
    'serverVersion: 1.0.0',
    'reviewed: { by: ann, at: 2026-01-31T12:00:00Z }',
    'tools:',
    `  ${String(definition['name'])}:`,
    `    definition: ${digestDefinition(definition as JsonObject).digest}`,
    '    set: { readOnly: yes, idempotent: yes, openWorld: no }',
    `    why: ${why}`,
    '',
  ].join('\n');

it('a pack counts for the server it is named for, for what was judged, and once its text was accepted', async () => {
  const place = new GatewayFolder([LOOK, PEEK]);
  const pack = place.write('looker.yaml', packOf(LOOK));
  const config = place.write(
    'mine.yaml',
    JSON.stringify({ servers: { one: { ...place.entry, packs: ['./looker.yaml'] }, two: place.entry } }),
  );
  const client = place.start(['up', '-c', config, '--stdio', '--no-http']);
  await client.hello();
  await client.names();
  client.end();
  await client.ended;
  expect(client.err).toContain('PACK_UNACCEPTED');
  const outcomes = async (): Promise<readonly string[]> =>
    (await place.callgate('tools', '--json', '-c', config)).out
      .split('\n')
      .filter((line) => line !== '')
      .map((line): { server: string; tool: string; outcomes: { plain: string } } => JSON.parse(line))
      .map((row) => `${row.server}/${row.tool} ${row.outcomes.plain}`);
  const strict = ['one/look confirm', 'one/peek confirm', 'two/look confirm', 'two/peek confirm'];
  expect(await outcomes()).toEqual(strict);
  const shown = await place.callgate('accept', pack);
  expect(shown.out).toContain('a pack file');
  const digest = /--digest (\S+)/.exec(shown.err)?.[1] ?? '';
  expect((await place.callgate('accept', pack, '--digest', digest)).code).toBe(0);
  expect(await outcomes()).toEqual(['one/look auto', ...strict.slice(1)]);
  if (process.platform !== 'win32') {
    chmodSync(pack, 0o666);
    expect(await outcomes()).toEqual(strict);
    chmodSync(pack, 0o644);
    expect(await outcomes()).toEqual(['one/look auto', ...strict.slice(1)]);
  }
  // nothing of it goes into the lock: it is nobody's decision here
  expect((await place.callgate('lock', '-c', config)).code).toBe(0);
  expect(readFileSync(join(place.folder, 'callgate.lock.yaml'), 'utf8')).not.toContain('classification');
  place.write('looker.yaml', packOf(LOOK, 'Looks and changes nothing.'));
  expect(await outcomes()).toEqual(strict);
});

it('a pack that is none, or that is not there, is told and counts for nothing', async () => {
  const place = new GatewayFolder([LOOK]);
  place.write('broken.yaml', 'version: 1\nserverVersion: 1\ntools: {}\n');
  const config = place.write(
    'mine.yaml',
    JSON.stringify({
      servers: { one: { ...place.entry, packs: ['./broken.yaml', { use: 'no-such-pack', except: ['x'] }] } },
    }),
  );
  const client = place.start(['up', '-c', config, '--stdio', '--no-http']);
  await client.hello();
  client.end();
  await client.ended;
  expect(client.err).toContain('PACK_INVALID');
  expect(client.err).toContain('PACK_UNKNOWN');
  expect((await place.callgate('accept', `${place.folder}/broken.yaml`)).code).toBe(1);
});

it('a shipped pack is accepted by its name', async () => {
  const place = new GatewayFolder([LOOK]);
  const shown = await place.callgate('accept', 'pack:memory');
  expect(shown.out).toContain('memory.yaml, a pack file');
  const digest = /--digest (\S+)/.exec(shown.err)?.[1] ?? '';
  expect((await place.callgate('accept', 'pack:memory', '--digest', digest)).code).toBe(0);
  expect((await place.callgate('accept', 'pack:memry')).err).toContain('PACK_UNKNOWN');
});
