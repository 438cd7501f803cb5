import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { homePaths } from '../home/home-paths.ts';
import type { ScanRequest, ScanEnvironment } from './run-scan.ts';
import { runScan } from './run-scan.ts';
import { FreeNames } from './scan-target.ts';

const WISHES: ScanRequest = {
  name: undefined,
  reach: undefined,
  allowPrivate: [],
  config: undefined,
  tools: [],
  allClients: false,
  trust: undefined,
  yes: false,
  seconds: 20,
  format: 'json',
  failOn: [],
  under: 'balanced',
};

const folder = (): string => mkdtempSync(join(tmpdir(), 'callgate-scan-'));

const world = (
  home: string,
  told: string[],
  ask?: () => Promise<boolean>,
): ScanEnvironment & { readonly printed: string[] } => {
  const printed: string[] = [];
  return {
    machine: { platform: 'linux', home, cwd: home, env: { PATH: process.env['PATH'] } },
    home: homePaths({ CALLGATE_HOME: join(home, 'callgate') }),
    own: () => ['callgate'],
    now: () => 0,
    ...(ask === undefined ? {} : { ask }),
    out: (text) => {
      printed.push(text);
      return Promise.resolve();
    },
    err: (text) => void told.push(text),
    printed,
  };
};

describe('before a command out of a file is run', () => {
  const configured = (): { readonly home: string; readonly started: string; readonly config: string } => {
    const home = folder();
    const started = join(home, 'started');
    const config = join(home, 'callgate.yaml');
    const args = ['-e', `require('fs').writeFileSync(${JSON.stringify(started)}, '')`];
    writeFileSync(config, JSON.stringify({ servers: { odd: { command: process.execPath, args } } }));
    return { home, started, config };
  };

  it('a person is asked, after they saw it word for word', async () => {
    const { home, started, config } = configured();
    const told: string[] = [];
    const ask = (): Promise<boolean> => {
      expect(told.join('')).toContain(`-e 'require(`);
      return Promise.resolve(false);
    };
    await expect(runScan({ ...WISHES, config }, world(home, told, ask))).rejects.toMatchObject({
      code: 'SCAN_REFUSED',
    });
    expect(existsSync(started)).toBe(false);
  });

  it('their yes is needed, and enough', async () => {
    const { home, started, config } = configured();
    const agreed = world(home, [], () => Promise.resolve(true));
    // it starts, and then ends without having answered
    expect(await runScan({ ...WISHES, config }, agreed)).toBe(1);
    expect(existsSync(started)).toBe(true);
  });
});

describe('what is sent on', () => {
  it('has a name of its own for every server', () => {
    const names = new FreeNames();
    expect(['a', 'a', 'b', 'a'].map((name) => names.take(name))).toEqual(['a', 'a-2', 'b', 'a-3']);
  });
});

it('says what it needs where nothing is named, and where nothing is found', async () => {
  const home = folder();
  await expect(runScan(WISHES, world(home, []))).rejects.toMatchObject({ code: 'ARGUMENT_MISSING' });
  await expect(runScan({ ...WISHES, allClients: true }, world(home, []))).rejects.toMatchObject({
    code: 'SCAN_NOTHING',
  });
});
