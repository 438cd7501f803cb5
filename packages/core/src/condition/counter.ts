import type { Json, JsonObject } from '../receive/json.ts';
import { getOwn, isJsonObject } from '../receive/json.ts';

/** Whose calls count together. */
export const COUNTER_SCOPES = ['session', 'principal', 'server', 'all'] as const;
export type CounterScope = (typeof COUNTER_SCOPES)[number];

/**
 * What a condition reads of earlier calls: how many there were, what an argument of theirs adds up to, when the last
 * one left, whether there was one, or whether a rule raised a label.
 */
export interface Counter {
  readonly measure: 'count' | 'sum' | 'since' | 'after' | 'label';
  /** Patterns of the tools whose calls count; none for a label. */
  readonly tools: readonly string[];
  /** Of a sum: the path of the argument. */
  readonly of?: readonly string[];
  /** Of a label: its name. */
  readonly label?: string;
  /** How long a call counts; null: always. */
  readonly windowMs: number | null;
  readonly per: CounterScope;
  /** Only calls that use a model count, or may: of which nobody says that they do not. */
  readonly ai?: true;
}

/**
 * What was read of a counter, the call itself left out. `most` counts calls that wait for approval too, `ran` only
 * those that left. Of `count` a number of calls; of `sum` an amount, null where one of them has none; of the others
 * the time of the last call in milliseconds, null where there is none.
 */
export interface CounterReading {
  readonly most: number | null;
  readonly ran: number | null;
  /** When the first of the calls that count left. */
  readonly first?: number;
}

/** Readings by the counters as they are written. */
export type HistoryReadings = Readonly<Record<string, CounterReading>>;

/** No call has been made. */
export const emptyReading = ({ measure }: Counter): CounterReading =>
  measure === 'count' || measure === 'sum' ? { most: 0, ran: 0 } : { most: null, ran: null };

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'm'],
  [1000, 's'],
  [1, 'ms'],
] as const;

/** A duration as policies write it. */
export const formatWindow = (ms: number): string => {
  const [unit, name] = UNITS.find(([each]) => ms % each === 0) ?? [1, 'ms'];
  return `${ms / unit}${name}`;
};

const pathText = (path: readonly string[]): string =>
  path.reduce(
    (text, key) => (/^[A-Za-z_]\w*$/.test(key) ? `${text}.${key}` : `${text}[${JSON.stringify(key)}]`),
    'args',
  );

/** The counter as a policy would write it. It names what was read, in the audit log too. */
export const counterText = ({ measure, tools, of, label, windowMs, per, ai }: Counter): string => {
  if (measure === 'label') return `${JSON.stringify(label)} in session.labels`;
  const parts = [
    ...(of === undefined ? [] : [pathText(of)]),
    JSON.stringify(tools.length === 1 ? tools[0] : tools),
    ...(windowMs === null ? [] : [JSON.stringify(formatWindow(windowMs))]),
    ...(per === 'session' ? [] : [JSON.stringify(per)]),
  ];
  return `${measure}(${parts.join(', ')})${ai === true ? ' of AI use' : ''}`;
};

/** An amount is kept in ten-thousandths, so that sums are exact. */
export const AMOUNT_UNITS = 10_000;
const LARGEST_AMOUNT = 1_000_000_000;
/** What floating point adds to a whole number of units. */
const NOISE = 1e-3;

/** An amount in units, what is left of one counting as a whole; undefined where it is none that can be added up. */
const unitsOf = (amount: Json | undefined): number | undefined => {
  if (typeof amount !== 'number' || !(amount >= 0 && amount <= LARGEST_AMOUNT)) return undefined;
  const units = amount * AMOUNT_UNITS;
  const whole = Math.round(units);
  return Math.abs(units - whole) < NOISE ? whole : Math.ceil(units);
};

/** What a call adds to a sum, in units; undefined where its arguments have no amount there. */
export const readAmount = (args: JsonObject, path: readonly string[]): number | undefined => {
  let value: Json | undefined = args;
  for (const key of path) value = isJsonObject(value) ? getOwn(value, key) : undefined;
  return unitsOf(value);
};

/** The same of an amount alone. */
export const toUnits = (amount: number): number => unitsOf(amount) ?? Math.round(amount * AMOUNT_UNITS);
