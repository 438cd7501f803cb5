import type { Json, JsonObject } from '@callgate/core';
import type { Expression } from '@callgate/core/decide';
import type { Counter } from '@callgate/core/decide';
import type { readHistory } from '@callgate/core/decide';
import { FAULT, MISSING, NEVER, compileExpression, globMatches } from '@callgate/core/decide';
import { PredicateCollection, counterKey, isCounterKey } from './collect-predicates.ts';
import type { Assignment, Guard, Variable } from './diagrams.ts';
import { ALWAYS, Diagrams } from './diagrams.ts';
import type { Partition } from './partition.ts';
import { tabulate } from './partition.ts';
import type { TextPredicate } from './text-classes.ts';
import { listTextClasses } from './text-classes.ts';
import { listValueClasses, numberClasses } from './value-classes.ts';

/** A variable with what its values mean. */
export interface Choice<T extends Json = Json> {
  readonly variable: Variable;
  readonly values: readonly T[];
}

/** What a condition can come to. */
export type TruthName = 'yes' | 'no' | 'missing' | 'fault';

/** A condition of which nothing is known but what it can come to. */
export interface OpaqueCondition {
  readonly expression: Expression;
  readonly choice: Choice<TruthName>;
}

const FIRST_DAY = Date.UTC(2000, 0, 1);
const LAST_DAY = Date.UTC(2099, 11, 31);
const DAY = 86_400_000;

const testText = ({ test, constant, folded }: TextPredicate, written: string): number => {
  const text = folded ? written.toLowerCase() : written;
  switch (test) {
    case 'eq':
      return Number(text === constant);
    case 'startsWith':
      return Number(text.startsWith(constant));
    case 'endsWith':
      return Number(text.endsWith(constant));
    case 'contains':
      return Number(text.includes(constant));
    case 'glob':
      return Number(globMatches(constant, text));
    case 'order':
      return text < constant ? 0 : text === constant ? 1 : 2;
  }
};

/** The day of the week as conditions read it: Monday 1 to Sunday 7. */
export const weekdayOf = (date: string): number => new Date(date).getUTCDay() || 7;

/** A day of every kind that conditions tell apart. */
const listDays = (predicates: readonly TextPredicate[]): readonly string[] => {
  const kinds = new Map<string, string>();
  for (let at = FIRST_DAY + 9497 * DAY, step = 0; step * DAY <= LAST_DAY - FIRST_DAY; step += 1) {
    // from 2026 on, and then the years before
    const moment =
      at + step * DAY > LAST_DAY ? at + step * DAY - (LAST_DAY - FIRST_DAY) - DAY : at + step * DAY;
    const date = new Date(moment).toISOString().slice(0, 10);
    const kind = [weekdayOf(date), ...predicates.map((predicate) => testText(predicate, date))].join();
    if (!kinds.has(kind)) kinds.set(kind, date);
  }
  return [...kinds.values()];
};

const fragmentOf = (path: readonly string[], value: Json): JsonObject => {
  const [first = '', ...rest] = path;
  return { [first]: rest.length === 0 ? value : fragmentOf(rest, value) };
};

/** Arguments that hold nothing but one path, with it absent or no object on its way as well. */
const fragmentsOf = (path: readonly string[], values: readonly Json[]): readonly JsonObject[] => [
  {},
  ...values.map((value) => fragmentOf(path, value)),
  ...path.slice(1).map((_, at) => fragmentOf(path.slice(0, at + 1), {})),
  ...path.slice(1).map((_, at) => fragmentOf(path.slice(0, at + 1), 'x')),
];

const sizeOfFragment = (fragment: JsonObject): number => JSON.stringify(fragment).length / 4;

/** What a counter can come to, the empty history first: a number for every stretch, null where it cannot be told. */
const counterValues = ({ measure }: Counter, constants: readonly number[]): readonly Json[] => {
  if (measure === 'after' || measure === 'label') return [false, true];
  const classes = numberClasses([0, ...constants]).filter((value) => value >= 0);
  if (measure === 'since') return [NEVER, ...classes];
  const values = measure === 'count' ? [...new Set(classes.map(Math.ceil))] : classes;
  return [0, ...values.filter((value) => value > 0), null];
};

/** What left is among what left or waits: whether a counter can come to both. */
const isPossiblePair = (measure: Counter['measure'], most: Json, ran: Json): boolean => {
  if (measure === 'after' || measure === 'label') return most === true || ran === false;
  // of a sum that cannot be told
  if (most === null || ran === null) return most === null;
  return measure === 'since' ? Number(most) <= Number(ran) : Number(most) >= Number(ran);
};

/** Everything about a situation that conditions can tell apart, as variables of one diagram. */
export class SituationSpace {
  readonly diagrams: Diagrams;
  readonly predicates: PredicateCollection = new PredicateCollection();
  readonly #choices: Map<string, Choice> = new Map();
  readonly #opaque: Map<string, OpaqueCondition> = new Map();
  readonly #texts: Map<string, Choice | undefined> = new Map();
  /** Arguments that can fare in too many ways: to find that out takes long. */
  readonly #uncounted: Set<string> = new Set();

  constructor(diagrams: Diagrams = new Diagrams()) {
    this.diagrams = diagrams;
  }

  /** The variable of this name; the first value is the one that needs no mention. */
  choice<const T extends Json>(name: string, values: readonly T[], costs: readonly number[]): Choice<T> {
    const known = this.#choices.get(name);
    // one name always has the same values
    if (known !== undefined) return known as Choice<T>;
    const made = { variable: this.diagrams.addVariable(name, costs), values };
    this.#choices.set(name, made);
    return made;
  }

