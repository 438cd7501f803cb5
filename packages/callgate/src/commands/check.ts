import { statSync } from 'node:fs';
import type { Json } from '@callgate/core';
import { CallgateError, display, isJsonObject } from '@callgate/core';
import type { ManifestProblem } from '@callgate/manifest';
import { formatManifestProblem, readManifest } from '@callgate/manifest';
import { authorMessages } from '@callgate/messages/cli/authors';
import { policyCaseMessages } from '@callgate/messages/cli/policy-cases';
import { optionMessages } from '@callgate/messages/cli/options';
import { commandErrors } from '@callgate/messages/errors/command';
import { optionErrors } from '@callgate/messages/errors/option';
import type { PolicyProblem, PolicySource } from '@callgate/policy';
import { formatProblem, isPreset, lintPolicy, loadPolicy } from '@callgate/policy';
import { readCatalogue, readDataFile } from '../catalogue/read-catalogue.ts';
import { parseTrust } from '../catalogue/parse-trust.ts';
import { checkCases, failedCaseText } from '../policy/check-cases.ts';
import { readPolicySource } from '../input/open-policy.ts';
import { explainLintRule } from '../lint/explain-lint-rule.ts';
import type { LintEnvironment } from '../lint/run-lint.ts';
import { runLint } from '../lint/run-lint.ts';
import { readTextFile } from '../manifest/read-tools.ts';
import {
  LINT_THRESHOLDS,
  parseLintThreshold,
  readDurations,
  parseRuleLevels,
} from '../options/lint-options.ts';
import { flagOption, textOption } from '../options/option.ts';
import { parseReach, parseTimeout, optionValues } from '../options/reach-options.ts';
import { SCAN_FORMATS, parseScanFormat } from '../scan/format-scan-report.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { formatCount } from '../show/format-columns.ts';
import { openLineOutput } from '../show/line-output.ts';
import { write } from '../show/style.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

const KINDS = ['policy', 'manifest', 'tools', 'cases'] as const;
type Kind = (typeof KINDS)[number];

const contentOf = (path: string): Json => {
  try {
    return readDataFile(path);
  } catch (error) {
    if (error instanceof CallgateError) return null;
    throw error;
  }
};

/** By what is in it. Whatever is nothing else is a policy: its reader says what is wrong. */
const kindOf = (path: string): Kind => {
  if (isPreset(path)) return 'policy';
  if (path === '-') return 'manifest';
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return 'tools';
  // a pipe can be read once
  const content = found?.isFile() === true ? contentOf(path) : null;
  if (!isJsonObject(content)) return 'policy';
  if (Object.hasOwn(content, 'manifest')) return 'manifest';
  if (Object.hasOwn(content, 'cases')) return 'cases';
  return ['tools', 'servers', 'result'].some((key) => Object.hasOwn(content, key)) ? 'tools' : 'policy';
};

/** All files of one kind: their problems and exit codes are not the same. */
const kindOfAll = (paths: readonly string[], written: string | undefined): Kind => {
  const named = KINDS.find((kind) => kind === written);
  if (named !== undefined) return named;
  if (written !== undefined)
    throw new CallgateError(
      optionErrors.valueUnknown({
        name: 'as',
        value: display(written, { max: 40 }),
        values: KINDS.join(', '),
      }),
    );
  const [kind = 'policy', second] = new Set(paths.map(kindOf));
  if (second === undefined) return kind;
  throw new CallgateError(commandErrors.mixedKinds({ kind, other: second }));
};

const report = (problems: readonly PolicyProblem[], json: boolean): void => {
  if (json) write(asciiJson({ problems }));
  else for (const problem of problems) write(formatProblem(problem));
};

interface PolicyOptions {
  readonly catalogue?: string | undefined;
  readonly trust?: string | undefined;
  readonly server?: string | undefined;
  readonly json?: boolean | undefined;
}

const checkPolicies = (paths: readonly string[], given: PolicyOptions): void => {
  const sources = paths.map((name): PolicySource =>
    isPreset(name) ? { name, text: `extends: ${name}` } : readPolicySource(name),
  );
  const loaded = loadPolicy(sources);
  if (!loaded.ok) {
    report(loaded.problems, given.json ?? false);
    process.exitCode = 1;
    return;
  }
  const catalogue =
    given.catalogue === undefined
      ? undefined
      : readCatalogue(given.catalogue, {
          trust: parseTrust(given.trust),
          ...(given.server === undefined ? {} : { server: given.server }),
        });
  const warnings = lintPolicy(
    loaded.policy,
    catalogue?.servers.flatMap((server) => server.tools),
  );
  report(warnings, given.json ?? false);
  if (given.json !== true)
    write(
      authorMessages.check.rules({
        rules: loaded.policy.rules.length,
        warnings: warnings.length,
        revision: loaded.policy.revision,
        observes: loaded.policy.mode === 'observe',
      }),
    );
};

