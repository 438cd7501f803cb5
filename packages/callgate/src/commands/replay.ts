import { statSync } from 'node:fs';
import type { Contexts } from '@callgate/core/label';
import { CallgateError, Engine } from '@callgate/core';
import { NO_CONTEXTS } from '@callgate/core/label';
import { ReplayCounter, replayAuditLog } from '@callgate/gate/replay';
import { optionMessages } from '@callgate/messages/cli/options';
import { policyMessages } from '@callgate/messages/cli/policy';
import { optionErrors } from '@callgate/messages/errors/option';
import { replayMessages } from '@callgate/messages/cli/replay';
import { readCatalogue } from '../catalogue/read-catalogue.ts';
import { parseTrust } from '../catalogue/parse-trust.ts';
import { now } from '../input/now.ts';
import { flagOption, textOption } from '../options/option.ts';
import { openPolicy } from '../input/open-policy.ts';
import { CatalogueTools } from '../replay/catalogue-tools.ts';
import { replayTallyText, replayedEntryJson, replayedEntryText } from '../replay/audit-replay-text.ts';
import { openReplayedLog } from '../replay/open-replayed-log.ts';
import { parsePerson } from '../replay/parse-person.ts';
import { readLabels } from '../replay/read-labels.ts';
import { readTraces } from '../replay/read-traces.ts';
import type { ReplayedTrace } from '../replay/replay-trace.ts';
import { replayTrace } from '../replay/replay-trace.ts';
import type { Score, AttackLabels } from '../replay/score.ts';
import { Scores, computeShares } from '../replay/score.ts';
import { ReplaySummary } from '../replay/replay-summary.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { formatCount } from '../show/format-columns.ts';
import { problemLine } from '../show/problem-line.ts';
import { ProgressBar } from '../show/progress-bar.ts';
import { replayedCallJson } from '../replay/replayed-call-json.ts';
import { scoreText } from '../replay/score.ts';
import { write, writeAndWait } from '../show/style.ts';
import { summaryText } from '../replay/replay-summary.ts';
import { tellStory } from '../replay/tell-story.ts';
import type { Command, Commands } from './command.ts';
import { command, requiredOption } from './command.ts';

const { replay: texts } = policyMessages;

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

const scoreJson = (score: Score): Record<string, unknown> => ({ ...score, shares: computeShares(score) });

const scoresJson = (scores: Scores): Record<string, unknown> => {
  const { total, suites, kinds } = scores.table();
  return {
    total: scoreJson(total),
    suites: Object.fromEntries(Object.entries(suites).map(([suite, score]) => [suite, scoreJson(score)])),
    kinds: { exfiltration: scoreJson(kinds.exfiltration), integrity: scoreJson(kinds.integrity) },
  };
};

/** Adds up what was asked for, and tells it at the end. */
class ReplayTotals {
  readonly #summary: ReplaySummary | undefined;
  readonly #labels: ReadonlyMap<string, AttackLabels> | undefined;
  readonly #scores: Scores = new Scores();
  #unlabelled = 0;