  guard<T extends Json>({ variable, values }: Choice<T>, accepts: (value: T) => boolean): Guard {
    return this.diagrams.where(variable, (at) => {
      const value = values[at];
      return value !== undefined && accepts(value);
    });
  }

  partition<T extends Json>({ variable, values }: Choice<T>): Partition<T> {
    return tabulate(this.diagrams, [variable], ([at = 0]) => values[at] as T);
  }

  /** An argument's classes, as arguments that hold nothing else; undefined where there are too many. */
  argument(path: readonly string[]): Choice<JsonObject> | undefined {
    const name = `args ${JSON.stringify(path)}`;
    const known = this.#choices.get(name);
    if (known !== undefined) return known as Choice<JsonObject>;
    if (this.#uncounted.has(name)) return undefined;
    const values = listValueClasses(this.predicates.of(JSON.stringify(path)));
    if (values === undefined) {
      this.#uncounted.add(name);
      return undefined;
    }
    const fragments = fragmentsOf(path, values);
    return this.choice(
      name,
      fragments,
      fragments.map((fragment, at) => (at === 0 ? 0 : 1 + sizeOfFragment(fragment))),
    );
  }

  /** Classes of a text or number that a field holds; undefined where there are too many. */
  open(field: string): Choice | undefined {
    if (!this.#texts.has(field)) this.#texts.set(field, this.#makeOpen(field));
    return this.#texts.get(field);
  }

  /** Where no counter that was read so far comes to more calls that left than calls altogether. */
  get possible(): Guard {
    const { diagrams } = this;
    return diagrams.all(
      [...new Set(this.predicates.counters.values())].map((counter) => {
        const [most, ran] = (['most', 'ran'] as const).map((read) =>
          this.#choices.get(counterKey(counter, read)),
        );
        if (most === undefined || ran === undefined) return ALWAYS;
        return diagrams.any(
          ran.values.map((value) =>
            diagrams.and(
              this.guard(ran, (each) => each === value),
              this.guard(most, (each) => isPossiblePair(counter.measure, each, value)),
            ),
          ),
        );
      }),
    );
  }

  /** Where the session has no label of its own but these. */
  withLabels(raised: readonly string[]): Guard {
    const { diagrams } = this;
    return diagrams.all(
      [...this.predicates.counters].flatMap(([key, { label }]) => {
        const choice = this.#choices.get(key);
        if (choice === undefined || label === undefined || raised.includes(label)) return [];
        return [this.guard(choice, (value) => value === false)];
      }),
    );
  }

  member(field: string, constant: string): Choice<boolean> {
    return this.choice(`member ${JSON.stringify([field, constant])}`, [false, true], [0, 2]);
  }

  /** `scope` keeps apart what a condition comes to with and without the claims of a server. */
  opaque(expression: Expression, scope: string, values: readonly TruthName[]): OpaqueCondition {
    const key = JSON.stringify([scope, expression]);
    const known = this.#opaque.get(key);
    if (known !== undefined) return known;
    const choice = this.choice(
      `opaque ${key}`,
      values,
      values.map((value, at) => (at === 0 ? 0 : value === 'fault' ? 8 : 4)),
    );
    const made = { expression, choice };
    this.#opaque.set(key, made);
    return made;
  }

  get opaqueConditions(): readonly OpaqueCondition[] {
    return [...this.#opaque.values()];
  }

  get choices(): ReadonlyMap<string, Choice> {
    return this.#choices;
  }

  valueOf<T extends Json>({ variable, values }: Choice<T>, assignment: Assignment): T {
    return values[assignment.get(variable) ?? 0] as T;
  }

  #makeOpen(field: string): Choice | undefined {
    const { texts, numbers } = this.predicates.of(field);
    const counter = this.predicates.counters.get(field);
    if (counter !== undefined) {
      const values = counterValues(counter, numbers);
      return this.choice(
        field,
        values,
        values.map((value, at) => (at === 0 ? 0 : value === null ? 8 : 2)),
      );
    }
    if (field === 'tool.intelligencePriority') {
      const values = [0, ...numberClasses([0, 1, ...numbers]).filter((value) => value > 0 && value <= 1)];
      return this.choice(
        field,
        values,
        values.map((_, at) => (at === 0 ? 0 : 2)),
      );
    }
    const values = field === 'time.date' ? listDays(texts) : listTextClasses(texts, { isName: true });
    return values === undefined
      ? undefined
      : this.choice(
          field,
          values,
          values.map((value, at) => (at === 0 || field === 'time.date' ? 0.01 * at : value.length / 8 + 0.5)),
        );
  }
}

/** What an expression comes to for arguments and one field. */
export const settle = (
  expression: Expression,
  args: JsonObject,
  field?: { readonly name: string; readonly value: Json },
  history?: ReturnType<typeof readHistory>,
): TruthName => {
  const index = new Map(field === undefined ? [] : [[field.name, 0]]);
  const value = compileExpression(
    expression,
    index,
  )({
    fields: field === undefined ? [] : [field.value],
    args,
    locals: [],
    ...(field !== undefined && isCounterKey(field.name) ? { history: () => field.value ?? FAULT } : {}),
    ...(history === undefined ? {} : { history }),
  });
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === MISSING ? 'missing' : 'fault';
};
