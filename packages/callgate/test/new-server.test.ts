import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { loadManifest } from '@callgate/manifest';
import { describe, expect, it } from 'vitest';
import { frameworksHome } from '../../adapters/test/suite/frameworks-home.ts';
import { createServerProject } from '../src/commands/new-server.ts';
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

/** What a client hears that lists the notes, and then stays until both have. */
const firstCall = async (main: string, cwd: string): Promise<string> => {
  const child = spawn(join(ROOT, 'node_modules/.bin/node'), ['--conditions=@callgate/source', main], { cwd });
  const send = (message: object): void =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const clientInfo = { name: 'test', version: '1' };
  send({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
  });
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/call', params: { name: 'list_notes', arguments: {} } });
  return await new Promise((resolve, reject) => {
    let errors = '';
    child.stderr.on('data', (bytes: Buffer) => (errors += bytes.toString()));
    child.once('exit', () => reject(new Error(errors)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.includes('"id":2')) return;
      resolve(line);
      // the other one needs its record while this one lives
      setTimeout(() => child.kill(), 2000).unref();
    });
  });
};

describe('callgate new server', () => {
  it('writes a server whose own tests pass and whose types fit', async () => {
    const home = join(emptyFolder(), 'field-notes');
    createServerProject(home);
    await linkPackages(home);
    const env = {
      ...process.env,
      PATH: [join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
      NODE_OPTIONS: '--conditions=@callgate/source',
    };
    const { stdout } = await run('npm', ['test'], { cwd: home, env });
    expect(stdout).toMatch(/pass 6\b/);
    expect(stdout).toMatch(/fail 0\b/);
    // two windows of a host, in a folder of its own
    const elsewhere = emptyFolder();
    const answers = await Promise.all(
      [1, 2].map(async () => await firstCall(join(home, 'src/main.ts'), elsewhere)),
    );
    for (const answer of answers) expect(answer).toContain('welcome');
    expect(readdirSync(elsewhere)).toEqual([]);
    expect(readdirSync(join(home, 'audit')).filter((path) => path.endsWith('.jsonl'))).toHaveLength(2);
    await run(join(ROOT, 'node_modules/.bin/tsc'), ['--customConditions', '@callgate/source'], { cwd: home });
  });

  it('is called as its folder is, and names the versions of everything', () => {
    const home = join(emptyFolder(), 'field-notes');
    expect(createServerProject(home)).toContain('.gitignore');
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
    createServerProject(home);
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
    expect(() => createServerProject(home)).toThrow(expect.objectContaining({ code: 'NEW_FOLDER' }));
    expect(readdirSync(home)).toEqual(['mine.txt']);
  });

  it('leaves alone what is no folder', () => {
    const home = emptyFolder();
    writeFileSync(join(home, 'file'), 'mine');
    symlinkSync(join(home, 'nowhere'), join(home, 'link'));
    for (const name of ['file', 'link'])
      expect(() => createServerProject(join(home, name))).toThrow(
        expect.objectContaining({ code: 'NEW_FOLDER' }),
      );
    expect(readFileSync(join(home, 'file'), 'utf8')).toBe('mine');
  });

  it.each(['2026', 'true', 'null', '1e3', '0x10', 'no'])('can be called %s', (name) => {
    const home = join(emptyFolder(), name);
    createServerProject(home);
    const manifest = loadManifest(readFileSync(join(home, 'manifest.yaml'), 'utf8'), 'manifest.yaml');
    expect(manifest.name).toBe(name);
  });

  it('refuses a name that no package can have', () => {
    for (const name of ['with space', '../up', '', '.hidden'])
      expect(() => createServerProject(join(emptyFolder(), 'x'), name)).toThrow(
        expect.objectContaining({ code: 'NEW_NAME' }),
      );
  });
});
