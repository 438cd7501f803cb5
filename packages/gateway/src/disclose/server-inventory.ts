import type { JsonObject, TracedTool, TrustLevel } from '@callgate/core';
import { display } from '@callgate/core';
import { logMessages } from '@callgate/messages/log';
import type { ServerConfig } from '../config/gateway-config.ts';
import type { CallableEntry } from './callable-entry.ts';
import type { ServerToolDecisions, ToolDecisions, UseDecision } from './tool-decisions.ts';
import type { ServerCatalogue } from './server-catalogue.ts';
import type { CheckedEntry } from './check-lists.ts';
import type { Diagnosis } from './agent-view.ts';
import { createDiagnosis } from './agent-view.ts';

/** One tool of a server, offered or not. */
export interface InventoryTool {
  readonly name: string;
  /** What agents call it; null where it is not offered. */
  readonly exposed: string | null;
  /** As it is listed now: what is judged. */
  readonly definition: JsonObject;
  readonly digest: string;
  /** As it is pinned: what agents see. */
  readonly pinned: JsonObject;
  readonly pinnedDigest: string;
  /** Why it is quarantined, or null. */
  readonly quarantine: string | null;
  readonly disabled: UseDecision | null;
  readonly words: ToolDecisions | undefined;
  traced(): TracedTool;
}

export interface ServerInventory {
  readonly server: string;
  /** null as long as it was never reached. */
  readonly identity: string | null;
  readonly trust: TrustLevel;
  readonly config: ServerConfig;
  readonly tools: readonly InventoryTool[];
  readonly diagnoses: readonly Diagnosis[];
}

const inventoryTool = (
  entry: CallableEntry,
  exposed: string | null,
  words: ServerToolDecisions,
): InventoryTool => {
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

export const buildInventory = (
  { server, identity, trust, config, allTools, words }: ServerCatalogue,
  exposed: (entry: CallableEntry) => string | null,
  diagnoses: readonly Diagnosis[],
): ServerInventory => ({
  server,
  identity,
  trust,
  config,
  tools: [...allTools.values()].map((entry) => inventoryTool(entry, exposed(entry), words)),
  diagnoses,
});

/** Tools that are not offered: an operator disabled them, or the decisions cannot be read. */
export const decisionDiagnoses = (
  server: string,
  words: ServerToolDecisions,
  tools: readonly CheckedEntry[],
): readonly Diagnosis[] => {
  if (words.damaged !== null) {
    const message = logMessages.tools.decisionsUnreadable({ problem: words.damaged });
    return [{ server, what: 'tools', code: 'OPERATOR_DAMAGED', message }];
  }
  return tools.flatMap(({ name, digest }) => {
    const use = words.disabled(name, digest);
    if (use === null) return [];
    const message = logMessages.tools.notOffered({
      reason: logMessages.tools.disabled({
        by: display(use.by, { max: 100 }),
        reason: display(use.reason, { max: 300 }),
      }),
    });
    return [createDiagnosis(server, 'tool', name, 'DISABLED', message)];
  });
};
