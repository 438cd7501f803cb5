import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { BIN } from './fixtures/run-callgate.ts';

const run = promisify(execFile);

const wrapped = (code: string): string =>
  `(function(exports,require,module,__filename,__dirname){"use strict";${code}\n})`;

const MAIN = wrapped(`
  const path = require("node:path");
  const other = require("./other.cjs");
  const count = (n) => n === 0 ? [] : [...count(n - 1), other.word];
  Object.defineProperty(exports, "main", { enumerable: true, get: () => (n) => path.join(...count(n)) });
`);

/** A bundle and a folder for what is compiled of it. */
const makeBundle = () => {
  const root = mkdtempSync(join(tmpdir(), 'callgate-bundle-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const kept = join(root, 'kept');
  mkdirSync(join(root, 'bundle'));
  const write = (name: string, text: string): void => writeFileSync(join(root, 'bundle', name), text);
  write('main.cjs', MAIN);
  write('other.cjs', wrapped('exports.word = "one"'));
  write('digest.txt', 'first');
  const loader = pathToFileURL(join(BIN, '..', 'load-bundle.js')).href;
  const start = async (command: string, after = ''): Promise<string> => {
    const main = JSON.stringify(join(root, 'bundle', 'main.cjs'));
    const program = `const { loadBundle } = await import(${JSON.stringify(loader)});
      console.log(loadBundle(${main}, ${JSON.stringify(kept)}, ${JSON.stringify(command)}).main(3));${after}`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program]).catch(
      (error: unknown) => error as { stdout: string },
    );
    return stdout.trim();
  };
  const files = (): readonly string[] =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.startsWith('kept') && name.endsWith('.cjs'))
      .map((name) => join(root, name))
      .toSorted();
  return { start, files, write };
};

const ONE = 'one/one/one';

it('what a start compiled is kept for starts of the same command and the same bundle', async () => {
  const { start, files, write } = makeBundle();
  expect(await start('run')).toBe(ONE);
  const first = files();
  expect(first).toHaveLength(2);
  const before = first.map((file) => statSync(file).mtimeMs);
  expect(await start('run')).toBe(ONE);
  expect(files()).toEqual(first);
  expect(first.map((file) => statSync(file).mtimeMs)).toEqual(before);
  expect(await start('hook')).toBe(ONE);
  expect(files()).toHaveLength(4);
  write('digest.txt', 'second');
  write('other.cjs', wrapped('exports.word = "two"'));
  expect(await start('run')).toBe('two/two/two');
  expect(files()).toHaveLength(6);
});

it('what was kept and is damaged is compiled anew', async () => {
  const { start, files } = makeBundle();
  await start('run');
  const [file = ''] = files();
  const whole = readFileSync(file);
  writeFileSync(file, whole.subarray(0, 40));
  expect(await start('run')).toBe(ONE);
  expect(readFileSync(file)).toHaveLength(whole.length);
});

it('nothing is kept of a start that failed, of a bundle without a name, and under a name that is no command', async () => {
  const { start, files, write } = makeBundle();
  expect(await start('run', 'process.exitCode = 1;')).toBe(ONE);
  expect(files()).toEqual([]);
  await start('../../outside');
  expect(files().every((file) => file.includes('/other/'))).toBe(true);
  expect(files()).toHaveLength(2);
  rmSync(join(files()[0] ?? '', '..'), { recursive: true });
  write('digest.txt', '');
  expect(await start('run')).toBe(ONE);
});
