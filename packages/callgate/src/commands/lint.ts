import { openOutput } from '../show/output.ts';
import { explanationOf } from '../lint/explain.ts';
import { BARS, barFrom, durationsFrom, rulesFrom } from '../options/lint-options.ts';
import type { LintWorld } from '../lint/run-lint.ts';
import { runLint } from '../lint/run-lint.ts';
import { flagOption, textOption } from '../options/option.ts';
import { FORMATS, formatFrom } from '../scan/formats.ts';
import { write } from '../show/style.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';
import { reachFrom, secondsFrom, valuesOf } from '../options/reach-options.ts';

const WORLD: LintWorld = {
  write: async (text, path) => {
    const to = await openOutput(path);
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
        `Exit with 2 where there is one of this severity or worse: ${BARS.join(', ')}; warning if absent`,
      ),
      fix: flagOption('Write the definitions to -o FILE, with every fix that describes or tightens'),
      output: textOption('Write the report, or with --fix the definitions, here', { alias: 'o' }),
      format: textOption(`${FORMATS.join(', ')}; text if absent`),
      json: flagOption('The same as --format json'),
      explain: textOption('What a rule finds and why it matters; `all` lists the rules'),
      timeout: textOption('Seconds a server may take to answer; 30 if absent'),
    },
    async (given, { own, rest }) => {
      if (given.explain !== undefined) {
        write(explanationOf(given.explain));
        return;
      }
      process.exitCode = await runLint(
        {
          files: given._,
          name: given.name,
          reach: reachFrom('lint', given.url, own, rest),
          allowPrivate: valuesOf(own, '--allow-private'),
          seconds: secondsFrom(given.timeout),
          options: { rules: rulesFrom(valuesOf(own, '--rule')), durations: durationsFrom(given.durations) },
          format: formatFrom(given.format, given.json ?? false),
          notes: given.notes ?? false,
          failOn: barFrom(given['fail-on']),
          fix: given.fix ?? false,
          output: given.output,
        },
        WORLD,
      );
    },
    { takesCommand: true },
  ),
};
