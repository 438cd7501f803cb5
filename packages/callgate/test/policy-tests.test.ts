import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PRESET_NAMES, formatProblem, lintPolicy, loadPolicy } from '@callgate/policy';
import { afterAll, describe, expect, it } from 'vitest';
import { runTestFiles } from '../src/tests/run-test-files.ts';
import type { TestRun } from '../src/tests/run-test-files.ts';
import { testRunText } from '../src/tests/test-text.ts';
import { ROOT, fixture } from './fixtures/run-callgate.ts';

const NOW = { at: Date.UTC(2026, 10, 17, 12), offsetMinutes: 0 };
const PRESETS = join(ROOT, 'packages/policy/presets');
const DOCS = join(ROOT, 'docs');
const DOCUMENTED = fixture('../documented-policies');

const folder = mkdtempSync(join(tmpdir(), 'cg-documented-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What went wrong, for people; nothing where all tests of at least one passed. */
const problemsOf = (run: TestRun): readonly string[] => [
  ...run.errors.map(({ message }) => message),
  ...(run.results.length > 0 && run.results.every(({ result }) => result.passes) ? [] : [testRunText(run)]),
];

describe('the tests of a shipped preset', () => {
  it.each(PRESET_NAMES)('pass, and fire every rule of %s', async (name) => {
    const run = await runTestFiles([join(PRESETS, `${name}.test.yaml`)], NOW);
    expect(problemsOf(run)).toEqual([]);
    // a preset without rules of its own shows those it starts from
    if (name !== 'observe') expect(run.coverage.map(({ rules }) => rules.missed)).toEqual([[]]);
  });
});

/** Policies of pages, as `guides-policies-2`: the second one of that page. */
const documentedPolicies = (): ReadonlyMap<string, string> => {
  const pages = readdirSync(DOCS, { recursive: true, encoding: 'utf8' }).filter((page) =>
    page.endsWith('.md'),
  );
  return new Map(
    pages.toSorted().flatMap((page) => {
      const text = readFileSync(join(DOCS, page), 'utf8');
      const blocks = [...text.matchAll(/^```yaml\n([^]*?)^```$/gm)]
        .map(([, body = '']) => body)
        .filter((body) => /^(rules|extends|exceptions|hints):/m.test(body));
      const name = page.replace(/\.md$/, '').replaceAll(/[/\\]/g, '-');
      return blocks.map((body, index) => [`${name}-${index + 1}`, body] as const);
    }),
  );
};

describe('the policies of the pages', () => {
  const policies = documentedPolicies();
  cpSync(DOCUMENTED, folder, { recursive: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of policies) writeFileSync(join(folder, `${name}.yaml`), text);

  it('have tests, each of them', () => {
    const tested = readdirSync(DOCUMENTED).map((file) => basename(file, '.test.yaml'));
    expect(tested.toSorted()).toEqual([...policies.keys()].toSorted());
  });

  it.each([...policies.keys()])('%s: keep what they promise, and every rule counts', async (name) => {
    const run = await runTestFiles([join(folder, `${name}.test.yaml`)], NOW);
    expect(problemsOf(run)).toEqual([]);
    expect(run.coverage.map(({ rules }) => rules.missed)).toEqual([[]]);
  });

  it.each([...policies])('%s: have nothing to warn about', (name, text) => {
    const loaded = loadPolicy([{ name, text }]);
    if (!loaded.ok) throw new Error(loaded.problems.map(formatProblem).join('\n'));
    expect(lintPolicy(loaded.policy, undefined)).toEqual([]);
  });
});
