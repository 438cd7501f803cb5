import type { Decision, JsonObject, Origins, Outcome, ToolInput } from '@callgate/core';
import {
  Engine,
  LOCAL_PRINCIPAL,
  NO_LABELS,
  UNTRACED,
  applicableOverrides,
  describeTool,
  disclose,
  own,
} from '@callgate/core';
import { presetPolicy } from '@callgate/policy';
import type { Finding } from '../finding.ts';
import type { ListedServer } from '../listed.ts';
import { suggest } from '../suggest/suggest.ts';
import type { ScannedPreset, ScannedTool } from './report.ts';
import { SCANNED_PRESETS } from './report.ts';

const engines = new Map<ScannedPreset, Engine>();

/** Presets are read when first needed, and once. */
export const presetEngine = (preset: ScannedPreset): Engine => {
  const known = engines.get(preset) ?? new Engine(presetPolicy(preset));
  engines.set(preset, known);
  return known;
};

/** A tool nobody has called: what counts is what it is, not when it is called. */
const AT = { at: 0, offsetMinutes: 0 };

/** What would be decided about a call with no arguments, in a session with these labels. */
export const decideFor = (
  engine: Engine,
  tool: ToolInput,
  labels: Decision['labels'] = NO_LABELS,
  origins: Origins = UNTRACED,
): Decision =>
  engine.decide({
    v: 1,
    tool,
    labels,
    words: true,
    origins,
    principal: LOCAL_PRINCIPAL,
    args: {},
    time: AT,
    policy: engine.policy.revision,
  });

export const describe = ({ server, trust }: ListedServer, definition: JsonObject): ToolInput =>
  describeTool({ server, trust, definition });

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
  const tool = describe(server, definition);
  const { beliefs, claims, conflicts, malformed } = disclose(tool, 'all', applicableOverrides(tool), []);
  const outcome = Object.fromEntries(
    SCANNED_PRESETS.map((preset) => [preset, decideFor(presetEngine(preset), tool).outcome] as const),
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
    suggestions: suggest({ definition, siblings: server.tools, server: server.server }),
    findings,
    outcome,
  };
};
