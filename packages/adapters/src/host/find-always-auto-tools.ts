import type { Labels, Policy, Principal, Rule, ToolInput, TracedTool } from '@callgate/core';
import { UNTRACED_ORIGINS, decide } from '@callgate/core';
import { listPolicyFields, listReferences, toolPatternMatches } from '@callgate/core/decide';
import type { LabelStrength } from '@callgate/core/label';
import { LABEL_STRENGTHS, getLabelStrengths } from '@callgate/core/label';
import type { Answer } from '@callgate/core/vocabulary';
import type { Clock, Gate, ToolCatalogue } from '@callgate/gate';
import { systemClock } from '@callgate/gate';
import type { ConversationRef } from './host-options.ts';
import { contextName } from './host-options.ts';

const strongerLabel = (a: LabelStrength, b: LabelStrength): LabelStrength =>
  LABEL_STRENGTHS.indexOf(b) > LABEL_STRENGTHS.indexOf(a) ? b : a;

const joinLabels = (a: Labels, b: Labels): Labels => ({
  private: strongerLabel(a.private, b.private),
  untrusted: strongerLabel(a.untrusted, b.untrusted),
});

/** What a rule looks at can differ from call to call. */
const readsCallFields = (policy: Policy, { when, exceptions }: Rule): boolean => {
  const ofCall = new Set(
    listPolicyFields(policy.hints).flatMap(({ name, stage }) => (stage === 'call' ? [name] : [])),
  );
  return [when, ...exceptions.map(({ unless }) => unless)].some((condition) => {
    if (condition === undefined) return false;
    const read = listReferences(condition);
    return read.args || [...read.fields].some((field) => ofCall.has(field));
  });
};

const dependsOnCall = (policy: Policy, { name, server, overrides }: ToolInput): boolean =>
  overrides.some(({ when }) => when !== undefined) ||
  policy.rules.some(
    (rule) =>
      rule.tools.some((pattern) => toolPatternMatches(pattern, server.name, name)) &&
      readsCallFields(policy, rule),
  );

/** Nothing of a call is known before it is made, so nothing of it is proven. */
const ORIGINS = (['unknown', 'no'] as const satisfies readonly Answer[]).map((answer) => ({
  ...UNTRACED_ORIGINS,
  proven: answer,
  destination: answer,
  created: answer,
}));

interface AutoJudgeInput {
  readonly policy: Policy;
  readonly principal: Principal;
  readonly clock: Clock;
}

/** Whatever the arguments are, such a call is auto and nothing else is demanded that only a gate can do. */
const isAuto = ({ policy, principal, clock }: AutoJudgeInput, tool: ToolInput, labels: Labels): boolean => {
  if (dependsOnCall(policy, tool)) return false;
  const at = clock.now();
  const time = { at, offsetMinutes: clock.offsetMinutes(at) };
  const known = { v: 1, tool, labels, principal, args: {}, time, policy: policy.revision } as const;
  return [true, false].every((words) =>
    ORIGINS.every((origins) => {
      const { outcome, obligations } = decide(policy, { ...known, words, origins });
      return outcome === 'auto' && obligations.hours === null && obligations.concurrency.length === 0;
    }),
  );
};

export interface ServerToolName {
  readonly server: string;
  readonly name: string;
}

export interface AlwaysAutoOptions {
  /** Those that matter most first. */
  readonly tools: readonly ServerToolName[];
  /** Tools that run beside them in any case: what they touch counts. */
  readonly beside?: readonly ServerToolName[];
  readonly clock?: Clock;
}

/** What a tool may touch of which nothing is known. */
const ANYTHING: Labels = { private: 'possible', untrusted: 'known' };

/**
 * Tools whose calls need nobody, whatever their arguments, as long as only these tools are called: what each of them
 * touches counts for all the others and for itself. An earlier name is preferred to a later one where both do not go
 * together.
 */
export const findAlwaysAutoTools = async (
  gate: Gate,
  who: ConversationRef,
  catalogue: ToolCatalogue,
  { tools, beside = [], clock = systemClock }: AlwaysAutoOptions,
): Promise<readonly ServerToolName[]> => {
  const judging = { policy: gate.policy, principal: who.principal, clock };
  let labels = getLabelStrengths(await gate.session(contextName(who)));
  for (const { server, name } of beside)
    labels = joinLabels(labels, catalogue.find('tool', server, name)?.raises ?? ANYTHING);
  const chosen: TracedTool[] = [];
  for (const { server, name } of tools) {
    const tool = catalogue.find('tool', server, name);
    if (tool === undefined || chosen.includes(tool)) continue;
    const together = joinLabels(labels, tool.raises);
    if (![...chosen, tool].every((one) => isAuto(judging, one.tool, together))) continue;
    chosen.push(tool);
    labels = together;
  }
  return chosen.map(({ tool }) => ({ server: tool.server.name, name: tool.name }));
};
