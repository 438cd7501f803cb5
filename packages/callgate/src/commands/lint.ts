import { openLineOutput } from '../show/line-output.ts';
import { explainLintRule } from '../lint/explain-lint-rule.ts';
import {
  LINT_THRESHOLDS,
  parseLintThreshold,
  readDurations,
  parseRuleLevels,
} from '../options/lint-options.ts';
import type { LintEnvironment } from '../lint/run-lint.ts';
import { runLint } from '../lint/run-lint.ts';
import { flagOption, textOption } from '../options/option.ts';
import { SCAN_FORMATS, parseScanFormat } from '../scan/format-scan-report.ts';
import { write } from '../show/style.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';
import { parseReach, parseTimeout, optionValues } from '../options/reach-options.ts';

const WORLD: LintEnvironment = {
  write: async (text, path) => {
    const to = await openLineOutput(path);
    await to.line(text);
    await to.close();
  },
  err: (text) => void process.stderr.write(text),
};

export const commands: Commands = {
  lint: command(
    {
      file: {
        type: 'positional',
        required: false,
        description: 'Saved tools/list answers, catalogues, or folders of them',
      },
      url: textOption('A streamable HTTP server'),
      'header-env': textOption(
        'With --url: HEADER=VARIABLE, a header and the variable that holds its value; may be repeated',
      ),
      'allow-private': textOption(
        'With --url: HOST[:PORT] in a private network that may be reached; may be repeated',
      ),
      name: textOption('What to call the server after -- or --url'),
      rule: textOption('RULE=off, note, warning or error; may be repeated'),
      durations: textOption('A file of recorded durations: {"tool": [milliseconds, …]}'),
      notes: flagOption('Show notes too, not only errors and warnings'),
      'fail-on': textOption(
        `Exit with 2 where there is one of this severity or worse: ${LINT_THRESHOLDS.join(', ')}; warning if absent`,
      ),
      fix: flagOption('Write the definitions to -o FILE, with every fix that describes or tightens'),
      output: textOption('Write the report, or with --fix the definitions, here', { alias: 'o' }),
      format: textOption(`${SCAN_FORMATS.join(', ')}; text if absent`),
      json: flagOption('The same as --format json'),
      explain: textOption('What a rule finds and why it matters; `all` lists the rules'),
      timeout: textOption('Seconds a server may take to answer; 30 if absent'),
    },
    async (given, { own, rest }) => {
      if (given.explain !== undefined) {
        write(explainLintRule(given.explain));
        return;
      }
      process.exitCode = await runLint(
        {
          files: given._,
          name: given.name,
          reach: parseReach('lint', given.url, own, rest),
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
