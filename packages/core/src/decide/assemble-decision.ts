import { decisionMessages } from '@callgate/messages/decision';
import { freezeNewValue } from '../deep-freeze.ts';
import type { Disclosure } from '../disclose/disclosure.ts';
import { factAnswers } from '../disclose/facts.ts';
import { canBelieveClaims } from '../disclose/ground.ts';
import type { ToolInput } from '../disclose/tool-input.ts';
import type { Labels } from '../label/label.ts';
import type { Outcome } from '../outcome.ts';
import { stricterOutcome } from '../outcome.ts';
import type { CompiledRule, RuleVerdict } from './compiled-rule.ts';
import { EXCEPTED, FAULTED, MATCH, isFiring } from './compiled-rule.ts';
import type { AppliedException, RuleBasis, Decision, FiredRule } from './decision.ts';
import type { Obligations } from './obligations.ts';
import { mergeObligations, dropUngroundedRelief } from './obligations.ts';
import type { Policy } from './policy.ts';
import type { SituationReading } from './situation-readings.ts';
import { describeUndo } from './describe-undo.ts';

interface ReasonInput {
  readonly outcome: Outcome;
  readonly rules: readonly FiredRule[];
  readonly disclosure: Disclosure;
  readonly noHours: boolean;
  readonly quarantine: string | null;
  readonly undoTool?: Decision['undoTool'];
}

const { reason: reasonText, hint: hintText, counted: countedText } = decisionMessages;

const describeFact = (rule: FiredRule): string => rule.reason + countedText[rule.counted];

const CAPABLE_MODEL = 0.7;

/** What people want to know before they say yes, whatever the rules are. */
const hintWords = ({ disclosure, undoTool }: ReasonInput): string[] => {
  const { beliefs, facts, modelPreferences } = disclosure;
  const words: string[] = [];
  if (beliefs.slowExecution.value === 'yes') words.push(hintText.slow);
  if (beliefs.aiProcessing.value === 'yes') words.push(hintText.usesAi);
  if (beliefs.resourceIntensive.value === 'yes') words.push(hintText.heavy);
  const undo = describeUndo({
    beliefs,
    facts: factAnswers(facts),
    ...(undoTool === undefined ? {} : { undoTool }),
  });
  if (undo !== undefined) words.push(undo);
  if ((modelPreferences?.intelligencePriority ?? 0) >= CAPABLE_MODEL) words.push(hintText.capableModel);
  return words;
};

const withoutRule = ({ outcome, rules, noHours }: ReasonInput): string[] => {
  if (noHours) return [reasonText.hoursNeverOverlap];
  return rules.some((rule) => rule.outcome === outcome) ? [] : [reasonText.noRule];
};

/** The reasons of a decision in plain words: the deciding rules, then the others, then what the hints tell. */
const reasonsFor = (decided: ReasonInput): readonly string[] => {
  const { outcome, rules, disclosure, quarantine } = decided;
  const deciding = rules.filter((rule) => rule.outcome === outcome).map(describeFact);
  const others = rules
    .filter((rule) => rule.outcome !== outcome && rule.outcome !== 'auto')
    .map(describeFact);
  const conflicts = disclosure.conflicts.map(({ between }) => reasonText.conflict({ claims: between }));
  const all = [
    ...withoutRule(decided),
    ...deciding,
    ...(quarantine === null ? [] : [reasonText.quarantined({ why: quarantine })]),
    ...others,
    ...conflicts,
    ...hintWords(decided),
  ];
  return [...new Set(all)];
};

/** What one reading makes of one rule: settled, or left to test number `test`. */
export type PlannedRule = { readonly rule: CompiledRule } & (
  | { readonly verdict: RuleVerdict }
  | { readonly test: number }
);

export interface PlannedReading {
  readonly reading: SituationReading;
  readonly rules: readonly PlannedRule[];
}

const outcomeOf = (rule: CompiledRule, verdict: RuleVerdict): Outcome | undefined => {
  if (verdict === MATCH) return rule.rule.then;
  return verdict === FAULTED ? stricterOutcome(rule.rule.then ?? 'confirm', 'confirm') : undefined;
};

const verdictOf = (planned: PlannedRule, verdicts: readonly RuleVerdict[]): RuleVerdict =>
  'verdict' in planned ? planned.verdict : (verdicts[planned.test] ?? FAULTED);

const outcomeIn = (reading: PlannedReading, verdicts: readonly RuleVerdict[]): Outcome => {
  const outcomes = reading.rules
    .map((planned) => outcomeOf(planned.rule, verdictOf(planned, verdicts)))
    .filter((outcome) => outcome !== undefined);
  return outcomes.length === 0 ? 'confirm' : outcomes.reduce(stricterOutcome);
};

