import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ListedServer } from '@callgate/catalogue';
import { SEVERITIES, findPoison, scanServers } from '@callgate/catalogue';
import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';
import { DEFAULT_PARSE_LIMITS, parseStrict } from '@callgate/core/receive';
import { z } from 'zod';
import type { PoisonedSample } from '../packages/catalogue/test/poisoned-samples.ts';
import { POISONED_SAMPLES, LATER_POISONED_SAMPLES } from '../packages/catalogue/test/poisoned-samples.ts';
import {
  DEFENCES,
  LATER_UNFRAMED_TEXTS,
  UNFRAMED_TEXTS,
} from '../packages/catalogue/test/unframed-samples.ts';
import { unreadRows, unseenRows } from './poison/unseen.ts';
import { shareText } from './suggest/score.ts';
import { count, provenance, printLine, table, writeResult } from './report.ts';

const FOLDER = new URL('../../shared/catalogue/', import.meta.url);
const RUNS = new URL('../../shared/traces/agentdojo/', import.meta.url);

const LIMITS = { ...DEFAULT_PARSE_LIMITS, bytes: 64 * 1_048_576, keys: 1_000_000, array: 1_000_000 };

const readServer = (file: string): ListedServer => {
  const answer = parseStrict(readFileSync(new URL(file, FOLDER)), LIMITS);
  const tools = isJsonObject(answer) ? getOwn(answer, 'tools') : undefined;
  const [info, instructions] = isJsonObject(answer)
    ? [getOwn(answer, 'serverInfo'), getOwn(answer, 'instructions')]
    : [];
  return {
    server: file.replace(/\.json$/u, ''),
    trust: 'untrusted',
    from: file,
    ...(isJsonObject(info) ? { info } : {}),
    ...(typeof instructions === 'string' ? { instructions } : {}),
    tools: (Array.isArray(tools) ? (tools as readonly Json[]) : []).filter(isJsonObject),
  };
};

const share = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`;

const benign = (): readonly (readonly string[])[] => {
  const servers = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map(readServer);
  const tools = servers.reduce((sum, server) => sum + server.tools.length, 0);
  const started = performance.now();
  const cpu = process.cpuUsage();
  scanServers(servers);
  const { user } = process.cpuUsage(cpu);
  printLine(
    `${count(servers.length)} real servers, ${count(tools)} tools, taken to be harmless; the whole scan of them took ${((performance.now() - started) / 1000).toFixed(1)} s (${(user / 1e6).toFixed(1)} s of one processor).\n`,
  );
  const findings = findPoison(servers);
  const rules = [...new Set(findings.map(({ rule }) => rule))].toSorted();
  const rows = [...rules, 'all'].map((rule) => [
    rule,
    ...SEVERITIES.map((severity) =>
      count(
        findings.filter(
          (finding) => (rule === 'all' || finding.rule === rule) && finding.severity === severity,
        ).length,
      ),
    ),
  ]);
  printLine(table(['rule', ...SEVERITIES], rows));
  const alarms = findings.filter(({ severity }) => severity !== 'note');
  const flagged = new Set(
    alarms.filter(({ tool }) => tool !== null).map(({ server, tool }) => `${server} ${tool ?? ''}`),
  );
  const instructed = new Set(alarms.filter(({ tool }) => tool === null).map(({ server }) => server));
  printLine(
    `\nTools with an error or a warning: ${count(flagged.size)} of ${count(tools)} (${share(flagged.size, tools)}). Servers whose instructions have one: ${count(instructed.size)} of ${count(servers.length)}.\n`,
  );
  return rows;
};

/** The worst that is said of the poisoned place. */
const worstOf = ({ servers, server, tool }: PoisonedSample): string => {
  const found = findPoison(servers).filter((finding) => finding.server === server && finding.tool === tool);
  return SEVERITIES.find((severity) => found.some((finding) => finding.severity === severity)) ?? 'nothing';
};

const recall = (set: string, cases: readonly PoisonedSample[]): readonly (readonly string[])[] => {
  const kinds = [...new Set(cases.map(({ kind }) => kind)), 'all'];
  const worst = cases.map((each) => ({ kind: each.kind, worst: worstOf(each) }));
  return kinds.map((kind) => {
    const of = worst.filter((each) => kind === 'all' || each.kind === kind);
    const as = (severity: string): number => of.filter((each) => each.worst === severity).length;
    return [
      set,
      kind,
      count(of.length),
      ...[...SEVERITIES, 'nothing'].map((severity) => count(as(severity))),
      share(as('error') + as('warning'), of.length),
    ];
  });
};

const isWarnedOf = (text: string): boolean =>
  findPoison([
    {
      server: 'money',
      trust: 'untrusted',
      from: 'made up',
      tools: [{ name: 'convert', description: `Converts an amount from one currency to another. ${text}` }],
    },
  ]).some(({ severity }) => severity !== 'note');

/** Orders without a frame, by family. */
const unframed = (
  set: string,
  families: Readonly<Record<string, readonly string[]>>,
): readonly (readonly string[])[] =>
  [...Object.entries(families), ['all', Object.values(families).flat()] as const].map(([family, texts]) => [
    set,
    family,
    count(texts.length),
    shareText({ part: texts.filter(isWarnedOf).length, whole: texts.length }),
  ]);

const SESSIONS = 300;

const textsIn = (event: Json): readonly string[] => {
  const result = isJsonObject(event) && event['type'] === 'result' ? getOwn(event, 'result') : undefined;
  const content = isJsonObject(result) ? getOwn(result, 'content') : undefined;
  return (Array.isArray(content) ? (content as readonly Json[]) : []).flatMap((part) => {
    const text = isJsonObject(part) ? getOwn(part, 'text') : undefined;
    return typeof text === 'string' ? [text] : [];
  });
};

/** Sessions in which a result, read as if it were a description, is taken for orders to a model. */
const runsFound = (file: string): { readonly found: number; readonly all: number } => {
  const lines = gunzipSync(readFileSync(new URL(file, RUNS)))
    .toString()
    .split('\n')
    .filter((line) => line !== '');
  const every = Math.max(1, Math.floor(lines.length / SESSIONS));
  const sessions = lines.filter((_, at) => at % every === 0);
  const known = new Map<string, boolean>();
  const isFound = (text: string): boolean => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const definition: JsonObject = { name: 'result', description: text };
    const made = findPoison([{ server: 'run', trust: 'untrusted', from: 'a run', tools: [definition] }]).some(
      ({ rule, severity }) =>
        severity === 'error' && (rule === 'poison/instructions' || rule === 'poison/secrets'),
    );
    known.set(text, made);
    return made;
  };
  const found = sessions.filter((line) => {
    const session = parseStrict(line, LIMITS);
    const events = isJsonObject(session) ? getOwn(session, 'events') : undefined;
    return (Array.isArray(events) ? (events as readonly Json[]) : []).flatMap(textsIn).some(isFound);
  });
  return { found: found.length, all: sessions.length };
};

const labelledCase: z.ZodType<{ label: string; tool: JsonObject }> = z.looseObject({
  label: z.string(),
  tool: z.custom<JsonObject>((value) => isJsonObject(value)),
});

/** Somebody else's definitions, as `[{label: poisoned | benign, tool}]`; none lie in this project. */
const otherSet = (path: string | undefined): readonly (readonly string[])[] => {
  if (path === undefined) {
    printLine(
      'No set of other people was given: CALLGATE_POISONED=FILE names one, [{label: poisoned | benign, tool}].\n',
    );
    return [];
  }
  const cases = z.array(labelledCase).parse(parseStrict(readFileSync(path), LIMITS));
  const rows = ['poisoned', 'benign'].map((label) => {
    const of = cases.filter((each) => each.label === label);
    const worst = of.map(({ tool }) =>
      SEVERITIES.find((severity) =>
        findPoison([{ server: 'other', trust: 'untrusted', from: path, tools: [tool] }]).some(
          (finding) => finding.severity === severity,
        ),
      ),
    );
    const as = (severity: string): number => worst.filter((each) => each === severity).length;
    return [
      label,
      count(of.length),
      ...SEVERITIES.map((severity) => count(as(severity))),
      share(as('error') + as('warning'), of.length),
    ];
  });
  printLine(
    `Definitions of others, ${basename(path)} (docs/guides/tool-review.md#scan-servers says which sets the rules have met before):\n`,
  );
  printLine(`${table(['label', 'definitions', ...SEVERITIES, 'error or warning'], rows)}\n`);
  return rows;
};

