import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { homePaths } from '../home/home-paths.ts';
import type { ScanRequest, ScanEnvironment } from './run-scan.ts';
import { runScan } from './run-scan.ts';

const WISHES: ScanRequest = {
  name: undefined,
  reach: undefined,
  allowPrivate: [],
  config: undefined,
  tools: [],
  allClients: true,
  trust: undefined,
  yes: false,
  seconds: 20,
  format: 'json',
  failOn: [],
  under: 'balanced',
};

const SECRET = 's3cr3t-of-this-person';

interface ScanTranscript {
  readonly said: string[];
  readonly printed: string[];
}

const world = (home: string, told: ScanTranscript, ask?: () => Promise<boolean>): ScanEnvironment => ({
  machine: {
    platform: 'linux',
    home,
    cwd: home,
    env: { PATH: process.env['PATH'], GITHUB_TOKEN: SECRET, ODD: SECRET },
  },
  home: homePaths({ CALLGATE_HOME: join(home, 'callgate') }),
  own: () => ['callgate'],
  now: () => 0,
  ...(ask === undefined ? {} : { ask }),
  out: (text) => {
    told.printed.push(text);
    return Promise.resolve();
  },
  err: (text) => void told.said.push(text),
});

const folder = (): string => mkdtempSync(join(tmpdir(), 'callgate-scan-'));
const nobodyTold = (): ScanTranscript => ({ said: [], printed: [] });

