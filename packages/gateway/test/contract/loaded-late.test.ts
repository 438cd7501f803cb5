import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** What is loaded while a tool of a server is called. */
const loaded = async (contract: 'off' | 'prefer'): Promise<readonly string[]> => {
  const hook = `
    import { registerHooks } from 'node:module';
    registerHooks({ load(url, context, next) { process.stderr.write('LOADED ' + url + '\\n'); return next(url, context); } });
  `;
  const { stderr } = await promisify(execFile)(
    process.execPath,
    [
      '--conditions=@callgate/source',
      '--no-warnings',
      '--import',
      `data:text/javascript,${encodeURIComponent(hook)}`,
      join(import.meta.dirname, 'exercise.ts'),
      'python',
      contract,
    ],
    { maxBuffer: 64 * 1_048_576 },
  );
  return stderr.split('\n').filter((line) => line.startsWith('LOADED '));
};

const OF_CONTRACTS = /\/packages\/contract\/|\/gateway\/src\/contract\//;

it('nothing of sandboxes is loaded where no server has a contract', async () => {
  const plain = await loaded('off');
  expect(plain.some((line) => line.includes('/gateway/src/dispatch/stdio-link.ts'))).toBe(true);
  expect(plain.filter((line) => OF_CONTRACTS.test(line))).toEqual([]);
  expect((await loaded('prefer')).filter((line) => OF_CONTRACTS.test(line))).not.toEqual([]);
});
