import type { Json, JsonObject, TrustLevel, Labels, Outcome, ToolInput } from '@callgate/core';
import { HINTS, HINT_NAMES, describeTool, isJsonObject, getOwn, OUTCOMES } from '@callgate/core';
import type { Disclosure } from '@callgate/core/disclose';
import { TRUST_LEVELS, listApplicableOverrides, compareDefinitions, disclose } from '@callgate/core/disclose';
import { LABEL_STRENGTHS } from '@callgate/core/label';
import { PRESET_NAMES, presetPolicy } from '@callgate/policy';
import { ClaimDecider } from '../claim-decider.ts';
import type { Finding, Fix } from '../finding.ts';

const EVERY_LABELS: readonly Labels[] = LABEL_STRENGTHS.flatMap((held) =>
  LABEL_STRENGTHS.map((untrusted) => ({ private: held, untrusted })),
);

let deciders: readonly ClaimDecider[] | undefined;

const everyDecider = (): readonly ClaimDecider[] => {
  deciders ??= PRESET_NAMES.map((preset) => new ClaimDecider(presetPolicy(preset)));
  return deciders;
};

/** What presets read of a tool: beliefs and the facts that follow from them. */
const readable = (tool: ToolInput): string =>
  JSON.stringify([
    tool.server.trust,
    ...(['all', 'grounded'] as const).map((scope) => {
      const { facts, beliefs } = disclose(tool, scope, [], []);
      const believed = HINT_NAMES.map((hint) => beliefs[hint].value);
      const answers = Object.values(facts).map(({ value }) => value);
      return [answers, believed];
    }),
  ]);

const MOST_KEPT = 1000;
const kept = new Map<string, readonly Outcome[]>();

/** Under every preset, whatever the session has touched. */
const everyOutcome = (tool: ToolInput, key: string): readonly Outcome[] => {
  const before = kept.get(key);
  if (before !== undefined) return before;
  const outcomes = everyDecider().flatMap((decider) =>
    EVERY_LABELS.map((labels) => decider.decide(tool, labels).outcome),
  );
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, outcomes);
  return outcomes;
};

/**
 * Whether some call would be asked about less, however far the server is trusted. Beliefs alone do not show it: a tool
 * that says nothing is asked about for that.
 */
const loosensOutcome = (before: JsonObject, after: JsonObject): boolean =>
  TRUST_LEVELS.some((trust) => {
    const [old, young] = [before, after].map((definition) => {
      const tool = describeTool({ server: 'server', trust, definition });
      return { tool, key: readable(tool) };
    });
    if (old === undefined || young === undefined || old.key === young.key) return false;
    const was = everyOutcome(old.tool, old.key);
    return everyOutcome(young.tool, young.key).some(
      (outcome, at) => OUTCOMES.indexOf(outcome) < OUTCOMES.indexOf(was[at] ?? 'block'),
    );
  });

/** A definition after its fixes, and what was and was not done. */
export interface FixResult {
  readonly definition: JsonObject;
  readonly applied: readonly Finding[];
  /** Findings that a person has to decide about: without a fix, or with one that would lower care. */
  readonly left: readonly Finding[];
}

const without = (object: JsonObject, key: string): JsonObject => {
  const { [key]: _, ...rest } = object;
  return rest;
};

/** The definition with one member set or gone, or undefined where the path leads through something else. */
const withMember = (
  object: JsonObject,
  path: Fix['path'],
  value: Json | undefined,
): JsonObject | undefined => {
  const [step, ...rest] = path;
  if (typeof step !== 'string' || step === '__proto__') return undefined;
  const member = getOwn(object, step);
  if (rest.length === 0) {
    if (value !== undefined) return { ...object, [step]: value };
    return member === undefined ? undefined : without(object, step);
  }
  if (member !== undefined && !isJsonObject(member)) return undefined;
  if (member === undefined && value === undefined) return undefined;
  const inner = withMember(member ?? {}, rest, value);
  return inner === undefined ? undefined : { ...object, [step]: inner };
};

/** Care a belief asks for: least for the relaxing value, most for the other. */
const care = (value: 'yes' | 'no' | 'unknown', relaxing: 'yes' | 'no'): number =>
  value === relaxing ? 0 : value === 'unknown' ? 1 : 2;

const disclosed = (definition: JsonObject, trust: TrustLevel): Disclosure => {
  const tool = describeTool({ server: 'server', trust, definition });
  return disclose(tool, 'all', listApplicableOverrides(tool), []);
};

const caresOf = (definition: JsonObject, trust: TrustLevel): readonly number[] => {
  const { beliefs } = disclosed(definition, trust);
  return HINT_NAMES.map((hint) => care(beliefs[hint].value, HINTS[hint].relaxing));
};

/** A fix beside a claim that says the opposite fixes nothing. */
const addsConflict = (before: JsonObject, after: JsonObject): boolean =>
  disclosed(after, 'untrusted').conflicts.length > disclosed(before, 'untrusted').conflicts.length;

/** Whether a belief about the tool would ask for less care, however far its server is trusted. */
const isLoosening = (before: JsonObject, after: JsonObject): boolean =>
  TRUST_LEVELS.some((trust) => {
    const was = caresOf(before, trust);
    return caresOf(after, trust).some((now, at) => now < (was[at] ?? 0));
  });

/** What is declared besides hints may ask for less care too: a destination, a role, a level of trust. */
const isSafe = (before: JsonObject, after: JsonObject): boolean =>
  !isLoosening(before, after) &&
  !addsConflict(before, after) &&
  compareDefinitions(before, after).verdict !== 'loosened' &&
  !loosensOutcome(before, after);

/**
 * Applies the fixes that describe or tighten. A fix that would make anybody believe less of the tool's dangers, or
 * that would have a call asked about less, is left for its author, however sure the finding is.
 */
export const applyFixes = (definition: JsonObject, findings: readonly Finding[]): FixResult => {
  const name = getOwn(definition, 'name');
  let fixed = definition;
  const applied: Finding[] = [];
  const left: Finding[] = [];
  for (const finding of findings) {
    if (finding.tool !== name) continue;
    const after =
      finding.fix === undefined ? undefined : withMember(fixed, finding.fix.path, finding.fix.value);
    if (after === undefined || !isSafe(fixed, after)) left.push(finding);
    else {
      fixed = after;
      applied.push(finding);
    }
  }
  return { definition: fixed, applied, left };
};
