import { dirname, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Policy, TracedTool } from '@callgate/core';
import type { Moment } from '@callgate/core/decide';
import type { DraftTestRun } from '@callgate/operations/api';
import { loadLayeredPolicy } from '@callgate/operations/policy';
import type { PolicySource } from '@callgate/policy';
import { isPreset } from '@callgate/policy';
import { readText } from '@callgate/policy/yaml';
import { readPolicySource } from '../input/open-policy.ts';
import { findTestFilesBeside } from './find-test-files.ts';
import { listTestedPolicies } from './list-tested-policies.ts';
import type { TestSubject } from './read-test-file.ts';
import { runTestFiles } from './run-test-files.ts';

/** A policy that is written in place of the configured one. */
export interface PolicyDraft {
  readonly layers: readonly PolicySource[];
  readonly configured: readonly PolicySource[];
  /** Tests that no file has. */
  readonly pasted: string | null;
  /** What pasted tests may call. */
  readonly tools: readonly TracedTool[];
}

const PASTED = 'pasted.test.yaml';
const MOST_EXPLAINED = 20;

const pathOf = ({ name }: Pick<PolicySource, 'name'>): string => (isPreset(name) ? name : resolve(name));

/** undefined: it cannot be said, and running the file says why. */
const testedPaths = (path: string): readonly string[] | undefined => {
  try {
    return listTestedPolicies(path, readText(path)).map((name) =>
      isPreset(name) ? name : resolve(dirname(path), name),
    );
  } catch {
    return undefined;
  }
};

/** What a file tests: the whole draft where it tests all of the configured policy, otherwise the layers that it names. */
const policyOfPaths = (
  tested: readonly string[],
  { layers, configured }: PolicyDraft,
): Policy | undefined => {
  const paths = configured.map(pathOf);
  if (!tested.some((path) => paths.includes(path))) return undefined;
  if (tested.join('\n') === paths.join('\n')) return loadLayeredPolicy(layers);
  return loadLayeredPolicy(
    tested.map(
      (path) =>
        layers.find((layer) => pathOf(layer) === path) ??
        (isPreset(path) ? { name: path, text: `extends: ${path}\n` } : readPolicySource(path)),
    ),
  );
};

/** Runs the tests beside the configured policy, and those that were pasted, with a draft in its place. Calls no tool. */
export const runDraftTests = async (draft: PolicyDraft, now: Moment): Promise<DraftTestRun> => {
  const subjects = new Map<string, TestSubject>();
  const paths: string[] = [];
  const files = draft.configured
    .filter(({ name }) => !isPreset(name))
    .flatMap((layer) => findTestFilesBeside(pathOf(layer)));
  for (const path of new Set(files)) {
    const tested = testedPaths(path);
    const policy = tested === undefined ? undefined : policyOfPaths(tested, draft);
    if (policy !== undefined) subjects.set(path, { policy });
    if (policy !== undefined || tested === undefined) paths.push(path);
  }
  if (draft.pasted !== null) {
    const policyName = draft.layers.map(({ name }) => name).join(', ');
    subjects.set(PASTED, {
      policy: loadLayeredPolicy(draft.layers),
      pasted: { policyName, tools: draft.tools },
    });
    paths.push(PASTED);
  }
  const texts = new Map(draft.pasted === null ? [] : [[PASTED, draft.pasted]]);
  const { results, coverage, errors } = await runTestFiles(paths, now, texts, subjects);
  const explained = new Set(results.filter(({ result }) => !result.passes).slice(0, MOST_EXPLAINED));
  return {
    cases: results.map(({ result }) => result),
    coverage,
    explanations: results.map((each) =>
      explained.has(each) ? stripVTControlCharacters(each.explain()) : null,
    ),
    errors: errors.map(({ code, message }) => ({ code, message })),
  };
};
