import type { Counter, Expression } from '@callgate/core/decide';
import { counterText } from '@callgate/core/decide';
import { policyErrors } from '@callgate/messages/errors/policy';
import type { ErrorText } from '@callgate/messages/text/error-text';
import type { LimitEntry, RuleEntry } from './policy-file.ts';
import { readWindow } from './read-counter.ts';

/** What a limit adds to its rule: the condition that a call is more than it allows, and what happens then. */
export interface LimitRule {
  readonly when: Expression;
  readonly text: string;
  readonly then: 'confirm' | 'block';
  readonly slow: boolean;
}

const argumentPath = (text: string): readonly string[] | undefined =>
  /^args(?:\.[A-Za-z_]\w*)+$/.test(text) ? text.split('.').slice(1) : undefined;

interface LimitMeasure {
  readonly counter: Pick<Counter, 'measure' | 'of' | 'ai'>;
  readonly most: number;
}

const measureOf = ({ calls, ai, sum, most }: LimitEntry): LimitMeasure | ErrorText => {
  const found: LimitMeasure[] = [];
  if (calls !== undefined && most === undefined) found.push({ counter: { measure: 'count' }, most: calls });
  if (ai !== undefined && most === undefined)
    found.push({ counter: { measure: 'count', ai: true }, most: ai });
  const of = sum === undefined ? undefined : argumentPath(sum);
  if (of !== undefined && most !== undefined) found.push({ counter: { measure: 'sum', of }, most });
  const isOne = [calls, ai, sum].filter((each) => each !== undefined).length === 1;
  return (isOne ? found[0] : undefined) ?? policyErrors.limitMeasure();
};

/** A tool of which nobody says whether it does may use AI. */
const MAY_USE_AI: Expression = {
  op: 'ne',
  left: { op: 'field', name: 'tool.usesAi' },
  right: { op: 'value', value: 'no' },
};

const THEN = { ask: 'confirm', block: 'block', slow: 'block' } as const;

/** A limit as the condition it stands for, or what is wrong with it. */
export const readLimit = (
  entry: LimitEntry,
  { then, tools }: Pick<RuleEntry, 'then'> & { readonly tools: readonly string[] },
): LimitRule | ErrorText => {
  if (then !== undefined) return policyErrors.limitThen();
  const measured = measureOf(entry);
  if ('code' in measured) return measured;
  const windowMs = readWindow(entry.window);
  if (typeof windowMs !== 'number') return windowMs;
  const counter: Counter = { ...measured.counter, tools, windowMs, per: entry.per ?? 'session' };
  const isMore: Expression = {
    op: 'gt',
    left: { op: 'counter', counter },
    right: { op: 'value', value: measured.most },
  };
  return {
    when: counter.ai === true ? { op: 'and', of: [MAY_USE_AI, isMore] } : isMore,
    text: `${counterText(counter)} > ${measured.most}`,
    then: THEN[entry.edge],
    slow: entry.edge === 'slow',
  };
};
