import type { JsonObject, Policy } from '@callgate/core';
import { canonical } from '@callgate/core';
import type { Counter, CounterReading, HistoryReadings } from '@callgate/core/decide';
import { counterText, emptyReading, listCounterBounds, listRuleCounters } from '@callgate/core/decide';
import type { ComparedHistory } from '../api/hint-comparison.ts';

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

export interface ComparedHistories {
  readonly histories: readonly ComparedHistory[];
  /** There are more than are tried. */
  readonly isCut: boolean;
}

/** Readings by counters, of which those that are not named have none. */
type VariedReadings = Readonly<Record<string, CounterReading>>;

/** Every way to have no earlier call of a counter, or one of its bounds; so many at most that some are left out. */
const combine = (
  counters: readonly Counter[],
  readings: (counter: Counter) => readonly CounterReading[],
): readonly VariedReadings[] => {
  let all: readonly VariedReadings[] = [{}];
  for (const counter of counters) {
    const others = all;
    const name = counterText(counter);
    const varied = readings(counter).flatMap((reading) =>
      others.map((each) => ({ ...each, [name]: reading })),
    );
    all = [...others, ...varied].slice(0, MOST + 1);
  }
  return all;
};

/** No earlier call, and every bound that a rule of either policy draws, with those of all counters that the rule reads. */
export const listHistories = (policies: readonly Policy[], at: number): ComparedHistories => {
  const rules = policies.flatMap((policy) => policy.rules);
  const counters = listRuleCounters(rules);
  if (counters.length === 0) return { histories: [{ args: {} }], isCut: false };
  const args = counters.reduce<JsonObject>(
    (all, { of }) => (of === undefined ? all : putAmount(all, of)),
    {},
  );
  const empty: HistoryReadings = Object.fromEntries(
    counters.map((counter) => [counterText(counter), emptyReading(counter)]),
  );
  const bounds = listCounterBounds(rules);
  const readings = (counter: Counter): readonly CounterReading[] => {
    const name = counterText(counter);
    const own = bounds.flatMap((each) => (counterText(each.counter) === name ? [each.bound] : []));
    return readingsOf(counter, own, at);
  };
  const varied = new Map(
    rules
      .flatMap((rule) => combine(listRuleCounters([rule]), readings))
      .toSorted((one, other) => Object.keys(one).length - Object.keys(other).length)
      .map((each) => [canonical(JSON.parse(JSON.stringify(each))), each]),
  );
  const histories = [...varied.values()].map((each) => ({ history: { ...empty, ...each }, args }));
  return { histories: histories.slice(0, MOST), isCut: histories.length > MOST };
};
