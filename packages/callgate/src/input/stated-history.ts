import type { DecisionInput, Policy } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import type { Counter, CounterReading, HistoryReadings } from '@callgate/core/decide';
import { counterText, emptyReading, listRuleCounters } from '@callgate/core/decide';
import { traceErrors } from '@callgate/messages/errors/trace';
import { ConditionError, parseCondition, findNearestName } from '@callgate/policy';

/** Counters as people write them, each with what earlier calls come to: a number, seconds ago, or true and false. */
export type StatedHistory = Readonly<Record<string, number | boolean>>;

/** A counter however its spaces and quotes are written; what is none, or more than one alone, stays as it is. */
const nameOf = (written: string): string => {
  for (const condition of [written, `${written} >= 0`])
    try {
      const parsed = parseCondition(condition);
      const alone = condition !== written && parsed.op === 'ge' ? parsed.left : parsed;
      if (alone.op === 'counter') return counterText(alone.counter);
    } catch (error) {
      if (!(error instanceof ConditionError)) throw error;
    }
  return written;
};

const readingOf = (counter: Counter, said: number | boolean, at: number): CounterReading | undefined => {
  const { measure, windowMs } = counter;
  if (measure === 'after' || measure === 'label') {
    if (typeof said !== 'boolean') return undefined;
    return said ? { most: at, ran: at } : emptyReading(counter);
  }
  if (typeof said !== 'number' || said < 0) return undefined;
  if (measure === 'since') return { most: at - said * 1000, ran: at - said * 1000 };
  return { most: said, ran: said, ...(windowMs !== null && said > 0 ? { first: at } : {}) };
};

/** What a policy's counters read: what is stated, and otherwise that no call was made. */
export const readStatedHistory = (
  { rules }: Policy,
  stated: StatedHistory | undefined,
  at: number,
): { readonly history?: HistoryReadings } => {
  const counters = new Map(listRuleCounters(rules).map((counter) => [counterText(counter), counter]));
  const history = new Map([...counters].map(([name, counter]) => [name, emptyReading(counter)]));
  for (const [written, said] of Object.entries(stated ?? {})) {
    const name = nameOf(written);
    const counter = counters.get(name);
    if (counter === undefined)
      throw new CallgateError(
        traceErrors.input.counterUnknown({
          counter: display(written, { max: 200 }),
          near: findNearestName(name, [...counters.keys()]),
        }),
      );
    const reading = readingOf(counter, said, at);
    if (reading === undefined)
      throw new CallgateError(traceErrors.input.counterValue({ counter: display(written, { max: 200 }) }));
    history.set(name, reading);
  }
  return counters.size === 0 ? {} : { history: Object.fromEntries(history) };
};

const isTimed = (name: string): boolean => !/^(?:count|sum)\(/.test(name);

/** What is stated of earlier calls; a counter that nothing is known of is left out. */
export const statedHistory = ({
  history = {},
  time,
}: Pick<DecisionInput, 'history' | 'time'>): { readonly history?: StatedHistory } => {
  const stated = Object.entries(history).flatMap(([name, { most }]): [string, number | boolean][] => {
    // what a store has is no counter that people write
    if (most === null || most === 0 || name.endsWith(' in store.labels')) return [];
    if (name.startsWith('since(')) return [[name, (time.at - most) / 1000]];
    return [[name, isTimed(name) ? true : most]];
  });
  return stated.length === 0 ? {} : { history: Object.fromEntries(stated) };
};
