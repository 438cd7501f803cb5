import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const LEAVES_ONE = `
import { spawn } from 'node:child_process';
import { it } from 'vitest';
it('leaves a child, and a child of a child that ended', async () => {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' });
  const shell = spawn('sh', ['-c', 'sleep 600 & echo $!'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = await new Promise((resolve) => shell.stdout.once('data', (...said) => resolve(said)));
  console.log('left ' + child.pid + ' and ' + String(line).trim() + '.');
});
`;

/** A process that nobody waits for stays in the table after its end, as a zombie. */
const isAlive = (pid: number): boolean => {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};

it.runIf(process.platform === 'linux')('a process that a test file leaves behind is ended and named', () => {
  const root = join(import.meta.dirname, '..', '..');
  const folder = mkdtempSync(join(root, 'tools', 'leftovers-'));
  const other = spawn('sleep', ['600'], { stdio: 'ignore' });
  try {
    writeFileSync(join(folder, 'leaves.test.ts'), LEAVES_ONE);
    const out = execFileSync(
      process.execPath,
      [join(root, 'node_modules/vitest/vitest.mjs'), 'run', folder],
      { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const [, child = '', orphan = ''] = /left (\d+) and (\d+)\./.exec(out) ?? [];
    expect([child, orphan].map((pid) => isAlive(Number(pid)))).toEqual([false, false]);
    expect(isAlive(other.pid ?? 0)).toBe(true);
  } finally {
    other.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
});
