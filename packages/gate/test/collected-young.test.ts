import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';

const CHILD = fileURLToPath(new URL('collected-young-child.ts', import.meta.url));

it('a finished transaction holds no memory until a full collection', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cg-young-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const args = ['--expose-gc', '--conditions=@callgate/source', CHILD, folder];
  const said = execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 120_000 });
  // with one function written straight into a property it was 820 bytes, with a cleared map 460 more
  expect(z.object({ held: z.number() }).parse(JSON.parse(said)).held).toBeLessThan(300);
});
