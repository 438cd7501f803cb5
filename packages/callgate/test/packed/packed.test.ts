import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openStoreReader } from '@callgate/gateway/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installed } from '../../../../material/install.ts';
import { EXAMPLES } from '../../../../tools/ten-lines.ts';
import { COMPILED_ENV } from '../fixtures/run-callgate.ts';
import { COMPILERS, addExamples, installPacked, typedModules } from './install-packed.ts';

const run = promisify(execFile);

/** On a machine that does other things too. */
const MINUTES = 60_000;

let folder = '';
beforeAll(async () => {
  folder = await installPacked();
}, 10 * MINUTES);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Lines of a compiler; none where it is content. */
const compile = async (compiler: string): Promise<readonly string[]> => {
  const tsc = join(folder, 'node_modules', compiler, 'bin/tsc');
  try {
    await run(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], { maxBuffer: 2 ** 26 });
    return [];
  } catch (error) {
    const { stdout = '' } = error as { stdout?: string };
    return stdout === '' ? [String(error)] : stdout.split('\n');
  }
};

describe('packages from their tarballs, in an empty folder', () => {
  it.each(Object.keys(COMPILERS))(
    'have types that compile with all checks: %s',
    async (compiler) => {
      const modules = typedModules(folder);
      expect(modules).toContain('callgate');
      const lines = modules.map((name, at) => `import * as m${at} from '${name}';`);
      const uses = `export const used = [${modules.map((_, at) => `m${at}`).join(', ')}];`;
      writeFileSync(join(folder, 'consumer.ts'), [...lines, uses, ''].join('\n'));
      const compilerOptions = {
        target: 'ES2022',
        lib: ['ES2023'],
        module: 'NodeNext',
        strict: true,
        noEmit: true,
        skipLibCheck: false,
        types: ['node'],
      };
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ compilerOptions, files: ['consumer.ts'] }),
      );
      expect(await compile(compiler)).toEqual([]);
    },
    5 * MINUTES,
  );

  it('run every example of ten lines', { timeout: 10 * MINUTES }, async () => {
    addExamples(folder, await installed('frameworks'));
    const results: Record<string, unknown> = {};
    for (const name of EXAMPLES) {
      const home = join(folder, 'homes', name);
      const file = join(folder, 'frameworks/ten-lines', `${name}.ts`);
      const env = { PATH: process.env['PATH'] ?? '', CALLGATE_HOME: home, ...COMPILED_ENV };
      const { stdout } = await run(process.execPath, ['--no-warnings', file], { env, timeout: 2 * MINUTES });
      const reader = await openStoreReader(join(home, 'callgate.db'));
      const calls = await reader.read.callsAfter('', 10);
      await reader.close();
      results[name] = [
        /Noted\.|saved: buy bread/.test(stdout),
        ...calls.map((call) => `${call.target} ${call.state}`),
      ];
    }
    expect(results).toEqual(Object.fromEntries(EXAMPLES.map((name) => [name, [true, 'save_note done']])));
  });

  it.skipIf(process.platform !== 'linux')(
    'run on the oldest Node they say they run on',
    { timeout: 5 * MINUTES },
    async () => {
      const node = join(await installed('node-22'), 'node_modules', `node-linux-${process.arch}`, 'bin/node');
      const env = { PATH: process.env['PATH'] ?? '', CALLGATE_HOME: join(folder, 'homes/old') };
      const callgate = async (...args: readonly string[]): Promise<string> =>
        (await run(node, [join(folder, 'node_modules/callgate/bin/callgate.js'), ...args], { env })).stdout;
      expect((await run(node, ['--version'])).stdout).toMatch(/^v22\.13\./);
      expect(await callgate('--version')).toMatch(/^\d+\.\d+\.\d+\n$/);
      addExamples(folder, await installed('frameworks'));
      const example = join(folder, 'frameworks/ten-lines/functions.ts');
      const { stdout } = await run(node, ['--no-warnings', '--experimental-strip-types', example], { env });
      expect(stdout).toContain('saved: buy bread');
      expect(await callgate('audit', 'verify')).toContain('intact');
    },
  );
});
