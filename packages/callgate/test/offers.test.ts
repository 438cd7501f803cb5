import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CallgateError } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { homePaths } from '../src/home/home-paths.ts';
import { findConfig } from '../src/home/find-config.ts';
import { offerFile } from '../src/accept/offer-file.ts';
import { offerTrust } from '../src/accept/run-accept.ts';

const place = (): string => mkdtempSync(join(tmpdir(), 'callgate-offers-'));

const fileIn = (folder: string, name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'nothing';
  } catch (error) {
    return error instanceof CallgateError ? error.code : String(error);
  }
};

describe('a file that is offered', () => {
  it('is known by what stands in it, and shown whole with nothing hidden', async () => {
    const folder = place();
    const home = homePaths({ CALLGATE_HOME: folder });
    const kinds = await Promise.all(
      [
        fileIn(folder, 'a.yaml', 'servers: {a: {command: x, env: [NOT_SET_HERE]}}\n'),
        fileIn(folder, 'b.yaml', 'mcpServers: {a: {command: x}}\n'),
        fileIn(folder, 'c.yaml', 'extends: balanced\n'),
        fileIn(folder, 'd.yaml', 'version: 1\nservers: {}\n'),
      ].map((path) => offerFile(path, home)),
    );
    expect(kinds.map(({ json }) => json['kind'])).toEqual(['config', 'config', 'policy', 'lock']);
    const odd = fileIn(folder, 'e.yaml', 'extends: balanced # \u202e hidden\n# and a last line');
    expect((await offerFile(odd, home)).text).toContain(
      'extends: balanced # ⟦U+202E⟧ hidden\n  │ # and a last line',
    );
  });

  it('is refused where it could not be used', async () => {
    const folder = place();
    const home = homePaths({ CALLGATE_HOME: folder });
    const refusals = [
      ['servers: {a: {comand: x}}', 'CONFIG_INVALID'],
      ['extends: balnced', 'POLICY_INVALID'],
      ['version: 2\nservers: {}', 'LOCK_INVALID'],
      ['hello: there', 'ACCEPT_KIND'],
      ['[1, 2', 'ACCEPT_KIND'],
    ] as const;
    for (const [text, code] of refusals)
      expect(await codeOf(offerFile(fileIn(folder, 'x.yaml', text), home)), text).toBe(code);
    expect(await codeOf(offerFile(join(folder, 'nowhere.yaml'), home))).toBe('ACCEPT_UNREADABLE');
  });
});

describe('trust that is offered', () => {
  it('shows what is trusted without what is secret in it', async () => {
    const folder = place();
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const path = fileIn(
      folder,
      'c.yaml',
      `servers:
  a: {command: x, args: ['--token=${secret}', ${secret}, plain], trust: owned}
  c: {command: x}
mcpServers: {b: {url: 'https://b.example/mcp?key=${secret}'}}
`,
    );
    const home = homePaths({ CALLGATE_HOME: folder });
    expect((await offerTrust('a', path, home)).text).toBe('a is owned as\n  x (not shown) (not shown) plain');
    expect(await codeOf(offerTrust('c', path, home))).toBe('ACCEPT_NOTHING');
    expect(await codeOf(offerTrust('d', path, home))).toBe('ACCEPT_UNKNOWN');
  });
});

describe('the configuration that is meant', () => {
  it('is the named one, else the one here, else the one in the folder of Callgate', () => {
    const [here, home] = [place(), place()];
    const folders = { here, home };
    expect(() => findConfig(undefined, folders)).toThrow('There is no callgate.yaml');
    const own = fileIn(home, 'callgate.yaml', '');
    expect(findConfig(undefined, folders)).toEqual({ path: own, own: true });
    const found = fileIn(here, 'callgate.yaml', '');
    expect(findConfig(undefined, folders)).toEqual({ path: found, own: false });
    expect(findConfig('callgate.yaml', folders)).toEqual({ path: found, own: true });
    expect(findConfig(undefined, { here: home, home })).toEqual({ path: own, own: true });
  });
});