const checkManifests = (paths: readonly string[], json: boolean): void => {
  const problems: ManifestProblem[] = [];
  let tools = 0;
  for (const path of paths) {
    const outcome = readManifest(readTextFile(path), path);
    problems.push(...(outcome.ok ? outcome.warnings : outcome.problems));
    if (outcome.ok) tools += outcome.manifest.tools.length;
    else process.exitCode = 1;
  }
  if (json) write(asciiJson({ problems }));
  else {
    for (const problem of problems) write(formatManifestProblem(problem));
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    write(
      errors > 0
        ? formatCount(errors, 'error')
        : `${formatCount(tools, 'tool')}, ${formatCount(problems.length, 'warning')}`,
    );
  }
};

const runCases = (paths: readonly string[], json: boolean): void => {
  const cases = paths.flatMap(checkCases);
  const failed = cases.filter(({ passes }) => !passes);
  if (json) write(asciiJson({ cases }));
  else {
    for (const each of failed) write(failedCaseText(each));
    write(policyCaseMessages.summary({ cases: cases.length, failed: failed.length }));
  }
  if (failed.length > 0) process.exitCode = 2;
};

const WORLD: LintEnvironment = {
  write: async (text, path) => {
    const to = await openLineOutput(path);
    await to.line(text);
    await to.close();
  },
  err: (text) => void process.stderr.write(text),
};

const { check: texts } = authorMessages;

/** Options that only some kinds have. */
const OF_POLICIES = ['catalogue', 'trust', 'server'] as const;
const OF_TOOLS = [
  'url',
  'header-env',
  'allow-private',
  'name',
  'rule',
  'durations',
  'notes',
  'fail-on',
  'fix',
  'output',
  'format',
  'timeout',
] as const;

const refuseOthers = (kind: Kind, given: Readonly<Record<string, unknown>>): void => {
  const others: readonly string[] = [
    ...(kind === 'policy' ? [] : OF_POLICIES),
    ...(kind === 'tools' ? [] : OF_TOOLS),
  ];
  const wrong = others.find((name) => given[name] !== undefined);
  if (wrong !== undefined) throw new CallgateError(optionErrors.notForKind({ name: wrong, kind }));
};

export const commands: Commands = {
  check: command(
    {
      file: { type: 'positional', required: false, description: texts.files },
      as: textOption(texts.as, { valueHint: KINDS.join('|') }),
      json: flagOption(optionMessages.json),
      catalogue: textOption(texts.catalogue),
      trust: textOption(optionMessages.trustOfAnswer),
      server: textOption(texts.server),
      url: textOption(optionMessages.url),
      'header-env': textOption(optionMessages.headerEnv),
      'allow-private': textOption(optionMessages.allowPrivate),
      name: textOption(optionMessages.serverName),
      rule: textOption(texts.rule),
      durations: textOption(texts.durations),
      notes: flagOption(texts.notes),
      'fail-on': textOption(texts.failOn({ bars: LINT_THRESHOLDS })),
      fix: flagOption(texts.fix),
      output: textOption(texts.output, { alias: 'o' }),
      format: textOption(optionMessages.format({ formats: SCAN_FORMATS })),
      explain: textOption(texts.explain),
      timeout: textOption(optionMessages.timeout),
    },
    async (given, { own, rest }) => {
      if (given.explain !== undefined) {
        write(explainLintRule(given.explain));
        return;
      }
      const reach = parseReach('check', given.url, own, rest);
      if (given._.length === 0 && reach === undefined && given.as !== 'tools')
        throw new CallgateError(commandErrors.nothingToCheck());
      const kind = reach === undefined ? kindOfAll(given._, given.as) : 'tools';
      refuseOthers(kind, given);
      if (kind === 'policy') return checkPolicies(given._, given);
      if (kind === 'cases') return runCases(given._, given.json ?? false);
      if (kind === 'manifest') return checkManifests(given._, given.json ?? false);
      process.exitCode = await runLint(
        {
          files: given._,
          name: given.name,
          reach,
          allowPrivate: optionValues(own, '--allow-private'),
          seconds: parseTimeout(given.timeout),
          options: {
            rules: parseRuleLevels(optionValues(own, '--rule')),
            durations: readDurations(given.durations),
          },
          format: parseScanFormat(given.format, given.json ?? false),
          notes: given.notes ?? false,
          failOn: parseLintThreshold(given['fail-on']),
          fix: given.fix ?? false,
          output: given.output,
        },
        WORLD,
      );
    },
    { takesCommand: true },
  ),
};
