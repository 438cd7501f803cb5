/** A function of the variables that is true or false: a node of the diagram. Equal functions are the same node. */
export type Guard = number;

export const NEVER: Guard = 0;
export const ALWAYS: Guard = 1;

/** A variable of the diagram. Its first value costs nothing; where nothing asks for another, it has that one. */
export interface Variable {
  readonly name: string;
  readonly level: number;
  /** What each value adds to the size of an example. */
  readonly costs: readonly number[];
}

/** Values by variable, for the variables that are not at their first value of their own accord. */
export type Assignment = ReadonlyMap<Variable, number>;

/** The diagram grew beyond what is worth waiting for. */
export class DiagramTooLarge extends Error {}

const MAX_NODES = 3_000_000;

const TERMINAL_LEVEL = 0x3fff_ffff;
const FEW = 2 ** 12;
const MANY = 2 ** 16;

const mix = (hash: number, value: number): number => Math.imul(hash ^ value, 0x9e37_79b1) ^ (hash >>> 15);

/** Remembers what became of pairs of nodes; a later pair may take the place of an earlier one. */
class PairMemory {
  #mask = MANY - 1;
  #pairs = new Int32Array(3 * MANY);

  recall(a: Guard, b: Guard): Guard | undefined {
    const at = 3 * this.#placeOf(a, b);
    return this.#pairs[at] === a && this.#pairs[at + 1] === b ? this.#pairs[at + 2] : undefined;
  }

  keep(a: Guard, b: Guard, result: Guard): void {
    const at = 3 * this.#placeOf(a, b);
    this.#pairs[at] = a;
    this.#pairs[at + 1] = b;
    this.#pairs[at + 2] = result;
  }

  /** Room for a diagram of that size. */
  growTo(nodes: number): void {
    if (nodes <= this.#mask || this.#mask >= 2 ** 21) return;
    this.#mask = (this.#mask + 1) * 4 - 1;
    this.#pairs = new Int32Array(3 * (this.#mask + 1));
  }

  #placeOf(a: Guard, b: Guard): number {
    return mix(mix(17, a), b) & this.#mask;
  }
}

/** Whole numbers in a row that grows. */
class IntList {
  #numbers = new Int32Array(FEW);
  length = 0;

  at(index: number): number {
    return this.#numbers[index] ?? 0;
  }

  push(value: number): void {
    if (this.length === this.#numbers.length) {
      const grown = new Int32Array(2 * this.length);
      grown.set(this.#numbers);
      this.#numbers = grown;
    }
    this.#numbers[this.length] = value;
    this.length += 1;
  }
}

/** A reduced ordered decision diagram over variables of many values. */
export class Diagrams {
  readonly variables: Variable[] = [];
  readonly #levels: IntList = new IntList();
  /** Where the children of a node begin among all edges. */
  readonly #firsts: IntList = new IntList();
  readonly #edges: IntList = new IntList();
  /** Children of nodes that are being made: the last ones are those of the innermost. */
  readonly #made: IntList = new IntList();
  /** How many values the variable of each level has. */
  readonly #counts: number[] = [];
  /** Nodes by what they are, so that equal ones are found again; 0 where there is none. */
  #table = new Int32Array(FEW);
  readonly #ands = new PairMemory();
  readonly #ors = new PairMemory();
  readonly #withouts = new PairMemory();
  readonly #nots: Guard[] = [ALWAYS, NEVER];
  readonly #cheapestCosts: number[] = [Number.POSITIVE_INFINITY, 0];
  readonly #cheapestValues: number[] = [0, 0];
  readonly #maxNodes: number;

  constructor(maxNodes: number = MAX_NODES) {
    this.#maxNodes = maxNodes;
    for (let terminal = 0; terminal < 2; terminal += 1) {
      this.#levels.push(TERMINAL_LEVEL);
      this.#firsts.push(0);
    }
  }

  get size(): number {
    return this.#levels.length;
  }

  addVariable(name: string, costs: readonly number[]): Variable {
    const variable = { name, level: this.variables.length, costs };
    this.variables.push(variable);
    this.#counts.push(costs.length);
    return variable;
  }

