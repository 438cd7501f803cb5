import type { ArgsDef } from 'citty';
import { parseArgs } from 'citty';
import { openOutput } from '../audit/output.ts';
import { explanationOf } from '../lint/explain.ts';
import { BARS, barFrom, durationsFrom, rulesFrom } from '../lint/lint-options.ts';
import type { LintWorld } from '../lint/run-lint.ts';
import { runLint } from '../lint/run-lint.ts';
import { FORMATS, formatFrom } from '../scan/formats.ts';
import { write } from '../show/style.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';
import { reachFrom, secondsFrom, valuesOf } from './reach-options.ts';

const options = {
  url: { type: 'string', description: 'A streamable HTTP server' },
  'header-env': {
    type: 'string',
    description:
      'With --url: HEADER=VARIABLE, a header and the variable that holds its value; may be repeated',
  },
  'allow-private': {
    type: 'string',
    description: 'With --url: HOST[:PORT] in a private network that may be reached; may be repeated',
  },
  name: { type: 'string', description: 'What to call the server after -- or --url' },
  rule: { type: 'string', description: 'RULE=off, note, warning or error; may be repeated' },
  durations: {
    type: 'string',
    description: 'A file of recorded durations: {"tool": [milliseconds, …]}',
  },
  notes: { type: 'boolean', description: 'Show notes too, not only errors and warnings' },
  'fail-on': {
    type: 'string',
    description: `Exit with 2 where there is one of this severity or worse: ${BARS.join(', ')}; warning if absent`,
  },
  fix: {
    type: 'boolean',
    description: 'Write the definitions to -o FILE, with every fix that describes or tightens',
  },
  output: {
    type: 'string',
    alias: 'o',
    description: 'Write the report, or with --fix the definitions, here',
  },
  format: { type: 'string', description: `${FORMATS.join(', ')}; text if absent` },
  json: { type: 'boolean', description: 'The same as --format json' },
  explain: { type: 'string', description: 'What a rule finds and why it matters; `all` lists the rules' },
  timeout: { type: 'string', description: 'Seconds a server may take to answer; 30 if absent' },
} as const satisfies ArgsDef;

const args = {
  file: {
    type: 'positional',
    required: false,
    description: 'Saved tools/list answers, catalogues, or folders of them',
  },
  ...options,
} as const satisfies ArgsDef;

const NAME = 'lint';
const DESCRIPTION =
  'What the author of a server should say better about its tools: callgate lint [FILE…] [-- COMMAND…]';

const WORLD: LintWorld = {
  write: async (text, path) => {
    const to = await openOutput(path);
    await to.line(text);
    await to.close();
  },
  err: (text) => void process.stderr.write(text),
};

const lintEntry = (
  own: readonly string[],
  files: readonly string[],
  command: readonly string[],
): CommandEntry =>
  commandEntry(NAME, DESCRIPTION, files.length === 0 ? options : args, async ({ args: given }) => {
    if (given.explain !== undefined) {
      write(explanationOf(given.explain));
      return;
    }
    process.exitCode = await runLint(
      {
        files,
        name: given.name,
        reach: reachFrom(NAME, given.url, own, command),
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
  });

/** `callgate lint [options] [FILE…] [-- COMMAND…]` */
export const lintCommand: CommandEntry = {
  name: NAME,
  description: DESCRIPTION,
  args,
  async run(rawArgs) {
    const dashes = rawArgs.indexOf('--');
    const own = dashes < 0 ? rawArgs : rawArgs.slice(0, dashes);
    const { _: files } = parseArgs([...own], options);
    await lintEntry(own, files, dashes < 0 ? [] : rawArgs.slice(dashes + 1)).run(own);
  },
  usage: () => lintEntry([], ['FILE'], []).usage(),
};
