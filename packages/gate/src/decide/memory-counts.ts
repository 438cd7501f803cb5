import type { CallCount, CallShare, CallTotals, CountQuestion } from '../store/call-counts.ts';

interface LeftCall {
  readonly call: string;
  readonly at: number;
  readonly amount: number | null;
  /** What it and all before it come to. */
  readonly upTo: CallTotals;
}

interface CountedCalls {
  left: LeftCall[];
  readonly waiting: Map<string, number | null>;
}

const NONE: CallTotals = { calls: 0, amounts: 0, units: 0 };

const sum = (one: CallTotals, other: CallTotals, sign: 1 | -1 = 1): CallTotals => ({
  calls: one.calls + sign * other.calls,
  amounts: one.amounts + sign * other.amounts,
  units: one.units + sign * other.units,
});

const totalsOf = (amount: number | null): CallTotals =>
  amount === null ? { calls: 1, amounts: 0, units: 0 } : { calls: 1, amounts: 1, units: amount };

const append = (left: LeftCall[], call: string, at: number, amount: number | null): void => {
  left.push({ call, at, amount, upTo: sum(left.at(-1)?.upTo ?? NONE, totalsOf(amount)) });
};

const without = (calls: readonly LeftCall[], isGone: (call: LeftCall) => boolean): LeftCall[] => {
  const left: LeftCall[] = [];
  for (const { call, at, amount } of calls.filter((each) => !isGone(each))) append(left, call, at, amount);
  return left;
};

/** How many of the calls, in the order in which they left, had left by then. */
const countUntil = (left: readonly LeftCall[], at: number): number => {
  let [low, high] = [0, left.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((left[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Which calls count where, in memory: what a store keeps, for logs and traces that are played again. */
export class MemoryCounts {
  readonly #series: Map<string, CountedCalls> = new Map();
  readonly #placesOf: Map<string, readonly string[]> = new Map();

  counts(questions: readonly CountQuestion[], except: string): readonly CallCount[] {
    return questions.map(({ series, holders, after }) => {
      let [ran, waiting] = [NONE, NONE];
      const times: number[] = [];
      for (const holder of holders) {
        const counted = this.#series.get(`${series}\n${holder}`);
        if (counted === undefined) continue;
        const left = counted.left.some(({ call }) => call === except && except !== '')
          ? without(counted.left, ({ call }) => call === except)
          : counted.left;
        const from = countUntil(left, after);
        const [first, last] = [left[from], left.at(-1)];
        if (first !== undefined && last !== undefined) {
          ran = sum(ran, sum(last.upTo, left[from - 1]?.upTo ?? NONE, -1));
          times.push(first.at, last.at);
        }
        for (const [call, amount] of counted.waiting)
          if (call !== except) waiting = sum(waiting, totalsOf(amount));
      }
      const isEmpty = times.length === 0;
      return {
        ran,
        waiting,
        first: isEmpty ? null : Math.min(...times),
        last: isEmpty ? null : Math.max(...times),
      };
    });
  }

  count(call: string, shares: readonly CallShare[], at: number | null): void {
    this.remove(call);
    const places = shares.map(({ series, holder }) => `${series}\n${holder}`);
    if (places.length > 0) this.#placesOf.set(call, places);
    for (const [index, { amount, keptMs }] of shares.entries()) {
      const place = places[index] ?? '';
      const counted = this.#series.get(place) ?? { left: [], waiting: new Map<string, number | null>() };
      this.#series.set(place, counted);
      if (at === null) counted.waiting.set(call, amount);
      else {
        if ((counted.left[0]?.at ?? at) <= at - keptMs)
          counted.left = without(counted.left, (other) => other.at <= at - keptMs);
        append(counted.left, call, at, amount);
      }
    }
  }

  remove(call: string): void {
    for (const place of this.#placesOf.get(call) ?? []) {
      const counted = this.#series.get(place);
      if (counted === undefined || counted.waiting.delete(call)) continue;
      counted.left = without(counted.left, (other) => other.call === call);
    }
    this.#placesOf.delete(call);
  }
}
