import type { JsonObject, TracedTool, Trust } from '@callgate/core';
import { display } from '@callgate/core';
import type { ServerConfig } from '../config/config.ts';
import type { Entry } from './entry.ts';
import type { ServerWords, ToolWords, UseWord } from './operator-words.ts';
import type { Shelf } from './shelf.ts';
import type { Known } from './sort-out.ts';
import type { Diagnosis } from './view.ts';
import { diagnosisOf } from './view.ts';

/** One tool of a server, offered or not. */
export interface StockedTool {
  readonly name: string;
  /** What agents call it; null where it is not offered. */
  readonly exposed: string | null;
  /** As it is listed now: what is judged. */
  readonly definition: JsonObject;
  readonly digest: string;
  /** As it is pinned: what agents see. */
  readonly pinned: JsonObject;
  readonly pinnedDigest: string;
  /** Why it is set apart, or null. */
  readonly quarantine: string | null;
  readonly disabled: UseWord | null;
  readonly words: ToolWords | undefined;
  traced(): TracedTool;
}

export interface StockedServer {
  readonly server: string;
  /** null as long as it was never reached. */
  readonly identity: string | null;
  readonly trust: Trust;
  readonly config: ServerConfig;
  readonly tools: readonly StockedTool[];
  readonly diagnoses: readonly Diagnosis[];
}

const stocked = (entry: Entry, exposed: string | null, words: ServerWords): StockedTool => {
  const { name, digest, pinnedDigest, quarantine } = entry.basis;
  return {
    name,
    exposed,
    definition: entry.definition,
    digest,
    pinned: entry.shown,
    pinnedDigest,
    quarantine,
    disabled: words.disabled(name, digest),
    words: words.of(name),
    traced: () => entry.traced(),
  };
};

export const stockOf = (
  { server, identity, trust, config, allTools, words }: Shelf,
  exposed: (entry: Entry) => string | null,
  diagnoses: readonly Diagnosis[],
): StockedServer => ({
  server,
  identity,
  trust,
  config,
  tools: [...allTools.values()].map((entry) => stocked(entry, exposed(entry), words)),
  diagnoses,
});

/** Tools that are not offered because somebody said so, or because nobody can tell what was said. */
export const wordsDiagnoses = (
  server: string,
  words: ServerWords,
  tools: readonly Known[],
): readonly Diagnosis[] => {
  if (words.damaged !== null) {
    const message = `none of them is offered: nobody can tell which were disabled: ${words.damaged}`;
    return [{ server, what: 'tools', code: 'OPERATOR_DAMAGED', message }];
  }
  return tools.flatMap(({ name, digest }) => {
    const use = words.disabled(name, digest);
    if (use === null) return [];
    const message = `it is not offered: ${display(use.by, { max: 100 })} disabled it: ${display(use.reason, { max: 300 })}`;
    return [diagnosisOf(server, 'tool', name, 'DISABLED', message)];
  });
};
