import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TESTED_ELSEWHERE } from './tested-elsewhere.ts';
import { REQUIREMENTS } from './requirements.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..');

const SOURCES: readonly string[] = globSync('packages/*/{src,test}/**/*.ts', { cwd: ROOT });

const sourceOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The requirements that tests say they verify. */
const verified: ReadonlySet<string> = new Set(
  SOURCES.flatMap((path) =>
    [...sourceOf(path).matchAll(/\bverifies\(\s*'(A\d\d)'/g)].map(([, id]) => id ?? ''),
  ),
);

describe('the list of attacks', () => {
  it('is whole: A01 to A61 without A19', () => {
    const numbers = Array.from({ length: 61 }, (_, at) => at + 1).filter((number) => number !== 19);
    expect(REQUIREMENTS.map(({ id }) => id)).toEqual(
      numbers.map((number) => `A${String(number).padStart(2, '0')}`),
    );
  });

  it.each(REQUIREMENTS.map(({ id, attack }) => [id, attack] as const))('%s has a test: %s', (id) => {
    const elsewhere = TESTED_ELSEWHERE.filter((pointer) => pointer.id === id);
    expect(verified.has(id) || elsewhere.length > 0).toBe(true);
  });

  it('each that the gateway itself must withstand is tried through a gateway', () => {
    const missing = REQUIREMENTS.filter(({ where, id }) => where === 'gateway' && !verified.has(id));
    expect(missing.map(({ id }) => id)).toEqual([]);
  });

  it('each that the console must withstand is tried in a browser', () => {
    const missing = REQUIREMENTS.filter(({ where, id }) => where === 'console' && !verified.has(id));
    expect(missing.map(({ id }) => id)).toEqual([]);
  });

  it.each(TESTED_ELSEWHERE.map((pointer) => [pointer.id, pointer.file, pointer.title] as const))(
    '%s points at a test that is there: %s, %s',
    (_, file, title) => {
      expect(sourceOf(file)).toMatch(/\b(?:it|test)\(/);
      expect(sourceOf(file)).toContain(title);
    },
  );
});
