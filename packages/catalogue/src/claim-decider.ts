import type { Decision, Policy, ToolInput } from '@callgate/core';
import { Engine, LOCAL_PRINCIPAL, NO_LABELS, UNTRACED_ORIGINS } from '@callgate/core';
import { listReferences } from '@callgate/core/decide';
import { sealTool } from '@callgate/core/disclose';
import type { Origins } from '@callgate/core/label';
import { presetPolicy } from '@callgate/policy';

/** The presets people choose from. */
export const SCANNED_PRESETS = ['strict', 'balanced', 'intent', 'observe'] as const;
export type ScannedPreset = (typeof SCANNED_PRESETS)[number];

/** A tool nobody has called: what counts is what it is, not when it is called. */
const AT = { at: 0, offsetMinutes: 0 };

/** Whether tools that differ in nothing but their names may be decided about differently. */
export const dependsOnNames = ({ rules }: Policy): boolean =>
  rules.some(
    ({ tools, when, exceptions }) =>
      tools.some((pattern) => pattern !== '*') ||
      [...(when === undefined ? [] : [when]), ...exceptions.map(({ unless }) => unless)].some((condition) =>
        [...listReferences(condition).fields].some(
          (field) => field === 'tool.name' || field === 'server.name',
        ),
      ),
  );

/** The tool without what tells it from others that claim the same. */
const withoutName = (tool: ToolInput): ToolInput => {
  const { title: _, ...details } = tool.claims.details;
  return {
    ...tool,
    name: 'tool',
    server: { ...tool.server, name: 'server' },
    definition: '',
    claims: { ...tool.claims, details },
  };
};

/** Decides about tools by what they claim: most of a server's claim the same as others. */
export class ClaimDecider {
  readonly #engine: Engine;
  readonly #mindsNames: boolean;

  constructor(policy: Policy) {
    this.#engine = new Engine(policy);
    this.#mindsNames = dependsOnNames(policy);
  }

  /** What would be decided about a call with no arguments, in a session with these labels. */
  decide(
    tool: ToolInput,
    labels: Decision['labels'] = NO_LABELS,
    origins: Origins = UNTRACED_ORIGINS,
  ): Pick<Decision, 'outcome' | 'mode'> {
    return this.#engine.decide({
      v: 1,
      tool: this.#mindsNames ? tool : findRepresentative(tool),
      labels,
      words: true,
      origins,
      principal: LOCAL_PRINCIPAL,
      args: {},
      time: AT,
      policy: this.#engine.policy.revision,
    });
  }
}

const MOST_STAND_INS = 10_000;
const byClaims = new Map<string, ToolInput>();
const ofTool = new WeakMap<ToolInput, ToolInput>();

/** One tool for all that claim the same, so that what was decided about it counts for all of them. */
const findRepresentative = (tool: ToolInput): ToolInput => {
  const before = ofTool.get(tool);
  if (before !== undefined) return before;
  const plain = withoutName(tool);
  const key = JSON.stringify(plain);
  const made = byClaims.get(key) ?? sealTool(plain);
  if (byClaims.size >= MOST_STAND_INS) byClaims.clear();
  byClaims.set(key, made);
  ofTool.set(tool, made);
  return made;
};

const deciders = new Map<ScannedPreset, ClaimDecider>();

/** Presets are read when first needed, and once. */
export const presetDecider = (preset: ScannedPreset): ClaimDecider => {
  const known = deciders.get(preset) ?? new ClaimDecider(presetPolicy(preset));
  deciders.set(preset, known);
  return known;
};
