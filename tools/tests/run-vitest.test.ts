import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { runVitest } from './run-vitest.ts';

const FILES = {
  'passes.test.ts': `import { it } from 'vitest'; it('passes', () => {});`,
  'fails.test.ts': `import { it } from 'vitest'; it('fails', () => { throw new Error('as it should'); });`,
  // not even its limit ends it
  'hangs.test.ts': `import { it } from 'vitest'; it('hangs', () => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); });`,
};

it('a file that hangs ends the run and is named; what passed and failed before is known', async () => {
  const folder = mkdtempSync(join(import.meta.dirname, 'runs-'));
  try {
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
    const result = await runVitest(['--maxWorkers=2', folder], {}, { fileMs: 15_000, quiet: true });
    const names = (files: readonly string[] | null): readonly string[] =>
      (files ?? []).map((file) => basename(file));
    expect(names(result.passed)).toEqual(['passes.test.ts']);
    expect(names(result.failed)).toEqual(['fails.test.ts']);
    expect(names(result.heldUp)).toEqual(['hangs.test.ts']);
    expect(names(result.unfinished)).toEqual(['hangs.test.ts']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
