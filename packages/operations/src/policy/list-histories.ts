import type { JsonObject, Policy } from '@callgate/core';
import type { Counter, CounterReading, HistoryReadings } from '@callgate/core/decide';
import { counterText, emptyReading, listCounterBounds, listRuleCounters } from '@callgate/core/decide';

/** Earlier calls that policies may tell apart, with the amounts that a call itself needs to be judged by them. */
export interface ComparedHistory {
  readonly history?: HistoryReadings;
  readonly args: JsonObject;
}

/** More counters and bounds than these are not tried. */
const MOST = 32;

const putAmount = (args: JsonObject, [first = '', ...rest]: readonly string[]): JsonObject => {
  const inner = args[first];
  const object: JsonObject =
    typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? (inner as JsonObject) : {};
  return { ...args, [first]: rest.length === 0 ? 0 : putAmount(object, rest) };
};

const same = (value: number): CounterReading => ({ most: value, ran: value });

const readingsOf = (counter: Counter, bounds: readonly number[], at: number): readonly CounterReading[] => {
  switch (counter.measure) {
    case 'count':
    case 'sum':
      return bounds.flatMap((bound) => [bound, bound + 1]).map((value) => same(Math.max(0, value)));
    case 'since':
      return bounds.flatMap((bound) => [bound, bound + 1]).map((value) => same(at - value * 1000));
    case 'after':
    case 'label':
      return [same(at)];
  }
};

/** No earlier call, and every bound that a rule of either policy draws, one counter at a time. */
export const listHistories = (policies: readonly Policy[], at: number): readonly ComparedHistory[] => {
  const rules = policies.flatMap((policy) => policy.rules);
  const counters = listRuleCounters(rules);
  if (counters.length === 0) return [{ args: {} }];
  const args = counters.reduce<JsonObject>(
    (all, { of }) => (of === undefined ? all : putAmount(all, of)),
    {},
  );
  const empty: HistoryReadings = Object.fromEntries(
    counters.map((counter) => [counterText(counter), emptyReading(counter)]),
  );
  const bounds = listCounterBounds(rules);
  const varied = counters.flatMap((counter) => {
    const name = counterText(counter);
    const own = bounds.flatMap((each) => (counterText(each.counter) === name ? [each.bound] : []));
    return readingsOf(counter, own, at).map((reading) => ({ history: { ...empty, [name]: reading }, args }));
  });
  return [{ history: empty, args }, ...varied].slice(0, MOST);
};