  /** The function that goes on as the child of the variable's value says. */
  branch(variable: Variable, children: readonly Guard[]): Guard {
    const from = this.#made.length;
    for (const child of children) this.#made.push(child);
    return this.#node(variable.level, from);
  }

  /** The node of the children that were made last, from `from` on. */
  #node(level: number, from: number): Guard {
    const made = this.#made;
    const first = made.at(from);
    let at = from + 1;
    while (at < made.length && made.at(at) === first) at += 1;
    const node = at >= made.length ? first : this.#findNode(level, from);
    made.length = from;
    return node;
  }

  #findNode(level: number, from: number): Guard {
    let place = this.#placeOf(level, this.#made, from, this.#made.length);
    for (let known = this.#table[place] ?? 0; known !== 0; known = this.#table[place] ?? 0) {
      if (this.#isNode(known, level, from)) return known;
      place = (place + 1) & (this.#table.length - 1);
    }
    return this.#addNode(level, from, place);
  }

  /** True where the variable has one of the values. */
  where(variable: Variable, accepts: (value: number) => boolean): Guard {
    return this.branch(
      variable,
      variable.costs.map((_, value) => (accepts(value) ? ALWAYS : NEVER)),
    );
  }

  and(a: Guard, b: Guard): Guard {
    if (a === b || b === ALWAYS) return a;
    if (a === ALWAYS) return b;
    if (a === NEVER || b === NEVER) return NEVER;
    const low = a < b ? a : b;
    const high = a < b ? b : a;
    const known = this.#ands.recall(low, high);
    if (known !== undefined) return known;
    const made = this.#join(low, high, 'and');
    this.#ands.keep(low, high, made);
    return made;
  }

  or(a: Guard, b: Guard): Guard {
    if (a === b || b === NEVER) return a;
    if (a === NEVER) return b;
    if (a === ALWAYS || b === ALWAYS) return ALWAYS;
    const low = a < b ? a : b;
    const high = a < b ? b : a;
    const known = this.#ors.recall(low, high);
    if (known !== undefined) return known;
    const made = this.#join(low, high, 'or');
    this.#ors.keep(low, high, made);
    return made;
  }

  not(a: Guard): Guard {
    const known = this.#nots[a];
    if (known !== undefined) return known;
    const level = this.#levels.at(a);
    const count = this.#countAt(level);
    const from = this.#made.length;
    for (let value = 0; value < count; value += 1) this.#made.push(this.not(this.#childAt(a, value)));
    const made = this.#node(level, from);
    this.#nots[a] = made;
    this.#nots[made] = a;
    return made;
  }

  all(guards: readonly Guard[]): Guard {
    return this.#joined(guards, ALWAYS, (a, b) => this.and(a, b));
  }

  any(guards: readonly Guard[]): Guard {
    return this.#joined(guards, NEVER, (a, b) => this.or(a, b));
  }

  /** True where the one is and the other is not. */
  without(a: Guard, b: Guard): Guard {
    if (a === NEVER || a === b || b === ALWAYS) return NEVER;
    if (b === NEVER) return a;
    if (a === ALWAYS) return this.not(b);
    const known = this.#withouts.recall(a, b);
    if (known !== undefined) return known;
    const made = this.#join(a, b, 'without');
    this.#withouts.keep(a, b, made);
    return made;
  }

  /** The values under which the function is true that cost least; undefined if it never is. */
  cheapest(guard: Guard): Assignment | undefined {
    if (guard === NEVER) return undefined;
    this.#costOf(guard);
    const found = new Map<Variable, number>();
    for (let at = guard; at !== ALWAYS;) {
      const variable = this.#variableOf(at);
      const value = this.#cheapestValues[at] ?? 0;
      found.set(variable, value);
      at = this.#childAt(at, value);
    }
    return found;
  }

  isTrue(guard: Guard, assignment: Assignment): boolean {
    let at = guard;
    while (at !== ALWAYS && at !== NEVER) {
      const variable = this.#variableOf(at);
      at = this.#childAt(at, assignment.get(variable) ?? 0);
    }
    return at === ALWAYS;
  }

  /** True exactly under these values. */
  cube(assignment: Assignment): Guard {
    return this.all(
      [...assignment].map(([variable, value]) => this.where(variable, (each) => each === value)),
    );
  }

  #costOf(guard: Guard): number {
    const known = this.#cheapestCosts[guard];
    if (known !== undefined) return known;
    const { costs } = this.#variableOf(guard);
    let cost = Number.POSITIVE_INFINITY;
    let cheapest = 0;
    for (let value = 0; value < costs.length; value += 1) {
      const own = costs[value] ?? 0;
      // no way on is cheaper than nothing
      if (own >= cost) continue;
      const whole = own + this.#costOf(this.#childAt(guard, value));
      if (whole >= cost) continue;
      cost = whole;
      cheapest = value;
    }
    this.#cheapestCosts[guard] = cost;
    this.#cheapestValues[guard] = cheapest;
    return cost;
  }

