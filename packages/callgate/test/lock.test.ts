import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from './fixtures/run-callgate.ts';
import type { CommandResult } from './fixtures/run-callgate.ts';
import type { CallgateSession } from './gateway-folder.ts';
import { GatewayFolder, makeTool } from './gateway-folder.ts';

beforeAll(ensureBuilt);

const LOCK = 'callgate.lock.yaml';

const started = async (place: GatewayFolder, ...more: readonly string[]): Promise<CallgateSession> => {
  const client = place.start(['run', '--name', 'one', '--trust', 'owned', ...more, '--', ...place.server]);
  await client.hello();
  await client.names();
  return client;
};

/** Lets the server be seen once. */
const seen = async (place: GatewayFolder): Promise<void> => {
  const client = await started(place);
  client.end();
  await client.ended;
};

/** Accepts whatever it shows, as somebody who looked. */
const accept = async (place: GatewayFolder, ...what: readonly string[]): Promise<CommandResult> => {
  const { err } = await place.callgate('accept', ...what);
  return await place.callgate('accept', ...what, '--digest', /--digest (\S+)/.exec(err)?.[1] ?? '');
};

describe('tools that changed', () => {
  it('are blocked until somebody looked at the change and accepted it', async () => {
    const place = new GatewayFolder([makeTool('look'), makeTool('other')]);
    await seen(place);
    place.setTools([makeTool('look', { description: 'does look, and sends \u202eit' }), makeTool('other')]);
    const client = await started(place);
    expect(await client.call('look')).toMatch(/quarantine|set apart|changed/i);
    expect(JSON.parse(await client.call('other'))).toMatchObject({ name: 'other' });
    const shown = await place.callgate('accept', 'one');
    expect(shown.code).toBe(1);
    expect(shown.out).toContain('one: tool look');
    expect(shown.out).toContain('- "does look"');
    expect(shown.out).toContain('+ "does look, and sends ⟦U+202E⟧it"');
    expect(shown.out).not.toContain('other');
    expect((await accept(place, 'one', 'look')).out).toMatch(/^Accepted: look/);
    const after = await started(place);
    expect(JSON.parse(await after.call('look'))).toMatchObject({ name: 'look' });
    expect((await place.callgate('accept', 'one')).err).toMatch(
      /^error\[ACCEPT_NOTHING\].*\n.*callgate status` shows what is quarantined/,
    );
    expect((await place.callgate('accept', 'oen')).err).toMatch(
      /^error\[ACCEPT_UNKNOWN\].*\n.*Did you mean `one`/,
    );
  });

  it('are not accepted where they changed again after somebody looked', async () => {
    const place = new GatewayFolder([makeTool('look')]);
    await seen(place);
    place.setTools([makeTool('look', { description: 'one thing' })]);
    await seen(place);
    const { err } = await place.callgate('accept', 'one');
    place.setTools([makeTool('look', { description: 'another thing' })]);
    await seen(place);
    const digest = /--digest (\S+)/.exec(err)?.[1] ?? '';
    expect((await place.callgate('accept', 'one', '--digest', digest)).err).toMatch(
      /^error\[ACCEPT_CHANGED\]/,
    );
  });
});

describe('callgate lock', () => {
  it('writes what is pinned, and holds it against servers that are started with it', async () => {
    const place = new GatewayFolder([makeTool('look')]);
    await seen(place);
    const { out } = await place.callgate('lock');
    expect(out).toMatch(/callgate\.lock\.yaml: 1 server, 1 definition, accepted on this machine\n$/);
    expect(readFileSync(join(place.folder, LOCK), 'utf8')).toMatch(/look:\n +definition: sha256:/);
    place.setTools([makeTool('look'), makeTool('new')]);
    const client = await started(place, '--lock', LOCK);
    expect(JSON.parse(await client.call('look'))).toMatchObject({ name: 'look' });
    expect(await client.call('new')).not.toContain('"name":"new"');
  });

  it('holds what the configuration says of people and tools, with who said it, and is current after that', async () => {
    const place = new GatewayFolder([makeTool('look')]);
    const config = place.write(
      'mine.yaml',
      JSON.stringify({
        servers: {
          one: {
            ...place.entry,
            identities: ['me@example.com'],
            overrides: [{ tools: ['look'], set: { readOnly: 'yes' }, reason: 'read its source' }],
          },
        },
      }),
    );
    const client = place.start(['up', '--stdio', '-c', config]);
    await client.hello();
    await client.names();
    client.end();
    await client.ended;
    expect((await place.callgate('lock', '-c', config)).code).toBe(0);
    expect(parse(readFileSync(join(place.folder, LOCK), 'utf8'))).toMatchObject({
      servers: {
        one: {
          identities: ['me@example.com'],
          tools: {
            look: {
              classification: {
                set: { readOnly: 'yes' },
                by: userInfo().username,
                at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
                why: 'read its source',
              },
            },
          },
        },
      },
    });
    expect(await place.callgate('lock', '--check', '-c', config)).toEqual({ code: 0, out: '', err: '' });
  });

  it('takes nothing over from the command that its alias stood for before', async () => {
    const { annotations: _, ...bare } = makeTool('look');
    const place = new GatewayFolder([bare]);
    const listed = async (...more: readonly string[]): Promise<void> => {
      const entry = { ...place.entry, args: [...place.server.slice(1), ...more] };
      place.write('mine.yaml', JSON.stringify({ servers: { one: entry } }));
      const client = place.start(['up', '--stdio', '--no-http', '-c', 'mine.yaml']);
      await client.hello();
      await client.names();
      client.end();
      await client.ended;
    };
    await listed();
    const review = [
      'tools',
      'review',
      'one/look',
      '-c',
      'mine.yaml',
      '--set',
      'readOnly=yes',
      '--reason',
      'x',
    ];
    const { out, err } = await place.callgate(...review);
    const digest = /(?:--digest|digest) (sha256:\S+)/.exec(`${out}${err}`)?.[1] ?? '';
    expect((await place.callgate(...review, '--digest', digest)).code).toBe(0);
    const locked = async (): Promise<string> => {
      expect((await place.callgate('lock', '-c', 'mine.yaml')).code).toBe(0);
      return readFileSync(join(place.folder, LOCK), 'utf8');
    };
    expect(await locked()).toContain('classification');
    await listed('another');
    const text = await locked();
    expect(text).toContain(`definition: ${digest}`);
    expect(text).not.toContain('classification');
  });

  it('says whether it is current', async () => {
    const place = new GatewayFolder([makeTool('look')]);
    expect((await place.callgate('lock')).err).toMatch(/^error\[LOCK_NOTHING\]/);
    await seen(place);
    expect((await place.callgate('lock', '--check')).err).toMatch(/^error\[LOCK_STALE\]/);
    await place.callgate('lock');
    expect(await place.callgate('lock', '--check')).toEqual({ code: 0, out: '', err: '' });
    place.setTools([makeTool('look'), makeTool('new')]);
    await seen(place);
    expect((await place.callgate('lock', '--check')).code).toBe(1);
  });

  it('does not write what nobody accepted', async () => {
    const place = new GatewayFolder([makeTool('look')]);
    await seen(place);
    await place.callgate('lock');
    const path = join(place.folder, LOCK);
    const text = readFileSync(path, 'utf8');
    const decided = text.replace(
      /( +)(definition: \S+\n)/,
      '$1$2$1classification: {set: {readOnly: yes}, by: mallory, at: 2026-01-01T00:00:00Z, why: because}\n',
    );
    expect(decided).not.toBe(text);
    place.write(LOCK, decided);
    expect((await place.callgate('lock')).err).toMatch(/^error\[LOCK_UNACCEPTED\]/);
    expect(readFileSync(path, 'utf8')).toBe(decided);
    expect((await accept(place, LOCK)).code).toBe(0);
    expect((await place.callgate('lock')).code).toBe(0);
    expect(readFileSync(path, 'utf8')).toContain('by: mallory');
    place.setTools([makeTool('look', { description: 'changed' })]);
    await seen(place);
    expect((await place.callgate('lock')).err).toMatch(/^error\[LOCK_DRIFTED\]/);
  });

  it('counts for what it decides once it was accepted, and only then', async () => {
    const place = new GatewayFolder([{ name: 'plain', inputSchema: { type: 'object' } }]);
    const judged = async (): Promise<string> => {
      const client = place.start([
        'run',
        '--name',
        'one',
        '--policy',
        'strict',
        '--lock',
        LOCK,
        '--',
        ...place.server,
      ]);
      await client.hello();
      return await client.call('plain');
    };
    await seen(place);
    await place.callgate('lock');
    expect(await judged()).not.toContain('"name":"plain"');
    const path = join(place.folder, LOCK);
    place.write(
      LOCK,
      readFileSync(path, 'utf8').replace(
        /( +)(definition: \S+\n)/,
        '$1$2$1classification: {set: {readOnly: yes, openWorld: no}, by: ann, at: 2026-01-01T00:00:00Z, why: read it}\n',
      ),
    );
    expect(await judged()).not.toContain('"name":"plain"');
    await accept(place, LOCK);
    expect(JSON.parse(await judged())).toMatchObject({ name: 'plain' });
  });
});
