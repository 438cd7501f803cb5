import type { JsonObject, Outcome } from '@callgate/core';
import { own } from '@callgate/core';
import type { Finding } from '../finding.ts';
import type { ListedServer } from '../listed.ts';
import { presetDecider } from '../decide-alike.ts';
import { knownTool } from '../suggest/known-tool.ts';
import type { ScannedTool } from './report.ts';
import type { ScannedPreset } from '../scanned-presets.ts';
import { SCANNED_PRESETS } from '../scanned-presets.ts';

const textOr = (definition: JsonObject, key: string): string | null => {
  const value = own(definition, key);
  return typeof value === 'string' ? value : null;
};

/** Everything that can be said of one tool without calling it. */
export const scanTool = (
  server: ListedServer,
  definition: JsonObject,
  findings: readonly Finding[],
): ScannedTool => {
  const { tool, disclosure, suggestions } = knownTool(server, definition);
  const { beliefs, claims, conflicts, malformed } = disclosure;
  const outcome = Object.fromEntries(
    SCANNED_PRESETS.map((preset) => [preset, presetDecider(preset).decide(tool).outcome] as const),
  ) as Record<ScannedPreset, Outcome>;
  return {
    name: textOr(definition, 'name') ?? '',
    title: tool.claims.details.title ?? textOr(definition, 'title'),
    description: textOr(definition, 'description'),
    definition: tool.definition,
    claims,
    malformed,
    beliefs,
    conflicts,
    suggestions,
    findings,
    outcome,
  };
};
