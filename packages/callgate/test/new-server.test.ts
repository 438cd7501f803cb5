import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { loadManifest } from '@callgate/manifest';
import { describe, expect, it } from 'vitest';
import { frameworksHome } from '../../adapters/test/suite/frameworks-home.ts';
import { newServer } from '../src/new/new-server.ts';
import { ROOT } from './fixtures/run-callgate.ts';

const run = promisify(execFile);

const emptyFolder = (): string => mkdtempSync(join(tmpdir(), 'callgate-new-'));

/** What `npm install` would put there, from what is here already. */
const linkPackages = async (home: string): Promise<void> => {
  const vendors = join(await frameworksHome(), 'node_modules');
  const modules = join(home, 'node_modules');
  mkdirSync(join(modules, '@callgate'), { recursive: true });
  mkdirSync(join(modules, '@modelcontextprotocol'));
  mkdirSync(join(modules, '@types'));
  for (const name of ['server', 'manifest', 'catalogue'])
    symlinkSync(join(ROOT, 'packages', name), join(modules, '@callgate', name));
  for (const name of ['@modelcontextprotocol/server', '@modelcontextprotocol/client', 'zod'])
    symlinkSync(join(vendors, name), join(modules, name));
  symlinkSync(join(ROOT, 'node_modules/@types/node'), join(modules, '@types/node'));
};

describe('callgate new server', () => {
  it('writes a server whose own tests pass and whose types fit', async () => {
    const home = join(emptyFolder(), 'field-notes');
    newServer(home);
    await linkPackages(home);
    const env = {
      ...process.env,
      PATH: [join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
      NODE_OPTIONS: '--conditions=@callgate/source',
    };
    const { stdout } = await run('npm', ['test'], { cwd: home, env });
    expect(stdout).toMatch(/pass 6\b/);
    expect(stdout).toMatch(/fail 0\b/);
    await run(join(ROOT, 'node_modules/.bin/tsc'), ['--customConditions', '@callgate/source'], { cwd: home });
  });

  it('is called as its folder is, and names the versions of everything', () => {
    const home = join(emptyFolder(), 'field-notes');
    expect(newServer(home)).toContain('.gitignore');
    const { name, dependencies, devDependencies } = JSON.parse(
      readFileSync(join(home, 'package.json'), 'utf8'),
    );
    expect(name).toBe('field-notes');
    for (const version of Object.values({ ...dependencies, ...devDependencies }))
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(loadManifest(readFileSync(join(home, 'manifest.yaml'), 'utf8'), 'manifest.yaml').name).toBe(
      'field-notes',
    );
  });

  it('uses the versions that are tested here', () => {
    const home = join(emptyFolder(), 'x');
    newServer(home);
    const wanted = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    const tested = {
      ...JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).devDependencies,
      ...JSON.parse(readFileSync(join(ROOT, 'frameworks/package.json'), 'utf8')).dependencies,
    };
    const vendors = Object.entries({ ...wanted.dependencies, ...wanted.devDependencies }).filter(
      ([name]) => !name.startsWith('@callgate/') && name !== 'callgate',
    );
    expect(vendors).toEqual(vendors.map(([name]) => [name, tested[name]]));
  });

  it('leaves a folder alone that has something in it', () => {
    const home = emptyFolder();
    writeFileSync(join(home, 'mine.txt'), 'mine');
    expect(() => newServer(home)).toThrow(expect.objectContaining({ code: 'NEW_FOLDER' }));
    expect(readdirSync(home)).toEqual(['mine.txt']);
  });

  it('refuses a name that no package can have', () => {
    for (const name of ['with space', '../up', '', '.hidden'])
      expect(() => newServer(join(emptyFolder(), 'x'), name)).toThrow(
        expect.objectContaining({ code: 'NEW_NAME' }),
      );
  });
});
