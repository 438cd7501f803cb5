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
import { repeatOnChange } from '../show/repeat-on-change.ts';
import { write } from '../show/style.ts';
import { showTestRun, watchTests } from '../tests/show-test-run.ts';
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

/** What a check prints and how it ends. */
interface CheckReport {
  readonly lines: readonly string[];
  readonly exitCode: number;
  /** Files that were read besides those that are checked. */
  readonly files: readonly string[];
}

const show = ({ lines, exitCode }: CheckReport): void => {
  for (const line of lines) write(line);
  process.exitCode = exitCode;
};

const problemLines = (problems: readonly PolicyProblem[], json: boolean): readonly string[] =>
  json ? [asciiJson({ problems })] : problems.map(formatProblem);

interface PolicyOptions {
  readonly catalogue?: string | undefined;
  readonly trust?: string | undefined;
  readonly server?: string | undefined;
  readonly prove?: boolean | undefined;
  readonly json?: boolean | undefined;
}

const checkPolicies = (paths: readonly string[], given: PolicyOptions): CheckReport => {
  const files = given.catalogue === undefined ? [] : [given.catalogue];
  const sources = paths.map((name): PolicySource =>
    isPreset(name) ? { name, text: `extends: ${name}` } : readPolicySource(name),
  );
  const loaded = loadPolicy(sources);
  if (!loaded.ok) return { lines: problemLines(loaded.problems, given.json ?? false), exitCode: 1, files };
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
  const exitCode = proofs.some(({ result }) => result === 'disproved')
    ? 1
    : proofs.some(({ result }) => result === 'undecided')
      ? 2
      : 0;
  if (given.json === true) {
    const json = {
      problems: warnings,
      ...(given.prove === true ? { proofs: proofsJson(proofs, paths) } : {}),
    };
    return { lines: [asciiJson(json)], exitCode, files };
  }
  const content = texts.rules({
    rules: loaded.policy.rules.length,
    warnings: warnings.length,
    revision: loaded.policy.revision,
    observes: loaded.policy.mode === 'observe',
  });
  const lines = [
    ...problemLines(warnings, false),
    ...(given.prove === true ? [proofsText(proofs, paths)] : []),
    texts.is({ kind: texts.kinds.policy, content }),
  ];
  return { lines, exitCode, files };
};

const checkFiles = async (
  kind: ReadFileKind,
  paths: readonly string[],
  json: boolean,
): Promise<CheckReport> => {
  const check = TEXT_CHECKS[kind];
  if (check === undefined) return { lines: [], exitCode: 0, files: [] };
  const checked = await Promise.all(paths.map((path) => check(path, readTextFile(path))));
  const problems = checked.flatMap((each) => each.problems);
  const contents = checked.flatMap(({ content }) =>
    content === undefined || json ? [] : [texts.is({ kind: texts.kinds[kind], content })],
  );
  return {
    lines: [...problemLines(problems, json), ...contents],
    exitCode: checked.some(({ content }) => content === undefined) ? 1 : 0,
    files: checked.flatMap(({ files = [] }) => files),
  };
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
      watch: flagOption(texts.watch),
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
      const json = given.json ?? false;
      const check = async (): Promise<CheckReport> => {
        if (kind === 'policy') return checkPolicies(given._, given);
        if (kind !== 'tools') return await checkFiles(kind, given._, json);
        const lines: string[] = [];
        const exitCode = await runLint(
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
          given.watch === true ? { ...WORLD, write: async (text) => void lines.push(text) } : WORLD,
        );
        return { lines, exitCode, files: given.durations === undefined ? [] : [given.durations] };
      };
      const tests = { paths: given._, json };
      if (given.watch !== true) {
        if (kind === 'tests') return void (await showTestRun(tests));
        return show(await check());
      }
      const other = reach === undefined ? (given.output === undefined ? undefined : '--output') : '--url';
      if (other !== undefined)
        throw new CallgateError(optionErrors.cannotCombine({ name: 'watch', other, command: 'check' }));
      if (kind === 'tests') return await watchTests(tests);
      await repeatOnChange(
        async () => {
          const checked = await check();
          return { files: [...given._, ...checked.files], show: () => show(checked) };
        },
        ({ message }) => void process.stderr.write(`${message}\n`),
      );
    },
    { takesCommand: true },
  ),
};