/** A rule that counts only in another reading is worth telling if it tightens or demands something. */
const isShownFiring = (counted: RuleBasis, rule: CompiledRule): boolean =>
  counted === 'matches' ||
  counted === 'fault' ||
  rule.rule.then !== 'auto' ||
  Object.keys(rule.rule.obligations).length > 0;

interface RuleFiring {
  readonly rule: CompiledRule;
  readonly outcome: Outcome | null;
  readonly counted: RuleBasis;
}

const firings = (readings: readonly PlannedReading[], verdicts: readonly RuleVerdict[]): RuleFiring[] => {
  const byRule = new Map<CompiledRule, RuleFiring>();
  for (const { reading, rules } of readings) {
    for (const planned of rules) {
      const verdict = verdictOf(planned, verdicts);
      if (byRule.has(planned.rule) || !isFiring(verdict)) continue;
      const counted = verdict === FAULTED ? 'fault' : reading.counted;
      if (!isShownFiring(counted, planned.rule)) continue;
      byRule.set(planned.rule, {
        rule: planned.rule,
        outcome: outcomeOf(planned.rule, verdict) ?? null,
        counted,
      });
    }
  }
  return [...byRule.values()];
};

const exceptionsApplied = (
  readings: readonly PlannedReading[],
  verdicts: readonly RuleVerdict[],
): AppliedException[] => {
  const applied = new Map<string, AppliedException>();
  for (const { rules } of readings) {
    for (const planned of rules) {
      const verdict = verdictOf(planned, verdicts);
      const exception = planned.rule.rule.exceptions[verdict - EXCEPTED];
      if (exception === undefined) continue;
      const { id, reason, until } = exception;
      applied.set(`${planned.rule.rule.id} ${id}`, { id, rule: planned.rule.rule.id, reason, until });
    }
  }
  return [...applied.values()];
};

const undoToolOf = ({ claims, server }: ToolInput): Pick<Decision, 'undoTool'> =>
  claims.details.undo === undefined
    ? {}
    : { undoTool: { name: claims.details.undo, believed: canBelieveClaims(server.trust) } };

const hasCustom = ({ custom }: Disclosure): boolean => Object.keys(custom).length > 0;

/** Puts together what all readings made of all rules: the strictest outcome, and everything said and demanded. */
export const assembleDecision = (
  policy: Policy,
  tool: ToolInput,
  disclosure: Disclosure,
  labels: Labels,
  readings: readonly PlannedReading[],
  verdicts: readonly RuleVerdict[],
): Decision => {
  const fired = firings(readings, verdicts);
  const merge = (firing: readonly RuleFiring[]): Obligations =>
    mergeObligations(
      firing.map(({ rule }) => ({
        demands: rule.rule.obligations,
        specificity: rule.specificity(tool.server.name, tool.name),
      })),
      {
        idempotent: disclosure.beliefs.idempotent.value === 'yes',
        timeoutCapMs: policy.timeoutCapMs,
      },
    );
  const grounded = readings.filter(({ reading }) => reading.scope === 'grounded');
  const obligations =
    grounded.length === 0
      ? merge(fired)
      : dropUngroundedRelief(merge(fired), merge(firings(grounded, verdicts)));
  const noHours = obligations.hours !== null && obligations.hours.length === 0;
  const outcome = noHours
    ? 'block'
    : readings.map((reading) => outcomeIn(reading, verdicts)).reduce(stricterOutcome);
  const rules = fired.map(({ rule, outcome: ruleOutcome, counted }): FiredRule => ({
    id: rule.rule.id,
    layer: rule.rule.layer,
    outcome: ruleOutcome,
    reason: rule.rule.reason,
    counted,
  }));
  const undo = undoToolOf(tool);
  return freezeNewValue<Decision>({
    v: 1,
    outcome,
    mode: policy.mode,
    policy: policy.revision,
    rules,
    exceptions: exceptionsApplied(readings, verdicts),
    reasons: reasonsFor({ outcome, rules, disclosure, noHours, quarantine: tool.quarantine, ...undo }),
    beliefs: hasCustom(disclosure) ? { ...disclosure.beliefs, ...disclosure.custom } : disclosure.beliefs,
    facts: factAnswers(disclosure.facts),
    conflicts: disclosure.conflicts,
    labels: { private: labels.private, untrusted: labels.untrusted },
    read: [...new Set(fired.flatMap(({ rule }) => [...rule.fields]))].toSorted(),
    obligations,
    ...undo,
  });
};
