import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildExecutable } from '../../../../tools/release/build-executable.ts';

const run = promisify(execFile);

const MINUTES = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'cg-exe-'));
const file = join(folder, process.platform === 'win32' ? 'callgate.exe' : 'callgate');
beforeAll(async () => void (await buildExecutable(file)), 5 * MINUTES);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A home of its own, and no Node anywhere to be found. */
const homeOf = (name: string): NodeJS.ProcessEnv => {
  const home = join(folder, name);
  mkdirSync(home);
  return { HOME: home, USERPROFILE: home, PATH: join(folder, 'nothing') };
};

describe('the executable', () => {
  it('runs without Node, gateway, servers and console in it', { timeout: 5 * MINUTES }, async () => {
    const env = homeOf('first');
    const { stdout } = await run(file, ['demo', '--answer', 'approve', '--json'], {
      env,
      maxBuffer: 2 ** 26,
    });
    expect(stdout.trim().split('\n').at(-1)).toContain('"stories":9,"failed":[],"calls":14');
  });

  it('unpacks itself again where some of it was taken away', { timeout: MINUTES }, async () => {
    const env = homeOf('second');
    const version = async (): Promise<string> => (await run(file, ['--version'], { env })).stdout;
    const before = await version();
    const cache = join(folder, 'second/.cache/callgate');
    const program = readdirSync(cache).find((name) => name.startsWith('program-')) ?? '';
    rmSync(join(cache, program, 'dist'), { recursive: true });
    expect(await version()).toBe(before);
    expect(readdirSync(cache).filter((name) => name.startsWith('unpacking-'))).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')(
    'runs nothing but what it has unpacked itself, in a folder of its own',
    { timeout: MINUTES },
    async () => {
      const env = homeOf('fourth');
      const cache = join(folder, 'fourth/.cache/callgate');
      const version = async (): Promise<string> => (await run(file, ['--version'], { env })).stdout;
      const before = await version();
      const program = readdirSync(cache).find((name) => name.startsWith('program-')) ?? '';
      const script = join(cache, program, 'bin/callgate.js');
      writeFileSync(script, 'console.log("not mine");');
      expect(await version()).toBe(before);
      writeFileSync(join(folder, 'fourth/other.js'), 'console.log("not mine");');
      const around = `${join(cache, program)}/../../../other.js`;
      await expect(run(file, [around], { env })).rejects.toThrow('COMMAND_UNKNOWN');
      rmSync(join(cache, program), { recursive: true });
      chmodSync(cache, 0o777);
      await expect(run(file, ['hook'], { env })).rejects.toMatchObject({
        code: 2,
        stderr: expect.stringContaining('only you can write to'),
      });
    },
  );

  it('is what init puts in front of servers', { timeout: MINUTES }, async () => {
    const env = homeOf('third');
    mkdirSync(join(folder, 'third/.cursor'));
    const config = join(folder, 'third/.cursor/mcp.json');
    writeFileSync(config, '{"mcpServers":{"notes":{"command":"notes-server"}}}');
    await run(file, ['init', '--yes', '--no-start'], { env });
    expect(JSON.parse(readFileSync(config, 'utf8'))).toEqual({
      mcpServers: {
        notes: { command: file, args: ['run', '--name', 'notes', '--background', '--', 'notes-server'] },
      },
    });
  });
});
