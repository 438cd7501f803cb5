import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { exportedNames } from './exported-names.ts';

it('counts names that are listed, renamed and declared, and none in comments', () => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-exports-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'index.ts');
  writeFileSync(
    path,
    [
      "export { a, b as c } from './a.ts';",
      "export type {\n  D, // a comment\n  E,\n} from './d.ts';",
      '// export { none }',
      '/* export { neither } */',
      'export const f = 1;',
      'export interface G {}',
    ].join('\n'),
  );
  expect(exportedNames(path)).toEqual(['a', 'c', 'D', 'E', 'f', 'G']);
});
