import type { Origins } from '../label/origin.ts';
import type { Json, JsonObject } from '../receive/json.ts';
import type { FoldedRule, RuleVerdict } from './compiled-rule.ts';
import { NO_MATCH } from './compiled-rule.ts';
import type { Decision } from './decision.ts';
import type { Frame } from '../condition/evaluate.ts';
import type { FieldIndex } from './frame.ts';
import { setCallFields } from './frame.ts';
import type { Moment } from './decision-input.ts';
import type { ArgumentBits } from './required-arguments.ts';

const NO_FIELDS: readonly Json[] = Object.freeze([]);

/**
 * What became of all open rules, as one value that can be looked up: a number whose octal digits are the verdicts
 * where they fit, otherwise a text of them. 0 or an empty text: none fires.
 */
type Signature = number | string;

const DIGITS = 16;
const LARGEST_DIGIT = 7;

const verdictsOf = (signature: Signature, count: number): RuleVerdict[] => {
  const digits = typeof signature === 'string' ? [...signature].map((digit) => digit.charCodeAt(0)) : [];
  if (typeof signature === 'string')
    return digits.length === 0 ? Array<RuleVerdict>(count).fill(NO_MATCH) : digits;
  const text = signature.toString(LARGEST_DIGIT + 1).padStart(count, '0');
  return [...text].map(Number);
};

/** Rules that are left to the call. One list serves every tool and situation that leaves the same ones. */
export class OpenRules {
  readonly #rules: readonly FoldedRule[];
  /** Which of the arguments that the rules need a call has. */
  readonly #presentIn: (args: JsonObject) => number;
  /** Where the fields go that only a call brings; undefined if no rule reads one. */
  readonly #index: FieldIndex | undefined;
  readonly #fits: boolean;

  constructor(rules: readonly FoldedRule[], bits: ArgumentBits, index: FieldIndex) {
    this.#rules = rules;
    this.#presentIn = bits.reader(rules.reduce((all, rule) => all | rule.requires, 0));
    this.#index = rules.some((rule) => rule.readsCall) ? index : undefined;
    this.#fits = rules.length <= DIGITS && rules.every((rule) => rule.largest <= LARGEST_DIGIT);
  }

  judge(origins: Origins, args: JsonObject, time: Moment, history?: Frame['history']): Signature {
    const absent = ~this.#presentIn(args);
    let frame: Frame | undefined;
    let number = 0;
    let text = '';
    let fires = false;
    for (const { requires, test } of this.#rules) {
      let verdict: RuleVerdict = NO_MATCH;
      if ((requires & absent) === 0) {
        frame ??= {
          fields: this.#callFields(origins, time),
          args,
          locals: [],
          ...(history === undefined ? {} : { history }),
        };
        verdict = test(frame, time.at);
        fires ||= verdict !== NO_MATCH;
      }
      if (this.#fits) number = number * (LARGEST_DIGIT + 1) + verdict;
      else text += String.fromCharCode(verdict);
    }
    if (this.#fits) return number;
    return fires ? text : '';
  }

  verdictsOf(signature: Signature): RuleVerdict[] {
    return verdictsOf(signature, this.#rules.length);
  }

  #callFields(origins: Origins, time: Moment): readonly Json[] {
    if (this.#index === undefined) return NO_FIELDS;
    const fields: Json[] = [];
    setCallFields(this.#index, fields, origins, time);
    return fields;
  }
}

const MAX_POOLED = 1024;

/** Keeps each list of open rules once. */
export class OpenRulesPool {
  readonly bits: ArgumentBits;
  readonly #index: FieldIndex;
  readonly #numbers: Map<FoldedRule, number> = new Map();
  readonly #lists: Map<string, OpenRules> = new Map();

  constructor(bits: ArgumentBits, index: FieldIndex) {
    this.bits = bits;
    this.#index = index;
  }

  list(rules: readonly FoldedRule[]): OpenRules {
    const key = rules.map((rule) => this.#numberOf(rule)).join(' ');
    const known = this.#lists.get(key);
    if (known !== undefined) return known;
    if (this.#lists.size >= MAX_POOLED) {
      this.#lists.clear();
      this.#numbers.clear();
      return this.list(rules);
    }
    const made = new OpenRules(rules, this.bits, this.#index);
    this.#lists.set(key, made);
    return made;
  }

  #numberOf(rule: FoldedRule): number {
    const number = this.#numbers.get(rule) ?? this.#numbers.size;
    this.#numbers.set(rule, number);
    return number;
  }
}

const MAX_REMEMBERED = 256;

/** Everything about a tool in a situation is settled but what the call itself brings. */
export class OpenDecision {
  readonly #open: OpenRules;
  readonly #assemble: (verdicts: readonly RuleVerdict[]) => Decision;
  /** The decision where the call brings nothing that matters, as most calls do. */
  #quiet: Decision | undefined;
  #others: Map<Signature, Decision> | undefined;

  constructor(open: OpenRules, assemble: (verdicts: readonly RuleVerdict[]) => Decision) {
    this.#open = open;
    this.#assemble = assemble;
  }

  decide(origins: Origins, args: JsonObject, time: Moment, history?: Frame['history']): Decision {
    const signature = this.#open.judge(origins, args, time, history);
    if (signature !== 0 && signature !== '') return this.#recall(signature);
    this.#quiet ??= this.#assemble(this.#open.verdictsOf(signature));
    return this.#quiet;
  }

  #recall(signature: Signature): Decision {
    const others = (this.#others ??= new Map());
    const known = others.get(signature);
    if (known !== undefined) return known;
    if (others.size >= MAX_REMEMBERED) others.clear();
    const made = this.#assemble(this.#open.verdictsOf(signature));
    others.set(signature, made);
    return made;
  }
}
