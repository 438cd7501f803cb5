import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../measure.ts';

const PAGE = Buffer.alloc(4096, 1);
const TIMES = 200;

/** Microseconds that this disk takes to keep a page for good, where the stores of the bench are. */
export const measureDiskSync = (): number => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-bench-sync-'));
  const file = openSync(join(folder, 'page'), 'w');
  try {
    return median(
      Array.from({ length: TIMES }, () => {
        const start = performance.now();
        writeSync(file, PAGE);
        fdatasyncSync(file);
        return (performance.now() - start) * 1000;
      }),
    );
  } finally {
    closeSync(file);
    rmSync(folder, { recursive: true, force: true });
  }
};
