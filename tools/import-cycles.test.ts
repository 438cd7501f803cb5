import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findCycle, folderGraph, packageGraph } from './import-cycles.ts';

const PACKAGES = join(import.meta.dirname, '../packages');

it('packages do not import each other in a circle', () => {
  expect(findCycle(packageGraph(PACKAGES))).toBeUndefined();
});

it.each(readdirSync(PACKAGES))('the folders of %s do not import each other in a circle', (name) => {
  expect(findCycle(folderGraph(join(PACKAGES, name, 'src')))).toBeUndefined();
});

it('a circle is found and named, also by types and exports alone', () => {
  const source = mkdtempSync(join(tmpdir(), 'callgate-cycles-'));
  onTestFinished(() => rmSync(source, { recursive: true }));
  for (const folder of ['label', 'decide', 'record']) mkdirSync(join(source, folder));
  writeFileSync(join(source, 'index.ts'), "export { a } from './label/a.ts';\n");
  writeFileSync(
    join(source, 'label/a.ts'),
    "import type {\n  B,\n} from '../decide/b.ts';\nexport const a = 1;\n",
  );
  writeFileSync(join(source, 'decide/b.ts'), "import { c } from '../record/c.ts';\n");
  writeFileSync(join(source, 'record/c.ts'), 'export const c = 1;\n');
  writeFileSync(join(source, 'record/c.test.ts'), "import { a } from '../label/a.ts';\n");
  expect(findCycle(folderGraph(source))).toBeUndefined();
  writeFileSync(join(source, 'record/c.ts'), "export type { A } from '../label/a.ts';\n");
  const [first, ...way] = findCycle(folderGraph(source)) ?? [];
  expect(way.toSorted()).toEqual(['decide', 'label', 'record']);
  expect(way.at(-1)).toBe(first);
});
