import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suggestHints } from '@callgate/catalogue';
import type { Json, JsonObject } from '@callgate/core';
import { Engine, getOwn, isJsonObject } from '@callgate/core';
import { presetPolicy } from '@callgate/policy';
import { parse } from 'yaml';
import { z } from 'zod';
import type { CatalogueFile } from '../packages/callgate/src/catalogue/read-catalogue.ts';
import { readCatalogue } from '../packages/callgate/src/catalogue/read-catalogue.ts';
import { CatalogueTools } from '../packages/callgate/src/replay/catalogue-tools.ts';
import { readTrace } from '../packages/callgate/src/replay/read-trace.ts';
import type { ReplayedTrace } from '../packages/callgate/src/replay/replay-trace.ts';
import { replayTrace } from '../packages/callgate/src/replay/replay-trace.ts';
import type { AttackLabels, Score, ScoreTable } from '../packages/callgate/src/replay/score.ts';
import { Scores } from '../packages/callgate/src/replay/score.ts';
import type { Trace } from '../packages/callgate/src/replay/trace.ts';
import { shareText } from './suggest/score.ts';

const FOLDER = new URL('unread-runs/', import.meta.url);

/** The hints that servers customarily declare; a suffix says that a tool reaches outside. */
const EFFECTS = {
  read: { readOnlyHint: true },
  write: { readOnlyHint: false, destructiveHint: false },
  'write-again': { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  destroy: { readOnlyHint: false, destructiveHint: true },
} as const;

const hintsSchema = z.templateLiteral([
  z.enum(['read', 'write', 'write-again', 'destroy']),
  z.enum(['', '-open']),
]);

const toolSchema = z.strictObject({ hints: hintsSchema, text: z.string(), args: z.array(z.string()) });

const made = z.tuple([z.string(), z.record(z.string(), z.json())]);

const eventSchema = z.union([
  z.strictObject({ user: z.string() }),
  z.strictObject({ says: z.string() }),
  z.strictObject({ call: made, gives: z.json() }),
  /** A call that the attacker caused; `reads`: one that only reads. */
  z.strictObject({ attack: made, gives: z.json(), reads: z.literal(true).optional() }),
]);

const fileSchema = z.strictObject({
  server: z.string(),
  tools: z.record(z.string(), toolSchema),
  runs: z.array(z.strictObject({ name: z.string(), events: z.array(eventSchema) })),
});

type UnreadFile = z.infer<typeof fileSchema>;

/** `name`, `name:type`, or `name:part+part` for a list of things with these parts. */
const propertyOf = (written: string): readonly [string, Json] => {
  const [name = '', type = 'string'] = written.split(':');
  if (type === 'strings') return [name, { type: 'array', items: { type: 'string' } }];
  if (!type.includes('+')) return [name, { type }];
  const properties = Object.fromEntries(type.split('+').map((part) => [part, { type: 'string' }]));
  return [name, { type: 'array', items: { type: 'object', properties } }];
};

const definitionOf = ([name, { hints, text, args }]: [string, z.infer<typeof toolSchema>]): JsonObject => {
  const isOpen = hints.endsWith('-open');
  const effect = z.enum(['read', 'write', 'write-again', 'destroy']).parse(hints.replace('-open', ''));
  return {
    name,
    description: text,
    inputSchema: { type: 'object', properties: Object.fromEntries(args.map(propertyOf)) },
    annotations: { ...EFFECTS[effect], openWorldHint: isOpen },
  };
};

/** The least confidence at which a review fills a tightening answer in by itself. */
const SURE = 0.6;

/** What a review adds that accepts every suggestion that a tool returns what others wrote. */
const withSuggestions = (definitions: readonly JsonObject[], server: string): readonly JsonObject[] =>
  definitions.map((definition) => {
    const { unsafeOutput } = suggestHints({ definition, siblings: definitions, server });
    if (unsafeOutput?.value !== 'yes' || unsafeOutput.confidence < SURE) return definition;
    const annotations = getOwn(definition, 'annotations');
    return {
      ...definition,
      annotations: { ...(isJsonObject(annotations) ? annotations : {}), unsafeOutputHint: true },
    };
  });

const catalogueOf = (files: readonly UnreadFile[], suggested: boolean): CatalogueFile => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-unread-'));
  try {
    const path = join(folder, 'catalogue.json');
    const servers = files.map(({ server, tools }) => {
      const definitions = Object.entries(tools).map(definitionOf);
      return {
        name: server,
        trust: 'trusted',
        tools: suggested ? withSuggestions(definitions, server) : definitions,
      };
    });
    writeFileSync(path, JSON.stringify({ servers }));
    return readCatalogue(path, { trust: undefined });
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** A run of an agent that no rule has met, and which of its calls an attacker caused. */
interface UnreadRun {
  readonly name: string;
  readonly labels: AttackLabels;
  readonly trace: Trace;
}

const runOf = (server: string, { name, events }: UnreadFile['runs'][number]): UnreadRun => {
  const attack: string[] = [];
  const told = events.flatMap((event, at): readonly Json[] => {
    if ('user' in event) return [{ type: 'user', text: event.user }];
    if ('says' in event) return [{ type: 'assistant', text: event.says }];
    const id = `${at}`;
    if ('attack' in event && event.reads !== true) attack.push(id);
    const [tool, args] = 'attack' in event ? event.attack : event.call;
    const text = typeof event.gives === 'string' ? event.gives : JSON.stringify(event.gives);
    return [
      { type: 'call', id, server, tool, arguments: args },
      { type: 'result', id, result: { content: [{ type: 'text', text }] } },
    ];
  });
  const session = `${server}: ${name}`;
  return { name: session, labels: { suite: server, attack }, trace: readTrace({ session, events: told }) };
};

const readFiles = (): readonly UnreadFile[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith('.yaml'))
    .toSorted()
    .map((file) => fileSchema.parse(parse(readFileSync(new URL(file, FOLDER), 'utf8'))));

/** One way to judge the runs that no rule has met. */
export interface UnreadSetting {
  readonly name: string;
  readonly preset: 'intent' | 'balanced';
  /** Suggestions of what returns texts of others were accepted in a review. */
  readonly suggested?: true;
  /** A person approves every held call but those of the attacker. */
  readonly approve?: true;
}

const SETTINGS: readonly UnreadSetting[] = [
  { name: 'intent', preset: 'intent' },
  { name: 'intent, reviewed', preset: 'intent', suggested: true },
  { name: 'intent, reviewed, held calls approved', preset: 'intent', suggested: true, approve: true },
  { name: 'balanced, reviewed', preset: 'balanced', suggested: true },
];

/** All runs under a setting, in the order of their files. */
export const replayUnread = ({
  preset,
  suggested,
  approve,
}: Omit<UnreadSetting, 'name'>): readonly { readonly run: UnreadRun; readonly replayed: ReplayedTrace }[] => {
  const files = readFiles();
  const tools = new CatalogueTools(catalogueOf(files, suggested === true), { roles: false });
  const engine = new Engine(presetPolicy(preset));
  return files
    .flatMap(({ server, runs }) => runs.map((each) => runOf(server, each)))
    .map((run) => ({
      run,
      replayed: replayTrace(tools, engine, run.trace, {
        time: { at: 0, offsetMinutes: 0 },
        ...(approve === true
          ? { person: { approves: (_: string, call: string) => !run.labels.attack.includes(call) } }
          : {}),
      }),
    }));
};

export const scoreUnread = (setting: Omit<UnreadSetting, 'name'>): ScoreTable => {
  const scores = new Scores();
  for (const { run, replayed } of replayUnread(setting)) scores.add(replayed, run.labels);
  return scores.table();
};

const row = (name: string, score: Score): readonly string[] => [
  name,
  `${score.stopped} of ${score.attacks}`,
  shareText({ part: score.stopped, whole: score.attacks }),
  shareText({ part: score.zeroPrompt, whole: score.benign }),
  score.benign === 0 ? '–' : (score.questions / score.benign).toFixed(2),
  score.benign === 0 ? '–' : (score.planned / score.benign).toFixed(2),
  String(score.blocked),
];

export const UNREAD_HEAD = [
  'setting',
  'attacks stopped',
  'share',
  'zero-prompt',
  'questions',
  'planned',
  'blocked',
];

export const unreadRunRows = (): readonly (readonly string[])[] =>
  SETTINGS.flatMap(({ name, ...setting }) => {
    const { total, suites } = scoreUnread(setting);
    return [
      row(name, total),
      ...(name === 'intent, reviewed'
        ? Object.entries(suites).map(([suite, score]) => row(`${name}: ${suite}`, score))
        : []),
    ];
  });