  constructor(summary: boolean, labels: ReadonlyMap<string, AttackLabels> | undefined) {
    this.#summary = summary ? new ReplaySummary() : undefined;
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
      process.stderr.write(
        `note: ${replayMessages.notScored({ sessions: formatCount(this.#unlabelled, 'session') })}\n`,
      );
    if (this.#scores.missing > 0)
      process.stderr.write(
        `note: ${replayMessages.notInTraces({ calls: formatCount(this.#scores.missing, 'call') })}\n`,
      );
  }
}

interface StoryOptions {
  readonly policy: string;
  readonly session?: string | undefined;
  readonly catalogue?: string | undefined;
  readonly trust?: string | undefined;
  readonly json?: boolean | undefined;
  readonly [option: string]: unknown;
}

/** Only what a story needs; the rest is about many sessions. */
const story = async (paths: readonly string[], given: StoryOptions): Promise<void> => {
  const other = ['summary', 'labels', 'approve', 'one-context'].find((name) => given[name] !== undefined);
  if (other !== undefined)
    throw new CallgateError(optionErrors.cannotCombine({ name: other, other: '--story', command: 'replay' }));
  const policy = openPolicy(given.policy.split(','));
  await tellStory(new Engine(policy), policy.name, {
    paths,
    session: given.session,
    catalogue: given.catalogue,
    trust: given.trust,
    noUser: given['user'] === false,
    json: given.json === true,
  });
};

const isAuditReplay = (rawArgs: readonly string[]): boolean =>
  rawArgs.some((raw) => raw === '--audit' || raw.startsWith('--audit='));

const replayTraces: Command = command(
  {
    traces: { type: 'positional', required: true, description: texts.traces },
    catalogue: textOption(texts.catalogue),
    policy: { type: 'string', default: 'balanced', description: optionMessages.policy },
    trust: textOption(optionMessages.trustOfAnswer),
    story: flagOption(texts.story),
    session: textOption(texts.session),
    summary: flagOption(texts.summary),
    labels: textOption(texts.labels),
    approve: textOption(texts.approve),
    json: flagOption(texts.json),
    'no-user': flagOption(texts.noUser),
    'no-roles': flagOption(texts.noRoles),
    'one-context': flagOption(texts.oneContext),
  },
  async (given) => {
    if (given.story === true) return await story(given._, given);
    if (given.session !== undefined)
      throw new CallgateError(optionErrors.needsOption({ name: 'session', needed: 'story' }));
    const path = requiredOption(given.catalogue, 'catalogue', 'replay');
    const catalogue = readCatalogue(path, { trust: parseTrust(given.trust) });
    for (const diagnosis of catalogue.diagnoses) process.stderr.write(`note: ${diagnosis}\n`);
    const tools = new CatalogueTools(catalogue, { roles: given['roles'] !== false });
    const policy = openPolicy(given.policy.split(','));
    const engine = new Engine(policy);
    const tally = new ReplayTotals(
      given.summary === true,
      given.labels === undefined ? undefined : readLabels(given.labels.split(',')),
    );
    const person = given.approve === undefined ? undefined : parsePerson(given.approve);
    const progress = new ProgressBar(
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
        ...(person === undefined ? {} : { person }),
        ...(shared === undefined ? {} : { shared }),
      });
      if (shared !== undefined) shared = replayed.shared;
      tally.add(replayed);
      if (!tally.wanted)
        for (const call of replayed.calls)
          await writeAndWait(asciiJson(replayedCallJson(trace.session, call)));
      progress.session();
    }
    progress.clear();
    if (tally.wanted) tally.tell(policy.name, given.json === true);
  },
);

export const replayAudit: Command = command(
  {
    audit: textOption(texts.audit),
    policy: textOption(optionMessages.policy),
    keys: textOption(texts.keys),
    json: flagOption(texts.auditJson),
  },
  async (given) => {
    const database = requiredOption(given.audit, 'audit', 'replay');
    const policy = openPolicy(requiredOption(given.policy, 'policy', 'replay').split(','));
    const { read, keys, close } = await openReplayedLog(database, given.keys);
    const count = new ReplayCounter();
    try {
      for await (const found of replayAuditLog({ read, keys }, new Engine(policy))) {
        count.add(found);
        if (given.json === true)
          for (const line of replayedEntryJson(found)) await writeAndWait(asciiJson(line));
        else {
          const text = replayedEntryText(found);
          if (text !== undefined) await writeAndWait(text);
        }
      }
    } finally {
      await close();
    }
    const tally = count.tally();
    write(
      given.json === true
        ? asciiJson({ type: 'summary', policy: { name: policy.name, revision: policy.revision }, ...tally })
        : replayTallyText(policy.name, tally),
    );
    if (tally.notReproduced + tally.unreadable > 0) process.exitCode = 1;
  },
);

export const commands: Commands = {
  replay: {
    ...replayTraces,
    run: (name, words) => (isAuditReplay(words) ? replayAudit : replayTraces).run(name, words),
    usage: async (name, description) => {
      await replayTraces.usage(name, description);
      await replayAudit.usage('replay --audit DB', texts.auditDescription);
    },
  },
};
