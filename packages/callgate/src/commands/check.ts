import { CallgateError, display } from '@callgate/core';
import { authorMessages } from '@callgate/messages/cli/authors';
import { proveMessages } from '@callgate/messages/cli/prove';
import { optionMessages } from '@callgate/messages/cli/options';
import { commandErrors } from '@callgate/messages/errors/command';
import { optionErrors } from '@callgate/messages/errors/option';
import type { PolicyProblem, PolicySource } from '@callgate/policy';
import { formatProblem, isPreset, lintPolicy, loadPolicy } from '@callgate/policy';
import { readCatalogue } from '../catalogue/read-catalogue.ts';
import { parseTrust } from '../catalogue/parse-trust.ts';
import { TEXT_CHECKS } from '../check/check-text.ts';
import type { ReadFileKind } from '../catalogue/file-kind.ts';
import { FILE_KINDS, fileKind } from '../catalogue/file-kind.ts';
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
import { proofsText } from '../prove/prove-text.ts';
import { proofsJson, proveOrRefuse } from '../prove/run-proofs.ts';
import { SCAN_FORMATS, parseScanFormat } from '../scan/format-scan-report.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { openLineOutput } from '../show/line-output.ts';
import { write } from '../show/style.ts';
import { showTestRun } from '../tests/show-test-run.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

const { check: texts } = authorMessages;

/** What `tests` were called before. */
const CASES = 'cases';

/** All files of one kind: their problems and exit codes are not the same. */
const kindOfAll = (paths: readonly string[], written: string | undefined): ReadFileKind => {
  const named = FILE_KINDS.find((kind) => kind === (written === CASES ? 'tests' : written));
  if (named !== undefined) return named;
  if (written !== undefined)
    throw new CallgateError(
      optionErrors.valueUnknown({
        name: 'as',
        value: display(written, { max: 40 }),
        values: FILE_KINDS.join(', '),
      }),
    );
  const [kind = 'policy', second] = new Set(paths.map(fileKind));
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
  readonly prove?: boolean | undefined;
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
  const proofs = given.prove === true ? proveOrRefuse(loaded.policy) : [];
  if (given.json === true)
    write(
      asciiJson({
        problems: warnings,
        ...(given.prove === true ? { proofs: proofsJson(proofs, paths) } : {}),
      }),
    );
  else {
    report(warnings, false);
    if (given.prove === true) write(proofsText(proofs, paths));
    write(
      texts.is({
        kind: texts.kinds.policy,
        content: texts.rules({
          rules: loaded.policy.rules.length,
          warnings: warnings.length,
          revision: loaded.policy.revision,
          observes: loaded.policy.mode === 'observe',
        }),
      }),
    );
  }
  if (proofs.some(({ result }) => result === 'disproved')) process.exitCode = 1;
  else if (proofs.some(({ result }) => result === 'undecided')) process.exitCode = 2;
};

const checkFiles = async (kind: ReadFileKind, paths: readonly string[], json: boolean): Promise<void> => {
  const check = TEXT_CHECKS[kind];
  if (check === undefined) return;
  const checked = await Promise.all(paths.map((path) => check(path, readTextFile(path))));
  report(
    checked.flatMap(({ problems }) => problems),
    json,
  );
  if (checked.some(({ content }) => content === undefined)) process.exitCode = 1;
  if (!json)
    for (const { content } of checked)
      if (content !== undefined) write(texts.is({ kind: texts.kinds[kind], content }));
};

const WORLD: LintEnvironment = {
  write: async (text, path) => {
    const to = await openLineOutput(path);
    await to.line(text);
    await to.close();
  },
  err: (text) => void process.stderr.write(text),
};

/** Options that only some kinds have. */
const OF_POLICIES = ['catalogue', 'trust', 'server', 'prove'] as const;
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

const refuseOthers = (kind: ReadFileKind, given: Readonly<Record<string, unknown>>): void => {
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
      as: textOption(texts.as({ kinds: FILE_KINDS }), { valueHint: FILE_KINDS.join('|') }),
      json: flagOption(optionMessages.json),
      catalogue: textOption(texts.catalogue),
      trust: textOption(optionMessages.trustOfAnswer),
      server: textOption(texts.server),
      prove: flagOption(proveMessages.check),
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
      const json = given.json ?? false;
      if (kind === 'tests') return void (await showTestRun({ paths: given._, json }));
      if (kind !== 'tools') return await checkFiles(kind, given._, json);
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
          format: parseScanFormat(given.format, json),
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
