import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Json, Policy, Position, TracedTool } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import { dataFileErrors } from '@callgate/messages/errors/data-file';
import { policyTestErrors } from '@callgate/messages/errors/policy-test';
import type { PolicyProblem } from '@callgate/policy';
import { findNearestName, formatProblem, isPreset } from '@callgate/policy';
import type { YamlFile, YamlPath } from '@callgate/policy/yaml';
import { loadYaml, readText } from '@callgate/policy/yaml';
import { openAnyCatalogue } from '../catalogue/open-any-catalogue.ts';
import type { CatalogueFile, CatalogueServer } from '../catalogue/read-catalogue.ts';
import { readServers } from '../catalogue/read-catalogue.ts';
import { openPolicy } from '../input/open-policy.ts';
import type { TestFileContent } from './test-file-schema.ts';
import { testFileSchema } from './test-file-schema.ts';
import { TestTools } from './test-tools.ts';

interface ProblemWords {
  readonly code: string;
  readonly message: string;
  readonly help?: string | undefined;
}

/** Everything that is wrong with a file of tests, each with its place. */
export class TestProblems {
  readonly #source: YamlFile;
  readonly #found: PolicyProblem[] = [];

  constructor(source: YamlFile) {
    this.#source = source;
  }

  at(path: YamlPath): Position {
    return this.#source.positionOf(path);
  }

  add(path: YamlPath, { code, message, help }: ProblemWords): void {
    const problem = { severity: 'error' as const, code, message, position: this.at(path) };
    this.#found.push(help === undefined ? problem : { ...problem, help });
  }

  /** What `make` makes; undefined where it throws, which is a problem then. */
  try<T>(path: YamlPath, make: () => T): T | undefined {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      this.add(path, error);
      return undefined;
    }
  }

  throwIfAny(): void {
    if (this.#found.length > 0) throw new InvalidTests(this.#found);
  }
}

/** A file of tests that cannot be run, with everything that is wrong with it. */
export class InvalidTests extends CallgateError {
  readonly problems: readonly PolicyProblem[];

  constructor(problems: readonly PolicyProblem[]) {
    super('TESTS_INVALID', problems.map(formatProblem).join('\n'));
    this.problems = problems;
  }
}

/** What is tested in place of what a file names. */
export interface TestSubject {
  readonly policy: Policy;
  /** Set where no file was read: its text may name none either, and finds these tools. */
  readonly pasted?: { readonly policyName: string; readonly tools: readonly TracedTool[] };
}

/** A file of tests with what its tests need. */
export interface TestFile {
  /** As it was named. */
  readonly path: string;
  readonly content: TestFileContent;
  readonly policy: Policy;
  /** The policy as people call it: its files or its preset. */
  readonly policyName: string;
  readonly tools: TestTools;
  readonly problems: TestProblems;
  /** All files that were read. */
  readonly files: readonly string[];
  /** What is doubtful in its catalogues. */
  readonly notes: readonly string[];
}

const TEST_ENDING = /\.test(?=\.(?:ya?ml|json)$)/;

/** The policy that a file of tests lies beside: `pay.test.yaml` beside `pay.yaml`. */
export const policyBeside = (path: string): string => {
  const name = basename(path).replace(TEST_ENDING, '');
  if (name !== basename(path) && existsSync(join(dirname(path), name))) return name;
  throw new CallgateError(
    policyTestErrors.policyAbsent({ beside: display(TEST_ENDING.test(path) ? name : '*.yaml') }),
  );
};

type CatalogueEntry = Exclude<TestFileContent['catalogue'], readonly unknown[] | undefined>;

/** A device or a pipe could be read without end. */
const refuseSpecialFile = (path: string): void => {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile() && !found.isDirectory())
    throw new CallgateError(dataFileErrors.unreadable({ path: display(path) }));
};

const readCatalogueEntry = async (folder: string, entry: CatalogueEntry): Promise<CatalogueFile> => {
  const { file, server, trust } =
    typeof entry === 'string' ? { file: entry, server: undefined, trust: undefined } : entry;
  const path = resolve(folder, file);
  refuseSpecialFile(path);
  return await openAnyCatalogue(path, server, trust);
};

