import type { Counter, CounterReading, HistoryReadings } from '../condition/counter.ts';
import { AMOUNT_UNITS, counterText, emptyReading, readAmount, toUnits } from '../condition/counter.ts';
import type { Frame } from '../condition/evaluate.ts';
import { FAULT } from '../condition/evaluate.ts';
import { toolPatternMatches } from '../condition/glob.ts';
import { NEVER, listCounters } from '../condition/read-counters.ts';
import type { ToolInput } from '../disclose/tool-input.ts';
import type { DecisionInput } from './decision-input.ts';
import type { Policy, Rule } from './policy.ts';

export const listRuleCounters = (rules: readonly Rule[]): readonly Counter[] =>
  listCounters(
    rules.flatMap(({ when, exceptions }) => [
      ...(when === undefined ? [] : [when]),
      ...exceptions.map(({ unless }) => unless),
    ]),
  );

/** What is read where no call has been made; nothing where a policy reads nothing of the kind. */
export const emptyHistory = ({ rules }: Pick<Policy, 'rules'>): { readonly history?: HistoryReadings } => {
  const counters = listRuleCounters(rules);
  return counters.length === 0
    ? {}
    : {
        history: Object.fromEntries(counters.map((counter) => [counterText(counter), emptyReading(counter)])),
      };
};

/** The counters that rules about a tool read. */
export const listCountersRead = ({ rules }: Policy, { server, name }: ToolInput): readonly Counter[] =>
  listRuleCounters(
    rules.filter(({ tools }) => tools.some((pattern) => toolPatternMatches(pattern, server.name, name))),
  );

export const countsCallsOf = ({ tools }: Counter, { server, name }: ToolInput): boolean =>
  tools.some((pattern) => toolPatternMatches(pattern, server.name, name));

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

const historyOf = (history: DecisionInput['history'], text: string): CounterReading | undefined =>
  history !== undefined && Object.hasOwn(history, text) ? history[text] : undefined;

type HistoryReader = NonNullable<Frame['history']>;

/** What counters come to for a call: it counts itself among the calls it is judged by. */
export const readHistory =
  ({ history, tool, args, time }: DecisionInput): HistoryReader =>
  (counter, isMost) => {
    const reading = historyOf(history, counterText(counter));
    const known = isMost ? reading?.most : reading?.ran;
    if (known !== null && !isCount(known)) return FAULT;
    const isOwn = isMost && countsCallsOf(counter, tool);
    switch (counter.measure) {
      case 'count':
        return known === null ? FAULT : known + (isOwn ? 1 : 0);
      case 'sum': {
        const own = isOwn ? readAmount(args, counter.of ?? []) : 0;
        return known === null || own === undefined ? FAULT : (toUnits(known) + own) / AMOUNT_UNITS;
      }
      case 'since':
        return known === null ? NEVER : Math.max(0, (time.at - known) / 1000);
      case 'after':
      case 'label':
        return known !== null;
    }
  };
