import { decisionMessages } from '@callgate/messages/decision';
import type { Counter } from '../condition/counter.ts';
import { counterText, formatWindow } from '../condition/counter.ts';
import type { Expression } from '../condition/expression.ts';
import { listSubexpressions } from '../condition/expression.ts';
import { NEVER } from '../condition/read-counters.ts';
import { readHistory } from './call-history.ts';
import type { Decision } from './decision.ts';
import type { DecisionInput } from './decision-input.ts';
import type { Policy, Rule } from './policy.ts';

const { figures } = decisionMessages;

export interface CountedBound {
  readonly counter: Counter;
  readonly bound: number;
}

/** The counters that a condition compares with a number. */
const listBounds = (node: Expression): readonly CountedBound[] => {
  if ('left' in node) {
    const [counter, bound] = node.left.op === 'counter' ? [node.left, node.right] : [node.right, node.left];
    if (counter.op === 'counter' && bound.op === 'value' && typeof bound.value === 'number')
      return [{ counter: counter.counter, bound: bound.value }];
  }
  return listSubexpressions(node).flatMap(listBounds);
};

/** Every number that rules compare a counter with. */
export const listCounterBounds = (rules: readonly Rule[]): readonly CountedBound[] =>
  rules.flatMap(({ when, exceptions }) =>
    [...(when === undefined ? [] : [when]), ...exceptions.map(({ unless }) => unless)].flatMap(listBounds),
  );

const figureOf = ({ counter, bound }: CountedBound, input: DecisionInput): string | undefined => {
  const value = readHistory(input)(counter, true);
  if (typeof value !== 'number') return undefined;
  if (counter.measure === 'since') return value === NEVER ? undefined : figures.since({ seconds: value });
  const window = counter.windowMs === null ? undefined : formatWindow(counter.windowMs);
  return figures.counted({ value, bound, window });
};

/** When the first of the calls that count for a rule counts no more; undefined where waiting does not help. */
const retryTimeOf = ({ when }: Rule, { history }: DecisionInput): number | undefined => {
  const times = (when === undefined ? [] : listBounds(when)).flatMap(({ counter }) => {
    const first = history?.[counterText(counter)]?.first;
    return first === undefined || counter.windowMs === null ? [] : [first + counter.windowMs];
  });
  return times.length === 0 ? undefined : Math.max(...times);
};

/** The rules that block a call, where all of them only slow calls down. */
const slowingRules = ({ rules }: Policy, decision: Decision): readonly Rule[] => {
  const blocking = decision.rules
    .filter(({ outcome }) => outcome === 'block')
    .map(({ id, layer }) => rules.find((rule) => rule.id === id && rule.layer === layer));
  return blocking.every((rule) => rule?.slow === true) ? blocking.filter((rule) => rule !== undefined) : [];
};

/** When a call may be made that is only too early; undefined where it is blocked for anything else. */
export const findRetryTime = (
  policy: Policy,
  decision: Decision,
  input: DecisionInput,
): number | undefined => {
  const times = slowingRules(policy, decision).flatMap((rule) => retryTimeOf(rule, input) ?? []);
  return decision.outcome !== 'block' || times.length === 0 ? undefined : Math.max(...times);
};

/** The reasons of rules that count, with what they counted. */
export const withFigures = (policy: Policy, decision: Decision, input: DecisionInput): Decision => {
  const told = new Map<string, string>();
  for (const { id, layer, reason } of decision.rules) {
    const when = policy.rules.find((rule) => rule.id === id && rule.layer === layer)?.when;
    const found = (when === undefined ? [] : listBounds(when)).flatMap((each) => figureOf(each, input) ?? []);
    if (found.length > 0) told.set(reason, figures.behind({ figures: [...new Set(found)] }));
  }
  const retryAt = findRetryTime(policy, decision, input);
  if (told.size === 0 && retryAt === undefined) return decision;
  const reasons = decision.reasons.map((text) => {
    const reason = [...told.keys()].find((each) => text.startsWith(each));
    return reason === undefined ? text : reason + (told.get(reason) ?? '') + text.slice(reason.length);
  });
  const again = retryAt === undefined ? [] : [figures.retry({ seconds: (retryAt - input.time.at) / 1000 })];
  const [first, ...rest] = reasons;
  return Object.freeze({
    ...decision,
    reasons: Object.freeze([...(first === undefined ? [] : [first]), ...again, ...rest]),
  });
};