  #variableOf(guard: Guard): Variable {
    const variable = this.variables[this.#levels.at(guard)];
    if (variable === undefined) throw new RangeError('constant');
    return variable;
  }

  #countAt(level: number): number {
    return this.#counts[level] ?? 0;
  }

  #childAt(guard: Guard, value: number): Guard {
    return this.#edges.at(this.#firsts.at(guard) + value);
  }

  #join(a: Guard, b: Guard, operation: 'and' | 'or' | 'without'): Guard {
    const levelA = this.#levels.at(a);
    const levelB = this.#levels.at(b);
    const level = Math.min(levelA, levelB);
    const count = this.#countAt(level);
    const from = this.#made.length;
    for (let value = 0; value < count; value += 1) {
      const one = levelA === level ? this.#childAt(a, value) : a;
      const other = levelB === level ? this.#childAt(b, value) : b;
      this.#made.push(
        operation === 'and'
          ? this.and(one, other)
          : operation === 'or'
            ? this.or(one, other)
            : this.without(one, other),
      );
    }
    return this.#node(level, from);
  }

  #placeOf(level: number, children: IntList, from: number, to: number): number {
    let hash = mix(level, to - from);
    for (let at = from; at < to; at += 1) hash = mix(hash, children.at(at));
    return (hash ^ (hash >>> 13)) & (this.#table.length - 1);
  }

  #isNode(node: Guard, level: number, from: number): boolean {
    if (this.#levels.at(node) !== level) return false;
    const [first, count] = [this.#firsts.at(node), this.#made.length - from];
    for (let value = 0; value < count; value += 1)
      if (this.#edges.at(first + value) !== this.#made.at(from + value)) return false;
    return true;
  }

  #addNode(level: number, from: number, place: number): Guard {
    const node = this.#levels.length;
    if (node >= this.#maxNodes) throw new DiagramTooLarge();
    this.#levels.push(level);
    this.#firsts.push(this.#edges.length);
    for (let at = from; at < this.#made.length; at += 1) this.#edges.push(this.#made.at(at));
    this.#table[place] = node;
    if (2 * node > this.#table.length) this.#grow();
    return node;
  }

  #grow(): void {
    this.#table = new Int32Array(4 * this.#table.length);
    for (let node = 2; node < this.#levels.length; node += 1) {
      const [level, first] = [this.#levels.at(node), this.#firsts.at(node)];
      let place = this.#placeOf(level, this.#edges, first, first + this.#countAt(level));
      while (this.#table[place] !== 0) place = (place + 1) & (this.#table.length - 1);
      this.#table[place] = node;
    }
    this.#ands.growTo(this.#levels.length);
    this.#ors.growTo(this.#levels.length);
    this.#withouts.growTo(this.#levels.length);
  }

  /** In pairs, so that what is joined stays small for as long as it can. */
  #joined(guards: readonly Guard[], empty: Guard, join: (a: Guard, b: Guard) => Guard): Guard {
    let left = [...new Set(guards)];
    while (left.length > 1)
      left = Array.from({ length: Math.ceil(left.length / 2) }, (_, at) => {
        const [one = empty, other = empty] = left.slice(2 * at, 2 * at + 2);
        return join(one, other);
      });
    return left[0] ?? empty;
  }
}
