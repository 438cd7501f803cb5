import { statSync } from 'node:fs';
import type { CallgateError } from '@callgate/core';
import { Engine } from '@callgate/core';
import type { Contexts } from '@callgate/core/label';
import { NO_CONTEXTS } from '@callgate/core/label';
import type { ArgsDef } from 'citty';
import { readCatalogue } from '../catalogue/read.ts';
import { trustOf } from '../catalogue/trust.ts';
import { now } from '../now.ts';
import { openPolicy } from '../policy-source.ts';
import { CatalogueTools } from '../replay/catalogue-tools.ts';
import { replayAuditCommand } from '../replay/from-record-command.ts';
import { readLabels } from '../replay/read-labels.ts';
import { readTraces } from '../replay/read-traces.ts';
import type { ReplayedTrace } from '../replay/replay-trace.ts';
import { replayTrace } from '../replay/replay-trace.ts';
import type { SessionLabels, Score } from '../replay/score.ts';
import { Scores, sharesOf } from '../replay/score.ts';
import { Summary } from '../replay/summary.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { counted } from '../show/columns.ts';
import { problemLine } from '../show/problem-line.ts';
import { Progress } from '../show/progress.ts';
import { replayedJson } from '../show/replayed-json.ts';
import { scoreText } from '../show/score-text.ts';
import { write, writeInTurn } from '../show/style.ts';
import { summaryText } from '../show/summary-text.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry, requiredOption } from './command-entry.ts';

const args = {
  traces: {
    type: 'positional',
    required: true,
    description: 'Traces: .jsonl, .jsonl.gz, .json; several files; - for standard input',
  },
  catalogue: { type: 'string', description: 'The catalogue of the tools that were called' },
  policy: {
    type: 'string',
    default: 'balanced',
    description: 'A preset or policy files, separated by commas',
  },
  trust: { type: 'string', description: 'Trust of a raw tools/list answer: untrusted, trusted or owned' },
  summary: { type: 'boolean', description: 'Count instead: per outcome, rule, tool and session' },
  labels: {
    type: 'string',
    description: 'Labels files, separated by commas: score how attacks and benign sessions fared',
  },
  json: { type: 'boolean', description: 'Counts and scores as JSON' },
  'no-user': { type: 'boolean', description: "Hide the person's words, as from a gateway" },
  'no-roles': { type: 'boolean', description: 'Set aside the argument roles that servers write; infer them' },
  'one-context': {
    type: 'boolean',
    description: 'All sessions as tasks of one context, one after the other: labels carry over, words do not',
  },
} as const satisfies ArgsDef;

/** How much there is to read; undefined where nobody can tell. */
const sizeOf = (paths: readonly string[]): number | undefined => {
  let size = 0;
  for (const path of paths) {
    const found = path === '-' ? undefined : statSync(path, { throwIfNoEntry: false });
    if (found === undefined || !found.isFile()) return undefined;
    size += found.size;
  }
  return size;
};

const scoreJson = (score: Score): Record<string, unknown> => ({ ...score, shares: sharesOf(score) });

const scoresJson = (scores: Scores): Record<string, unknown> => {
  const { total, suites, kinds } = scores.table();
  return {
    total: scoreJson(total),
    suites: Object.fromEntries(Object.entries(suites).map(([suite, score]) => [suite, scoreJson(score)])),
    kinds: { exfiltration: scoreJson(kinds.exfiltration), integrity: scoreJson(kinds.integrity) },
  };
};

/** Adds up what was asked for, and tells it at the end. */
class Tally {
  readonly #summary: Summary | undefined;
  readonly #labels: ReadonlyMap<string, SessionLabels> | undefined;
  readonly #scores: Scores = new Scores();
  #unlabelled = 0;

  constructor(summary: boolean, labels: ReadonlyMap<string, SessionLabels> | undefined) {
    this.#summary = summary ? new Summary() : undefined;
    this.#labels = labels;
  }

  get wanted(): boolean {
    return this.#summary !== undefined || this.#labels !== undefined;
  }

  add(replayed: ReplayedTrace): void {
    this.#summary?.add(replayed);
    const labels = this.#labels?.get(replayed.session);
    if (labels !== undefined) this.#scores.add(replayed, labels);
    else if (this.#labels !== undefined) this.#unlabelled += 1;
  }

  tell(policy: string, json: boolean): void {
    if (json)
      write(
        asciiJson({
          policy,
          ...(this.#summary === undefined ? {} : { summary: this.#summary.table() }),
          ...(this.#labels === undefined ? {} : { scores: scoresJson(this.#scores) }),
        }),
      );
    else {
      const parts = [
        ...(this.#summary === undefined ? [] : [summaryText(policy, this.#summary.table())]),
        ...(this.#labels === undefined ? [] : [scoreText(policy, this.#scores.table())]),
      ];
      write(parts.join('\n\n'));
    }
    if (this.#unlabelled > 0)
      process.stderr.write(`note: not scored, for want of labels: ${counted(this.#unlabelled, 'session')}\n`);
    if (this.#scores.missing > 0)
      process.stderr.write(
        `note: labelled, but not in the traces: ${counted(this.#scores.missing, 'call')}; such attacks do not count as stopped\n`,
      );
  }
}

/** `callgate replay TRACES…` */
const replayTraces: CommandEntry = commandEntry(
  'replay',
  'Decide every call of recorded sessions again',
  args,
  async ({ args: given }) => {
    const path = requiredOption(given.catalogue, 'catalogue', 'replay');
    const catalogue = readCatalogue(path, { trust: trustOf(given.trust) });
    for (const diagnosis of catalogue.diagnoses) process.stderr.write(`note: ${diagnosis}\n`);
    const tools = new CatalogueTools(catalogue, { roles: given['roles'] !== false });
    const policy = openPolicy(given.policy.split(','));
    const engine = new Engine(policy);
    const tally = new Tally(
      given.summary === true,
      given.labels === undefined ? undefined : readLabels(given.labels.split(',')),
    );
    const progress = new Progress(
      tally.wanted || process.stdout.isTTY !== true ? process.stderr : { write: () => true },
      Date.now,
      sizeOf(given._),
    );
    const problem = (where: string, found: CallgateError): void => {
      process.exitCode = 1;
      progress.clear();
      process.stderr.write(problemLine(where, found));
    };
    const time = now();
    let shared: Contexts | undefined = given['one-context'] === true ? NO_CONTEXTS : undefined;
    for await (const trace of readTraces(given._, { problem, count: (bytes) => progress.read(bytes) })) {
      const replayed = replayTrace(tools, engine, trace, {
        time,
        noUser: given['user'] === false,
        ...(shared === undefined ? {} : { shared }),
      });
      if (shared !== undefined) shared = replayed.shared;
      tally.add(replayed);
      if (!tally.wanted)
        for (const call of replayed.calls) await writeInTurn(asciiJson(replayedJson(trace.session, call)));
      progress.session();
    }
    progress.clear();
    if (tally.wanted) tally.tell(policy.name, given.json === true);
  },
);

const isAboutRecord = (rawArgs: readonly string[]): boolean =>
  rawArgs.some((raw) => raw === '--audit' || raw.startsWith('--audit='));

/** `callgate replay`: traces, or with `--audit` the record. */
export const replayCommand: CommandEntry = {
  ...replayTraces,
  run: (rawArgs) => (isAboutRecord(rawArgs) ? replayAuditCommand : replayTraces).run(rawArgs),
  usage: async () => {
    await replayTraces.usage();
    await replayAuditCommand.usage();
  },
};
