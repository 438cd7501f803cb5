/** How a text is compared with a constant. */
export type TextTest = 'eq' | 'startsWith' | 'endsWith' | 'contains' | 'glob' | 'order';

export interface TextPredicate {
  readonly test: TextTest;
  readonly constant: string;
  /** The text is put in lower case first. */
  readonly folded: boolean;
}

/** A set of places in a pattern, as a number each; what is left of a predicate after some characters. */
type State = readonly number[];

interface Machine {
  readonly start: State;
  step(state: State, character: string): State;
  /** What the predicate comes to where the text ends here. */
  result(state: State): number;
}

const ANY_RUN = Symbol('run');
const ANY_ONE = Symbol('one');

type Token = string | typeof ANY_RUN | typeof ANY_ONE;

const unitsOf = (text: string): string[] => text.split('');

const tokensOf = ({ test, constant }: TextPredicate): readonly Token[] => {
  const units = unitsOf(constant);
  switch (test) {
    case 'startsWith':
      return [...units, ANY_RUN];
    case 'endsWith':
      return [ANY_RUN, ...units];
    case 'contains':
      return [ANY_RUN, ...units, ANY_RUN];
    default:
      return units.map((unit) => (unit === '*' ? ANY_RUN : unit === '?' ? ANY_ONE : unit));
  }
};

/** All places reachable without a character: a run of any length may be empty. */
const closure = (tokens: readonly Token[], places: Iterable<number>): State => {
  const all = new Set<number>();
  for (const place of places)
    for (let at = place; !all.has(at); at += 1) {
      all.add(at);
      if (tokens[at] !== ANY_RUN) break;
    }
  // what ends in a run of any characters matches whatever follows: nothing else matters then
  const last = tokens.length - 1;
  if (tokens[last] === ANY_RUN && all.has(last)) return [last];
  return [...all].toSorted((a, b) => a - b);
};

const patternMachine = (predicate: TextPredicate): Machine => {
  const tokens = tokensOf(predicate);
  return {
    start: closure(tokens, [0]),
    step: (state, character) =>
      closure(
        tokens,
        state.flatMap((place) => {
          const token = tokens[place];
          if (token === ANY_RUN) return [place];
          return token === ANY_ONE || token === character ? [place + 1] : [];
        }),
      ),
    result: (state) =>
      closure(tokens, state).some(
        (at) => at === tokens.length || (tokens[at] === ANY_RUN && at === tokens.length - 1),
      )
        ? 1
        : 0,
  };
};

const LESS = -1;
const GREATER = -2;

/** Before, at or after the constant, by UTF-16 units. */
const orderMachine = ({ constant }: TextPredicate): Machine => ({
  start: [0],
  step: ([place = LESS], character) => {
    if (place < 0) return [place];
    const unit = constant[place];
    if (unit === undefined || character > unit) return [GREATER];
    return [character < unit ? LESS : place + 1];
  },
  result: ([place = LESS]) => (place === GREATER ? 2 : place === constant.length ? 1 : 0),
});

/** Which of many constants a text is. */
const wordsMachine = (words: readonly string[]): Machine => {
  const nodes: Map<string, number>[] = [new Map()];
  const ends = new Map<number, number>();
  for (const [at, word] of words.entries()) {
    let node = 0;
    for (const unit of unitsOf(word)) {
      const next = nodes[node]?.get(unit) ?? nodes.length;
      if (next === nodes.length) nodes.push(new Map());
      nodes[node]?.set(unit, next);
      node = next;
    }
    ends.set(node, at + 1);
  }
  return {
    start: [0],
    step: ([node = -1], character) => {
      const next = nodes[node]?.get(character);
      return next === undefined ? [] : [next];
    },
    result: ([node = -1]) => ends.get(node) ?? 0,
  };
};

const foldUnit = (unit: string): string => (unit >= 'A' && unit <= 'Z' ? unit.toLowerCase() : unit);

const folded = (machine: Machine): Machine => ({
  ...machine,
  step: (state, character) => machine.step(state, foldUnit(character)),
});

const isWord = ({ test, constant }: TextPredicate): boolean =>
  test === 'eq' || (test === 'glob' && !/[*?]/.test(constant));

/** Constants are one machine together: there can be hundreds of them. */
const machinesOf = (predicates: readonly TextPredicate[]): readonly Machine[] =>
  [false, true].flatMap((isFolded) => {
    const some = predicates.filter((predicate) => predicate.folded === isFolded);
    const words = some.filter(isWord).map(({ constant }) => constant);
    const others = some
      .filter((predicate) => !isWord(predicate))
      .map((predicate) => (predicate.test === 'order' ? orderMachine(predicate) : patternMachine(predicate)));
    const machines = words.length === 0 ? others : [wordsMachine(words), ...others];
    return isFolded ? machines.map(folded) : machines;
  });

