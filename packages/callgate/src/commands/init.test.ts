import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const MAIN: string = new URL('../main.ts', import.meta.url).href;

const PROGRAM = `const { main } = await import(${JSON.stringify(MAIN)}); await main(process.argv.slice(1));`;

const home = mkdtempSync(join(tmpdir(), 'callgate-init-'));

/** Runs the command from its sources, as from a shell without a terminal. */
const callgate = (
  ...args: string[]
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--conditions=@callgate/source', '--input-type=module', '-e', PROGRAM, '--', ...args],
      { cwd: home, env: { PATH: '/nowhere', HOME: home } },
      (error, out, err) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });

const FILE = join(home, '.cursor', 'mcp.json');
const TEXT = '{"mcpServers":{"fs":{"command":"npx","args":["-y","fs"]}}}\n';
mkdirSync(join(home, '.cursor'));
writeFileSync(FILE, TEXT);

it('goes there and back by the command line', async () => {
  const command = ['--callgate-command', 'npx -y callgate'];
  const shown = await callgate('init', '--no-start', ...command);
  expect(shown).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Nothing was written') });
  expect(readFileSync(FILE, 'utf8')).toBe(TEXT);
  await callgate('init', '--yes', '--no-start', ...command);
  expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual({
    mcpServers: {
      fs: {
        command: 'npx',
        args: ['-y', 'callgate', 'run', '--name', 'fs', '--background', '--', 'npx', '-y', 'fs'],
      },
    },
  });
  const undone = await callgate('init', '--undo', '--yes');
  expect(undone).toMatchObject({ code: 0, err: '' });
  expect(readFileSync(FILE, 'utf8')).toBe(TEXT);
});

it('tells of options that are wrong', async () => {
  expect(await callgate('init', '--client', 'nobody')).toMatchObject({
    code: 1,
    err: expect.stringContaining('error[OPTION_VALUE]: Unknown value `nobody` for --client'),
  });
  expect(await callgate('init', '--unod')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Did you mean `--undo`?'),
  });
});