const readTestText = (path: string): string => {
  try {
    return readText(path);
  } catch (cause) {
    throw new CallgateError(dataFileErrors.unreadable({ path: display(path) }), { cause });
  }
};

const checkRules = ({
  content,
  policy,
  problems,
}: Pick<TestFile, 'content' | 'policy' | 'problems'>): void => {
  const known = policy.rules.map(({ id }) => id);
  const check = (path: YamlPath, written: string | readonly string[] | undefined): void => {
    for (const rule of [written ?? []].flat())
      if (!known.includes(rule))
        problems.add(
          path,
          new CallgateError(
            policyTestErrors.ruleUnknown({
              rule: display(rule, { max: 80 }),
              near: findNearestName(rule, known),
            }),
          ),
        );
  };
  const each = (path: YamlPath, entry: object): void => {
    if ('rules' in entry) check([...path, 'rules'], entry.rules as string | readonly string[] | undefined);
    if ('notRules' in entry)
      check([...path, 'notRules'], entry.notRules as string | readonly string[] | undefined);
  };
  for (const [at, entry] of (content.cases ?? []).entries()) {
    each(['cases', at], entry);
    for (const [row, of] of (entry.rows ?? []).entries()) each(['cases', at, 'rows', row], of);
  }
  for (const [at, { steps }] of (content.traces ?? []).entries())
    for (const [step, of] of steps.entries()) each(['traces', at, 'steps', step], of);
};

/** Reads a file of tests, its policy and its catalogues. Throws `TESTS_INVALID` with every problem and its place. */
export const readTestFile = async (
  path: string,
  text: string = readTestText(path),
  subject?: TestSubject,
): Promise<TestFile> => {
  const whole = resolve(path);
  const folder = dirname(whole);
  const read = loadYaml(testFileSchema, { name: path, text }, { code: 'TESTS' });
  if (!read.ok) throw new InvalidTests(read.problems);
  const { content, source } = read;
  const problems = new TestProblems(source);
  if (content.cases === undefined && content.traces === undefined) problems.add([], policyTestErrors.empty());
  const pasted = subject?.pasted;
  if (pasted !== undefined)
    for (const key of ['policy', 'catalogue'] as const)
      if (content[key] !== undefined) problems.add([key], policyTestErrors.pastedNamesFile({ key }));
  const names =
    pasted === undefined
      ? (problems.try(['policy'], () => [content.policy ?? policyBeside(whole)].flat()) ?? [])
      : [pasted.policyName];
  const layers =
    pasted === undefined ? names.map((name) => (isPreset(name) ? name : resolve(folder, name))) : [];
  const policy =
    subject?.policy ??
    (layers.length === 0 ? undefined : problems.try(['policy'], () => openPolicy(layers, refuseSpecialFile)));
  const servers: CatalogueServer[] = [];
  const notes: string[] = [];
  const entries = content.catalogue === undefined || pasted !== undefined ? [] : [content.catalogue].flat();
  for (const [at, entry] of entries.entries()) {
    try {
      const catalogue = await readCatalogueEntry(folder, entry);
      servers.push(...catalogue.servers);
      notes.push(...catalogue.diagnoses);
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      problems.add(Array.isArray(content.catalogue) ? ['catalogue', at] : ['catalogue'], error);
    }
  }
  if (content.servers !== undefined) {
    const inline: Json = JSON.parse(JSON.stringify({ servers: content.servers }));
    servers.push(...(problems.try(['servers'], () => readServers(path, inline, notes)) ?? []));
  }
  if (policy === undefined) {
    problems.throwIfAny();
    throw new CallgateError(policyTestErrors.empty());
  }
  const tools = new TestTools(
    path,
    servers,
    content.disclosures ?? {},
    policy.hints.map(({ name }) => name),
    pasted?.tools,
  );
  const files = [
    whole,
    ...layers.filter((name) => !isPreset(name)),
    ...entries.map((entry) => resolve(folder, typeof entry === 'string' ? entry : entry.file)),
  ];
  const file = { path, content, policy, policyName: names.join(', '), tools, problems, files, notes };
  checkRules(file);
  return file;
};
