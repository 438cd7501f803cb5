import type { Disclosure } from '../disclose/disclosure.ts';
import type { Outcome } from '../outcome.ts';
import { factAnswers } from '../disclose/facts.ts';
import { undoWords } from './undo-words.ts';
import type { Decision, FiredRule } from './decision.ts';

interface Decided {
  readonly outcome: Outcome;
  readonly rules: readonly FiredRule[];
  readonly disclosure: Disclosure;
  readonly noHours: boolean;
  readonly quarantine: string | null;
  readonly undoTool?: Decision['undoTool'];
}

const FOOTNOTE: Readonly<Record<FiredRule['counted'], string>> = {
  matches: '',
  'without-claims': ' (the server’s own claims set aside)',
  'weaker-labels': ' (already so in a session that has touched less)',
  fault: ' (the rule could not be evaluated, so it counts)',
};

const told = (rule: FiredRule): string => rule.reason + FOOTNOTE[rule.counted];

const CAPABLE_MODEL = 0.7;

/** What people want to know before they say yes, whatever the rules are. */
const hintWords = ({ disclosure, undoTool }: Decided): string[] => {
  const { beliefs, facts, modelPreferences } = disclosure;
  const words: string[] = [];
  if (beliefs.slowExecution.value === 'yes') words.push('may be slow');
  if (beliefs.aiProcessing.value === 'yes') words.push('uses AI, which may cost money and time');
  if (beliefs.resourceIntensive.value === 'yes') words.push('heavy on the system');
  const undo = undoWords({
    beliefs,
    facts: factAnswers(facts),
    ...(undoTool === undefined ? {} : { undoTool }),
  });
  if (undo !== undefined) words.push(undo);
  if ((modelPreferences?.intelligencePriority ?? 0) >= CAPABLE_MODEL)
    words.push('works best with a more capable model');
  return words;
};

const withoutRule = ({ outcome, rules, noHours }: Decided): string[] => {
  if (noHours) return ['the hours that the rules allow have no moment in common'];
  return rules.some((rule) => rule.outcome === outcome) ? [] : ['no rule allows it, so a person is asked'];
};

/** The reasons of a decision in plain words: the deciding rules, then the others, then what the hints tell. */
export const reasonsFor = (decided: Decided): readonly string[] => {
  const { outcome, rules, disclosure, quarantine } = decided;
  const deciding = rules.filter((rule) => rule.outcome === outcome).map(told);
  const others = rules.filter((rule) => rule.outcome !== outcome && rule.outcome !== 'auto').map(told);
  const conflicts = disclosure.conflicts.map(
    ({ between }) => `claims contradict each other: ${between.join(' and ')}`,
  );
  const all = [
    ...withoutRule(decided),
    ...deciding,
    ...(quarantine === null ? [] : [`set apart: ${quarantine}`]),
    ...others,
    ...conflicts,
    ...hintWords(decided),
  ];
  return [...new Set(all)];
};
