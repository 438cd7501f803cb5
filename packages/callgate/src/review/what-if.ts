import type { Outcome, Policy, ToolInput } from '@callgate/core';
import { Engine, LOCAL_PRINCIPAL, OUTCOMES, UNTRACED, sealTool } from '@callgate/core';
import type { Situation } from '@callgate/console/tools';
import { SITUATIONS } from '@callgate/console/tools';
import { presetPolicy } from '@callgate/policy';
import type { ToReview } from './needing.ts';

type Answers = Readonly<Record<string, 'yes' | 'no'>>;

const touched = (yes: boolean): 'known' | 'none' => (yes ? 'known' : 'none');

/** The tool with this review of its definition; where that is accepted too, it is set apart no longer. */
const reviewed = ({ tool, known, detail }: ToReview, set: Answers): ToolInput => {
  const input = tool.traced().tool;
  const accepted =
    detail.drift === null ? {} : { quarantine: null, server: { ...input.server, trust: known.trust } };
  return sealTool({
    ...input,
    ...accepted,
    reviews: [...input.reviews, { definition: input.definition, set }],
  });
};

const outcomes = (engine: Engine, { revision }: Policy, tool: ToolInput): readonly Outcome[] =>
  SITUATIONS.map(
    (situation: Situation) =>
      engine.decide({
        v: 1,
        tool,
        labels: {
          private: touched(situation === 'private' || situation === 'both'),
          untrusted: touched(situation === 'untrusted' || situation === 'both'),
        },
        words: true,
        origins: UNTRACED,
        principal: LOCAL_PRINCIPAL,
        args: {},
        time: { at: 0, offsetMinutes: 0 },
        policy: revision,
      }).outcome,
  );

/** In a session that touched nothing: now, and with this review. */
export const outcomeWith = (
  policy: Policy,
  one: ToReview,
  set: Answers,
): { readonly now: Outcome; readonly then: Outcome } => {
  const engine = new Engine(policy);
  const [now = 'confirm'] = outcomes(engine, policy, one.tool.traced().tool);
  const [then = 'confirm'] = outcomes(engine, policy, reviewed(one, set));
  return { now, then };
};

const PRESETS = ['strict', 'balanced', 'intent'] as const;

/** Whether some session would be asked less with this review, under this policy or under a preset. */
export const loosens = (policy: Policy, one: ToReview, set: Answers): boolean =>
  [policy, ...PRESETS.map((preset) => presetPolicy(preset))].some((each) => {
    const engine = new Engine(each);
    const before = outcomes(engine, each, one.tool.traced().tool);
    return outcomes(engine, each, reviewed(one, set)).some(
      (outcome, at) => OUTCOMES.indexOf(outcome) < OUTCOMES.indexOf(before[at] ?? 'block'),
    );
  });
