import type { JsonObject, Labels, Outcome, ToolInput } from '@callgate/core';
import { HINT_NAMES, OUTCOMES, describeTool } from '@callgate/core';
import { TRUSTS, disclose } from '@callgate/core/disclose';
import { STRENGTHS } from '@callgate/core/label';
import { PRESET_NAMES, presetPolicy } from '@callgate/policy';
import { AlikeDecider } from '../decide-alike.ts';

const EVERY_LABELS: readonly Labels[] = STRENGTHS.flatMap((own) =>
  STRENGTHS.map((untrusted) => ({ private: own, untrusted })),
);

let deciders: readonly AlikeDecider[] | undefined;

const everyDecider = (): readonly AlikeDecider[] => {
  deciders ??= PRESET_NAMES.map((preset) => new AlikeDecider(presetPolicy(preset)));
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
export const loosensOutcome = (before: JsonObject, after: JsonObject): boolean =>
  TRUSTS.some((trust) => {
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
