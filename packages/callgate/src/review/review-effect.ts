import type { Outcome, Policy, ToolInput } from '@callgate/core';
import { Engine, HINTS, LOCAL_PRINCIPAL, OUTCOMES, UNTRACED_ORIGINS } from '@callgate/core';
import { emptyHistory } from '@callgate/core/decide';
import { sealTool } from '@callgate/core/disclose';
import { readClaims } from '@callgate/core/vocabulary';
import type { SessionProfile } from '@callgate/operations/tools';
import { SESSION_PROFILES } from '@callgate/operations/tools';
import { presetPolicy } from '@callgate/policy';
import type { ReviewItem } from './find-tools-to-review.ts';

type Answers = Readonly<Record<string, 'yes' | 'no'>>;

const engines = new WeakMap<Policy, Engine>();

const engineOf = (policy: Policy): Engine => {
  const engine = engines.get(policy) ?? new Engine(policy);
  engines.set(policy, engine);
  return engine;
};

const labelStrength = (yes: boolean): 'known' | 'none' => (yes ? 'known' : 'none');

/** Without what the definition before it claimed to be careful about, which counts until the change is accepted. */
const acceptedClaims = (claims: ToolInput['claims'], { tool }: ReviewItem): ToolInput['claims'] => {
  const own = readClaims(tool.definition).answers.length;
  const before = readClaims(tool.pinned).answers.filter(
    ({ hint, answer }) => answer !== HINTS[hint].relaxing,
  ).length;
  return { ...claims, answers: claims.answers.toSpliced(own, before) };
};

/** Those that stand beside a new review: one that was made here before is replaced by it. */
const standingReviews = (input: ToolInput, { detail: { review } }: ReviewItem): ToolInput['reviews'] => {
  if (review === null) return input.reviews;
  const at = new Date(review.at).toISOString();
  return input.reviews.filter(
    (each) =>
      each.definition !== review.definition ||
      each.by !== review.by ||
      each.at !== at ||
      each.reason !== review.reason,
  );
};

/** The tool after this is saved. An accepted definition ends its quarantine. */
const applyReview = (one: ReviewItem, set: Answers): ToolInput => {
  const { tool, known, detail } = one;
  const input = tool.traced().tool;
  const accepted =
    detail.drift === null
      ? {}
      : {
          quarantine: null,
          server: { ...input.server, trust: known.trust },
          claims: acceptedClaims(input.claims, one),
        };
  // without an answer no review is written
  const reviews =
    Object.keys(set).length === 0
      ? input.reviews
      : [...standingReviews(input, one), { definition: input.definition, set }];
  return sealTool({ ...input, ...accepted, reviews });
};

/** What a review of this definition that was made here says and the new one, which takes its place, does not. */
export const findDroppedAnswers = ({ detail: { review, digest } }: ReviewItem, set: Answers): Answers =>
  review === null || review.definition !== digest || Object.keys(set).length === 0
    ? {}
    : Object.fromEntries(Object.entries(review.set).filter(([hint, answer]) => set[hint] !== answer));

const outcomes = (policy: Policy, tool: ToolInput): readonly Outcome[] =>
  SESSION_PROFILES.map(
    (situation: SessionProfile) =>
      engineOf(policy).decide({
        v: 1,
        tool,
        labels: {
          private: labelStrength(situation === 'private' || situation === 'both'),
          untrusted: labelStrength(situation === 'untrusted' || situation === 'both'),
        },
        words: true,
        origins: UNTRACED_ORIGINS,
        principal: LOCAL_PRINCIPAL,
        args: {},
        time: { at: 0, offsetMinutes: 0 },
        ...emptyHistory(policy),
        policy: policy.revision,
      }).outcome,
  );

/** In a session that touched nothing: now, and with this review. */
export const compareOutcomes = (
  policy: Policy,
  one: ReviewItem,
  set: Answers,
): { readonly now: Outcome; readonly then: Outcome } => {
  const [now = 'confirm'] = outcomes(policy, one.tool.traced().tool);
  const [then = 'confirm'] = outcomes(policy, applyReview(one, set));
  return { now, then };
};

/** In every kind of session: now, and with this review. */
export const reviewEffect = (policy: Policy, one: ReviewItem, set: Answers): readonly Outcome[] => [
  ...outcomes(policy, one.tool.traced().tool),
  ...outcomes(policy, applyReview(one, set)),
];

const PRESETS = ['strict', 'balanced', 'intent'] as const;

/** Whether some session would be asked less with this review, under this policy or under a preset. */
export const isLoosening = (policy: Policy, one: ReviewItem, set: Answers): boolean =>
  [policy, ...PRESETS.map((preset) => presetPolicy(preset))].some((each) => {
    const before = outcomes(each, one.tool.traced().tool);
    return outcomes(each, applyReview(one, set)).some(
      (outcome, at) => OUTCOMES.indexOf(outcome) < OUTCOMES.indexOf(before[at] ?? 'block'),
    );
  });
