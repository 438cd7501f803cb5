import type { HintName, JsonObject } from '@callgate/core';
import { own } from '@callgate/core';
import type { Conflict, Disclosure } from '@callgate/core/disclose';
import type { Claims } from '@callgate/core/vocabulary';
import type { ListedServer } from '../listed.ts';
import { knownTool } from '../suggest/known-tool.ts';
import { effects } from '../suggest/effects.ts';
import type { Evidence } from '../suggest/evidence.ts';
import { nature } from '../suggest/nature.ts';
import { reach } from '../suggest/reach.ts';
import type { Shown } from '../suggest/shown.ts';
import { shownOf } from '../suggest/shown.ts';
import { sentences } from '../suggest/words.ts';
import type { Suggestions } from '../suggestion.ts';

/** One tool as the rules see it: what it claims beside what the rest of its definition shows. */
export interface LookedTool {
  /** null where the definition has none. */
  readonly name: string | null;
  /** Its place in the list. */
  readonly at: number;
  readonly definition: JsonObject;
  readonly claims: Claims;
  readonly claimed: Disclosure['claimed'];
  readonly conflicts: readonly Conflict[];
  readonly suggestions: Suggestions;
  readonly shown: Shown;
  /** How long calls took, in milliseconds. */
  readonly durations: readonly number[];
  /** What name, title, schema and the first sentences themselves say, strongest first: what is only mentioned later is left out. */
  lead(hint: HintName, value: 'yes' | 'no'): readonly Evidence[];
}

export interface LookedServer {
  readonly server: ListedServer;
  readonly tools: readonly LookedTool[];
}

const LEAD_SENTENCES = 2;
const OF_DEEDS: ReadonlySet<HintName> = new Set(['readOnly', 'destructive', 'idempotent']);

const select = (all: readonly Evidence[], hint: HintName, value: 'yes' | 'no'): readonly Evidence[] =>
  all.filter((each) => each.hint === hint && each.value === value).toSorted((a, b) => b.weight - a.weight);

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
};

const lookAtTool = (
  server: ListedServer,
  definition: JsonObject,
  at: number,
  durations: Readonly<Record<string, readonly number[]>>,
): LookedTool => {
  const { tool, disclosure, suggestions } = knownTool(server, definition);
  const name = own(definition, 'name');
  const shown = shownOf({ definition, siblings: server.tools, server: server.server });
  const short = { ...shown, description: sentences(shown.description, LEAD_SENTENCES).join('\n') };
  const deeds = once(() => effects(short));
  const rest = once(() => [...reach(short), ...nature(short)]);
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

export const lookAt = (
  server: ListedServer,
  durations: Readonly<Record<string, readonly number[]>>,
): LookedServer => ({
  server,
  tools: server.tools.map((definition, at) => lookAtTool(server, definition, at, durations)),
});
