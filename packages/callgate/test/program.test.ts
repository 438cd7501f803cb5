import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { BIN } from './fixtures/run-callgate.ts';

const BUNDLED = '../dist/bundle/main.cjs';
const BUILT = '../dist/main.js';

it('runs the bundle for what clients wait for, and only while nothing was built anew', async () => {
  const root = mkdtempSync(join(tmpdir(), 'callgate-program-'));
  cpSync(join(BIN, '..'), join(root, 'bin'), { recursive: true });
  for (const folder of ['src', 'dist/bundle']) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'package.json'), '{"type":"module"}');
  writeFileSync(join(root, 'src/main.ts'), '');
  const { program }: { program(): string } = await import(pathToFileURL(join(root, 'bin/program.js')).href);
  expect(program()).toBe(BUILT);
  const part = join(root, 'dist', 'part');
  writeFileSync(part, '');
  const builtFrom = JSON.stringify({ '../part': statSync(part).mtimeMs });
  writeFileSync(join(root, 'dist/bundle/built-from.json'), builtFrom);
  expect(program()).toBe(BUNDLED);
  utimesSync(part, 1, 1);
  expect(program()).toBe(BUILT);
  rmSync(part);
  expect(program()).toBe(BUILT);
  // as it was installed, without sources
  rmSync(join(root, 'src'), { recursive: true });
  expect(program()).toBe(BUNDLED);
});