/** A machine whose states are numbers and whose steps are found once. */
class KnownMachine {
  readonly #machine: Machine;
  readonly #states: State[] = [];
  readonly #numbers: Map<string, number> = new Map();
  readonly #steps: Map<string, number>[] = [];

  constructor(machine: Machine) {
    this.#machine = machine;
    this.#numberOf(machine.start);
  }

  step(state: number, character: string): number {
    const known = this.#steps[state]?.get(character);
    if (known !== undefined) return known;
    const next = this.#numberOf(this.#machine.step(this.#states[state] ?? [], character));
    this.#steps[state]?.set(character, next);
    return next;
  }

  result(state: number): number {
    return this.#machine.result(this.#states[state] ?? []);
  }

  #numberOf(state: State): number {
    const key = state.join();
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const made = this.#states.push(state) - 1;
    this.#numbers.set(key, made);
    this.#steps.push(new Map());
    return made;
  }
}

const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

/** Characters that stand for all that are not named, pleasant ones first. */
const OTHERS: readonly string[] = [...'xyzabcdefghijklmnopqrstuvw0123456789-_.~'];

/** Constants do not name every character there is. */
const unnamedUnit = (named: ReadonlySet<string>): string => {
  let code = 0xa1;
  while (named.has(String.fromCharCode(code))) code += 1;
  return String.fromCharCode(code);
};

/** One character of every kind that the predicates can tell apart, pleasant ones first. */
const alphabetOf = (predicates: readonly TextPredicate[]): readonly string[] => {
  const named = new Set(
    predicates.flatMap(({ constant, folded: isFolded }) =>
      unitsOf(constant).flatMap((unit) => (isFolded ? [unit, unit.toUpperCase()] : [unit])),
    ),
  );
  const units = [...named].filter((unit) => unit.length === 1);
  const codes = units.map((unit) => unit.charCodeAt(0));
  const isOrdered = predicates.some(({ test }) => test === 'order');
  const hasFold = predicates.some(({ folded: isFolded }) => isFolded);
  const other = OTHERS.find((unit) => !named.has(unit) && !(hasFold && named.has(unit.toUpperCase())));
  const ends = isOrdered ? gapsOf(codes) : [];
  return [...new Set([...units, other ?? unnamedUnit(named), ...ends])];
};

/** A character between any two that are named, and before and after all of them. */
const gapsOf = (codes: readonly number[]): string[] => {
  const sorted = [...new Set([-1, ...codes, 0x10000])].toSorted((a, b) => a - b);
  return sorted.slice(1).flatMap((high, at) => {
    const low = sorted[at] ?? -1;
    const free = Array.from({ length: Math.min(high - low - 1, 0x900) }, (_, step) => high - 1 - step);
    const between =
      free.find((code) => code >= 0x20 && code < 0x7f) ?? free.find((code) => !isSurrogate(code)) ?? free[0];
    return between === undefined ? [] : [String.fromCharCode(between)];
  });
};

/** More states than this are not walked through. */
const MAX_STATES = 20_000;

interface WalkedState {
  readonly states: readonly number[];
  readonly text: string;
}

/**
 * One shortest text for every way in which texts can fare under the predicates; undefined where there are too many.
 * Two texts that fare alike at every predicate are of one class, and no text is of none.
 */
export const listTextClasses = (
  predicates: readonly TextPredicate[],
  { isName = false }: { readonly isName?: boolean } = {},
): readonly string[] | undefined => {
  const machines = machinesOf(predicates).map((machine) => new KnownMachine(machine));
  const alphabet = alphabetOf(predicates);
  const classes = new Map<string, string>();
  const seen = new Set<string>();
  let layer: readonly WalkedState[] = [{ states: machines.map(() => 0), text: '' }];
  while (layer.length > 0) {
    const next: WalkedState[] = [];
    for (const { states, text } of layer) {
      const result = machines.map((machine, at) => machine.result(states[at] ?? 0)).join();
      const known = classes.get(result);
      // a name is empty only where no other would do
      if (known === undefined || (isName && known === '')) classes.set(result, text);
      for (const character of alphabet) {
        const stepped = machines.map((machine, at) => machine.step(states[at] ?? 0, character));
        const key = stepped.join();
        if (seen.has(key)) continue;
        seen.add(key);
        if (seen.size > MAX_STATES) return undefined;
        next.push({ states: stepped, text: text + character });
      }
    }
    layer = next;
  }
  return [...classes.values()];
};