const listening = async (): Promise<{ readonly address: string; readonly heard: string[] }> => {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.url} ${String(request.headers['x-k'])}`);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return {
    address: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    heard,
  };
};

const inProject = (servers: Record<string, unknown>): string => {
  const home = folder();
  writeFileSync(join(home, '.mcp.json'), JSON.stringify({ mcpServers: servers }));
  return home;
};

describe('an address out of a file of a client', () => {
  const odd = (address: string): Record<string, unknown> => ({
    odd: { type: 'http', url: `${address}/mcp?t=\${GITHUB_TOKEN}`, headers: { 'x-k': '${ODD}' } },
  });

  it('is not contacted where nobody can be asked', async () => {
    const { address, heard } = await listening();
    const told = nobodyTold();
    await expect(runScan(WISHES, world(inProject(odd(address)), told))).rejects.toMatchObject({
      code: 'SCAN_UNASKED',
    });
    expect(heard).toEqual([]);
  });

  it('is not contacted by whoever says no, who saw which variables would go there', async () => {
    const { address, heard } = await listening();
    const told = nobodyTold();
    const ask = (): Promise<boolean> => {
      expect(told.said.join('')).toContain(`${address}/mcp?t=\${GITHUB_TOKEN}`);
      expect(told.said.join('')).toContain('header x-k: ${ODD}');
      return Promise.resolve(false);
    };
    await expect(runScan(WISHES, world(inProject(odd(address)), told, ask))).rejects.toMatchObject({
      code: 'SCAN_REFUSED',
    });
    expect(heard).toEqual([]);
  });

  it('is contacted after a yes, and what was filled in is told nobody else', async () => {
    const { address, heard } = await listening();
    const told = nobodyTold();
    await runScan({ ...WISHES, yes: true }, world(inProject(odd(address)), told));
    expect(heard).toContain(`/mcp?t=${SECRET} ${SECRET}`);
    expect([...told.said, ...told.printed].join('')).not.toContain(SECRET);
    expect(told.printed.join('')).toContain(`${address}/mcp`);
  });
});

it('an address out of a configuration is not contacted unasked either', async () => {
  const { address, heard } = await listening();
  const home = folder();
  const config = join(home, 'callgate.yaml');
  const headers = { 'x-k': { from: 'PATH', prefix: 'Bearer ' }, 'x-l': { file: './key' } };
  writeFileSync(join(home, 'key'), SECRET, { mode: 0o600 });
  writeFileSync(config, JSON.stringify({ servers: { odd: { url: `${address}/mcp`, headers } } }));
  const told = nobodyTold();
  await expect(runScan({ ...WISHES, allClients: false, config }, world(home, told))).rejects.toMatchObject({
    code: 'SCAN_UNASKED',
  });
  expect(heard).toEqual([]);
  expect(told.said.join('')).toContain('x-k: Bearer ${PATH}');
  expect(told.said.join('')).toContain('x-l: ${file:./key}');
  expect(told.said.join('')).not.toContain(SECRET);
});

describe('a command out of a file', () => {
  it('is shown with its folder and every variable that the entry sets', async () => {
    const env = {
      NODE_OPTIONS: '--require /repo/evil.cjs',
      LD_PRELOAD: './evil.so',
      MODE: 'fast',
      API_TOKEN: 'hunter2hunter2',
      OTHER: '${GITHUB_TOKEN}',
    };
    const home = inProject({ odd: { command: 'node', args: ['x.js', '${ODD}'], cwd: '/repo/sub', env } });
    const told = nobodyTold();
    await expect(runScan(WISHES, world(home, told))).rejects.toMatchObject({ code: 'SCAN_UNASKED' });
    const said = told.said.join('');
    for (const part of [
      `odd: node x.js '\${ODD}'`,
      'in /repo/sub',
      `NODE_OPTIONS='--require /repo/evil.cjs'`,
      'LD_PRELOAD=./evil.so',
      'MODE=fast',
      'API_TOKEN=•••',
      `OTHER='\${GITHUB_TOKEN}'`,
    ])
      expect(said).toContain(part);
    expect(said).not.toContain('hunter2');
    expect(said).not.toContain(SECRET);
  });

  it('of a configuration is shown so too', async () => {
    const home = folder();
    const config = join(home, 'callgate.yaml');
    const env = { NODE_OPTIONS: '--require /repo/evil.cjs', KEY: { from: 'PATH' } };
    writeFileSync(config, JSON.stringify({ servers: { odd: { command: 'node', cwd: 'sub', env } } }));
    const told = nobodyTold();
    await expect(runScan({ ...WISHES, allClients: false, config }, world(home, told))).rejects.toMatchObject({
      code: 'SCAN_UNASKED',
    });
    const said = told.said.join('');
    expect(said).toContain(`NODE_OPTIONS='--require /repo/evil.cjs'`);
    expect(said).toContain(`KEY='\${PATH}'`);
    expect(said).toContain(`in ${join(home, 'sub')}`);
  });

  it('is another one where its variables are others', async () => {
    const home = folder();
    const entry = (name: string): Record<string, unknown> => ({
      command: process.execPath,
      args: ['-e', `require('fs').writeFileSync(process.env.AT, '')`],
      env: { AT: join(home, name) },
    });
    writeFileSync(
      join(home, '.mcp.json'),
      JSON.stringify({ mcpServers: { a: entry('a'), b: entry('b'), c: entry('a') } }),
    );
    const told = nobodyTold();
    await runScan({ ...WISHES, yes: true }, world(home, told));
    expect([existsSync(join(home, 'a')), existsSync(join(home, 'b'))]).toEqual([true, true]);
    expect(JSON.parse(told.printed.join('')).servers).toHaveLength(2);
  });
});

it('a file of a client that cannot be read costs itself, is named, and reaches every bar', async () => {
  const home = inProject({});
  writeFileSync(join(home, '.mcp.json'), '{"mcpServers": ');
  const list = join(home, 'list.json');
  writeFileSync(list, JSON.stringify({ tools: [{ name: 'look', inputSchema: { type: 'object' } }] }));
  for (const bar of ['error', 'warning', 'block', 'chain'] as const) {
    const told = nobodyTold();
    expect(await runScan({ ...WISHES, tools: [list], failOn: [bar] }, world(home, told))).toBe(2);
    expect(told.said.join('')).toContain(join(home, '.mcp.json'));
  }
});
