import type { HintName, JsonObject } from '@callgate/core';
import { getOwn } from '@callgate/core';
import type { HintConflict, Disclosure } from '@callgate/core/disclose';
import type { Claims } from '@callgate/core/vocabulary';
import type { ListedServer } from '../listed-server.ts';
import { analyzeTool } from '../suggest/analyze-tool.ts';
import { findEffectEvidence } from '../suggest/effect-evidence.ts';
import type { HintEvidence } from '../suggest/hint-evidence.ts';
import { findNatureEvidence } from '../suggest/nature-evidence.ts';
import { findReachEvidence } from '../suggest/reach-evidence.ts';
import type { DefinitionContent } from '../suggest/definition-content.ts';
import { readDefinitionContent } from '../suggest/definition-content.ts';
import { sentences } from '../suggest/words.ts';
import type { Suggestions } from '../suggestion.ts';

/** One tool as the rules see it: what it claims beside what the rest of its definition shows. */
export interface InspectedTool {
  /** null where the definition has none. */
  readonly name: string | null;
  /** Its place in the list. */
  readonly at: number;
  readonly definition: JsonObject;
  readonly claims: Claims;
  readonly claimed: Disclosure['claimed'];
  readonly conflicts: readonly HintConflict[];
  readonly suggestions: Suggestions;
  readonly shown: DefinitionContent;
  /** How long calls took, in milliseconds. */
  readonly durations: readonly number[];
  /** What name, title, schema and the first sentences themselves say, strongest first: what is only mentioned later is left out. */
  lead(hint: HintName, value: 'yes' | 'no'): readonly HintEvidence[];
}

export interface InspectedServer {
  readonly server: ListedServer;
  readonly tools: readonly InspectedTool[];
}

const LEAD_SENTENCES = 2;
const OF_DEEDS: ReadonlySet<HintName> = new Set(['readOnly', 'destructive', 'idempotent']);

const select = (all: readonly HintEvidence[], hint: HintName, value: 'yes' | 'no'): readonly HintEvidence[] =>
  all.filter((each) => each.hint === hint && each.value === value).toSorted((a, b) => b.weight - a.weight);

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
};

const inspectTool = (
  server: ListedServer,
  definition: JsonObject,
  at: number,
  durations: Readonly<Record<string, readonly number[]>>,
): InspectedTool => {
  const { tool, disclosure, suggestions } = analyzeTool(server, definition);
  const name = getOwn(definition, 'name');
  const shown = readDefinitionContent({ definition, siblings: server.tools, server: server.server });
  const short = { ...shown, description: sentences(shown.description, LEAD_SENTENCES).join('\n') };
  const deeds = once(() => findEffectEvidence(short));
  const rest = once(() => [...findReachEvidence(short), ...findNatureEvidence(short)]);
  return {
    name: typeof name === 'string' ? name : null,
    at,
    definition,
    claims: tool.claims,
    claimed: disclosure.claimed,
    conflicts: disclosure.conflicts,
    suggestions,
    shown,
    durations: typeof name === 'string' && Object.hasOwn(durations, name) ? (durations[name] ?? []) : [],
    lead: (hint, value) => select(OF_DEEDS.has(hint) ? deeds() : rest(), hint, value),
  };
};

export const inspectServer = (
  server: ListedServer,
  durations: Readonly<Record<string, readonly number[]>>,
): InspectedServer => ({
  server,
  tools: server.tools.map((definition, at) => inspectTool(server, definition, at, durations)),
});
