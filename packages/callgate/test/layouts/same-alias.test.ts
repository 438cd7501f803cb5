import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { BIN, ensureBuilt } from '../fixtures/run-callgate.ts';
import { readAnswer } from './read-answer.ts';
import { TestHost } from './test-host.ts';
import { environment, newHome, runCallgate } from './init-layout.ts';
import type { LayoutServer } from './layout.ts';
import { openUpstreams } from './upstreams.ts';

beforeAll(ensureBuilt);

const DROP = { sql: 'drop table t' };
const GRANT = ['--grant', 'arguments', '--tie', 'sql', '--uses', '10', '--for', '1h'];

const database = (alias: string): LayoutServer => ({
  alias,
  trust: 'owned',
  tools: [
    {
      name: 'query',
      inputSchema: { type: 'object', properties: { sql: { type: 'string' } } },
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    },
  ],
});

describe('in the layout of init, two projects that call different servers `db`', () => {
  it('a grant for one server is not spent on the other, and is spent on its own', async () => {
    const folder = newHome();
    mkdirSync(join(folder, 'home'), { mode: 0o700 });
    const upstreams = await openUpstreams([database('staging'), database('production')]);
    const startProject = (upstream: string): TestHost => {
      const { command, args } = upstreams.get(upstream)?.entry ?? { command: '', args: [] };
      const words = ['run', '--name', 'db', '--trust', 'owned', '--policy', 'balanced', '--wait', '300ms'];
      const db = { command: process.execPath, args: [BIN, ...words, '--', command, ...args] };
      const file = join(folder, `${upstream}.json`);
      writeFileSync(file, JSON.stringify({ mcpServers: { db } }));
      const host = new TestHost(file, environment(folder));
      onTestFinished(() => host.close());
      return host;
    };
    const drop = async (host: TestHost): Promise<string> =>
      readAnswer(await host.call('db', 'query', DROP)).text;
    const received = (upstream: string): number => upstreams.get(upstream)?.oracle.calls().length ?? -1;

    const staging = startProject('staging');
    const id = /callgate approve (\w+)/.exec(await drop(staging))?.[1] ?? '';
    const shown = await runCallgate(folder, ['approve', id, ...GRANT]);
    expect(shown.out).toContain('It applies to this server with its present command or address');
    const binding = /--binding (\S+)/.exec(shown.out + shown.err)?.[1] ?? '';
    const given = await runCallgate(folder, ['approve', id, ...GRANT, '--yes', '--binding', binding]);
    expect(given.out).toContain('of server `db` with its present command or URL (sha256:');
    await drop(staging);
    await drop(staging);
    expect(received('staging')).toBe(2);
    expect((await runCallgate(folder, ['grants'])).out).toContain('8 of 10 uses left');

    expect(await drop(startProject('production'))).toContain('callgate approve');
    expect(received('production')).toBe(0);
    expect((await runCallgate(folder, ['grants'])).out).toContain('8 of 10 uses left');
    await drop(staging);
    expect(received('staging')).toBe(3);
    expect((await runCallgate(folder, ['audit', 'verify'])).code).not.toBe(1);
  });
});