/** `npm run bench -- poison` */
export const benchPoison = async (): Promise<void> => {
  const here = existsSync(FOLDER);
  if (!here) printLine('skipped: ../shared/catalogue is not there, so nothing is said of false alarms\n');
  const alarms = here ? benign() : [];
  const rows = [...recall('known', POISONED_SAMPLES), ...recall('held back', LATER_POISONED_SAMPLES)];
  printLine(table(['set', 'kind', 'definitions', ...SEVERITIES, 'nothing', 'error or warning'], rows));
  printLine(
    '\nThese definitions are made up after publicly known tricks, by the same hands as the rules; those held back were written after the rules and to get past them.\n',
  );
  const orders = [...unframed('known', UNFRAMED_TEXTS), ...unframed('held back', LATER_UNFRAMED_TEXTS)];
  printLine(`${table(['set', 'orders without a frame', 'texts', 'found'], orders)}\n`);
  printLine(
    `The known ones are among what the weights learnt from, those held back are not. Of ${count(DEFENCES.length)} sentences that protect people ${count(DEFENCES.filter(isWarnedOf).length)} are an alarm.\n`,
  );
  printLine(
    'Written by somebody who had not seen the rules. Rules and weights met none of these texts; which kinds of texts an earlier version missed was known when they were extended. `found` is an error or a warning: right for the poisoned definitions, a false alarm for the harmless ones, which were made to sound like orders.\n',
  );
  const unseen = unseenRows();
  printLine(`${table(['set', 'family', 'definitions', 'found'], unseen)}\n`);
  printLine(
    'Written from the names of the families alone, before the misses on any other set were read, in five languages (`bench/poison/unread`): 33.8 % (26.9–41.4) of the poisoned ones were found then, and 3.1 % (1.3–7.1) of the harmless ones. No rule and no weight met these texts, but training texts were written later by the same author, so that figures above these are not those of a stranger.\n',
  );
  const unread = unreadRows();
  printLine(`${table(['set', 'family', 'definitions', 'found'], unread)}\n`);
  const others = otherSet(process.env['CALLGATE_POISONED']);
  const runs = existsSync(RUNS)
    ? (['attacks', 'benign'] as const).map((name) => ({ name, ...runsFound(`${name}.jsonl.gz`) }))
    : [];
  for (const { name, found, all } of runs)
    printLine(
      `Recorded runs, ${name}: results of ${count(found)} of ${count(all)} sessions (${share(found, all)}) would be an error if they were descriptions.`,
    );
  writeResult('poison', {
    ...provenance('npm run bench -- poison'),
    alarms,
    rows,
    orders,
    unseen,
    unread,
    others,
    runs,
  });
};
