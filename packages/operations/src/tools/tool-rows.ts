import { setImmediate } from 'node:timers/promises';
import type { HintName, JsonObject } from '@callgate/core';
import { HINTS, HINT_NAMES, getOwn } from '@callgate/core';
import type { CustomHint, Disclosure } from '@callgate/core/disclose';
import { compareDefinitions } from '@callgate/core/disclose';
import type { Answer } from '@callgate/core/vocabulary';
import type { InventoryTool, UseDecision } from '@callgate/gateway/tools';
import type { ToolHint, Attribution, ServerRow, ToolRow } from '../api/tools.ts';
import type { ToolJudge, ToolJudgement } from './tool-judge.ts';
import type { KnownServer } from './known-servers.ts';
import { reviewNeed } from './review-advice.ts';

const MAX_DESCRIPTION = 200;

const textOf = (definition: JsonObject, key: string): string | null => {
  const value = getOwn(definition, key);
  return typeof value === 'string' && value !== '' ? value : null;
};

/** Every hint with what is believed and what the server claims. */
export const hintsOf = (
  { beliefs, custom, claimed }: Disclosure,
  said: Readonly<Record<string, unknown>>,
  customHints: readonly CustomHint[],
): Record<string, ToolHint> => {
  const hints: Record<string, ToolHint> = {};
  for (const name of HINT_NAMES) hints[name] = { ...beliefs[name], claimed: claimed[name] };
  for (const { name, key, values } of customHints) {
    const belief = custom[name];
    const value = Object.hasOwn(said, key) ? String(said[key]) : '';
    const answer: Answer = Object.hasOwn(values, value) ? (values[value] ?? 'unknown') : 'unknown';
    if (belief !== undefined) hints[name] = { ...belief, claimed: answer };
  }
  return hints;
};

const isNotable = (
  name: string,
  { value, ground, claimed }: ToolHint,
  custom: readonly CustomHint[],
): boolean => {
  const usual = HINT_NAMES.some((known) => known === name)
    ? HINTS[name as HintName].default
    : custom.find((hint) => hint.name === name)?.default;
  return ground !== 'default' || claimed !== 'unknown' || value !== usual;
};

export const attributionOf = ({ by, at, reason }: Attribution): Attribution => ({ by, at, reason });

const driftOf = (
  { definition, digest, pinned, pinnedDigest }: InventoryTool,
  custom: readonly CustomHint[],
  disabled: UseDecision | null,
): ToolRow['drift'] => {
  if (digest === pinnedDigest) return null;
  const { verdict, changes } = compareDefinitions(pinned, definition, custom);
  return {
    verdict,
    loosened: changes.filter(({ change }) => change === 'loosened').length,
    keptOut: disabled !== null,
  };
};

type ToolRowBase = Pick<
  ToolRow,
  | 'title'
  | 'description'
  | 'hints'
  | 'agentic'
  | 'described'
  | 'outcomes'
  | 'reason'
  | 'conflicts'
  | 'malformed'
>;

/** What of a row depends on nothing but what was judged. */
const bases: WeakMap<ToolJudgement, ToolRowBase> = new WeakMap();

const baseOf = (tool: InventoryTool, { policy }: ToolJudge, judged: ToolJudgement): ToolRowBase => {
  const known = bases.get(judged);
  if (known !== undefined) return known;
  const { disclosure, decisions } = judged;
  const { claims } = tool.traced().tool;
  const all = hintsOf(disclosure, claims.other, policy.hints);
  const description = textOf(tool.definition, 'description') ?? '';
  const base: ToolRowBase = {
    title: claims.details.title ?? textOf(tool.definition, 'title'),
    description: description.slice(0, MAX_DESCRIPTION),
    hints: Object.fromEntries(
      Object.entries(all).filter(([name, hint]) => isNotable(name, hint, policy.hints)),
    ),
    agentic: disclosure.facts.agentic.value,
    described: disclosure.facts.described.value === 'yes',
    outcomes: {
      plain: decisions.plain.outcome,
      private: decisions.private.outcome,
      untrusted: decisions.untrusted.outcome,
      both: decisions.both.outcome,
    },
    reason: decisions.plain.reasons[0] ?? '',
    conflicts: disclosure.conflicts.length,
    malformed: disclosure.malformed.length,
  };
  bases.set(judged, base);
  return base;
};

export const toolRow = (known: KnownServer, tool: InventoryTool, judge: ToolJudge): ToolRow => {
  const judged = judge.judge(tool.traced());
  const drift = driftOf(tool, judge.policy.hints, tool.disabled);
  return {
    server: known.server,
    identity: known.identity,
    tool: tool.name,
    exposed: tool.exposed,
    digest: tool.digest,
    ...baseOf(tool, judge, judged),
    quarantine: tool.quarantine,
    drift,
    disabled: tool.disabled === null ? null : attributionOf(tool.disabled),
    overridden: tool.words?.override !== undefined,
    reviewed: tool.words?.review?.definition === tool.digest,
    sandbox: tool.traced().tool.contract.place ?? null,
    needs: reviewNeed(known, tool, judged.disclosure, drift),
  };
};

/** Longer at a time and calls of agents would wait for it. */
const STRETCH_MS = 8;

/** Rows of all tools of all servers, with room in between for whatever else there is to do. */
export const buildToolRows = async (
  servers: readonly KnownServer[],
  judge: ToolJudge,
): Promise<readonly (readonly ToolRow[])[]> => {
  const all: ToolRow[][] = [];
  let since = performance.now();
  for (const known of servers) {
    const rows: ToolRow[] = [];
    for (const tool of known.tools) {
      rows.push(toolRow(known, tool, judge));
      if (performance.now() - since < STRETCH_MS) continue;
      await setImmediate();
      since = performance.now();
    }
    all.push(rows);
  }
  return all;
};

/** How a server is doing. */
export type ServerCondition = Pick<ServerRow, 'status' | 'health' | 'usage'>;

const NO_CONDITION: ServerCondition = { status: null, health: null, usage: null };

export const serverRow = (
  known: KnownServer,
  rows: readonly ToolRow[],
  { status, health, usage }: ServerCondition = NO_CONDITION,
): ServerRow => {
  const claimed: Record<string, number> = {};
  for (const { hints } of rows)
    for (const [name, hint] of Object.entries(hints))
      if (hint.claimed !== 'unknown') claimed[name] = (claimed[name] ?? 0) + 1;
  const { server, identity, state, trust, reach, problems } = known;
  return {
    server,
    identity,
    state,
    status,
    health,
    trust,
    reach,
    tools: rows.length,
    described: rows.filter(({ described }) => described).length,
    reviewed: rows.filter(({ reviewed }) => reviewed).length,
    changed: rows.filter(({ drift }) => drift !== null).length,
    usage,
    claimed,
    problems,
  };
};
