import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';
import { z } from 'zod';
import { ROOT } from '../list-pages.ts';

/** Seconds of each test file, written by `npm run test:measure`. */
export const DURATIONS: string = join(import.meta.dirname, 'durations.json');

const secondsOf = (): Readonly<Record<string, number>> =>
  z.record(z.string(), z.number()).parse(JSON.parse(readFileSync(DURATIONS, 'utf8')));

const UNKNOWN_S = 5;
const QUICK_S = 1;

/** The files of the quick run: those that stand beside the code and take no time. */
export const quickFiles = (): readonly string[] => {
  const seconds = secondsOf();
  return globSync('packages/*/src/**/*.test.ts', { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => (seconds[file] ?? 0) <= QUICK_S);
};

/** The files that take longest start first, so that none of them is alone at the end. */
export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = secondsOf();
    const of = ({ moduleId }: TestSpecification): number =>
      seconds[relative(ROOT, moduleId).replaceAll('\\', '/')] ?? UNKNOWN_S;
    return Promise.resolve(files.toSorted((a, b) => of(b) - of(a) || a.moduleId.localeCompare(b.moduleId)));
  }
}
