import type { Json, JsonObject } from '../receive/json.ts';
import type { Evaluator, Frame } from './evaluate.ts';
import { FAULT, MISSING, compile } from './evaluate.ts';
import type { Expression } from './expression.ts';
import { reads } from './expression.ts';
import type { Field } from './fields.ts';
import { fold } from './fold.ts';
import type { FieldIndex } from './frame.ts';
import { patternSpecificity, toolPatternMatches } from './glob.ts';
import type { Rule } from './policy.ts';

/** What became of one rule for one call: `excepted` names the exception by its place in the rule. */
export type Verdict =
  | { readonly is: 'no' | 'match' | 'fault' }
  | { readonly is: 'excepted'; readonly by: number };

export const NO: Verdict = Object.freeze({ is: 'no' });
export const MATCH: Verdict = Object.freeze({ is: 'match' });
export const FAULTED: Verdict = Object.freeze({ is: 'fault' });

/** Judges a rule for a call; `now` ends exceptions. */
export type RuleTest = (fields: readonly Json[], args: JsonObject, now: number) => Verdict;

const truthOf = (evaluator: Evaluator, frame: Frame): boolean | typeof MISSING | typeof FAULT => {
  const value = evaluator(frame);
  return typeof value === 'boolean' || value === MISSING ? value : FAULT;
};

const testOf = (
  when: Evaluator | undefined,
  exceptions: readonly { test: Evaluator; until: number }[],
): RuleTest => {
  const excepted = exceptions.map((exception, index) => ({
    ...exception,
    verdict: { is: 'excepted', by: index } as const,
  }));
  return (fields, args, now) => {
    const frame = { fields, args, locals: [] };
    const matched = when === undefined ? true : truthOf(when, frame);
    if (matched === false || matched === MISSING) return NO;
    // an exception that cannot be evaluated does not apply
    for (const { test, until, verdict } of excepted)
      if (now < until && truthOf(test, frame) === true) return verdict;
    return matched === FAULT ? FAULTED : MATCH;
  };
};

const TRUE: Expression = { op: 'value', value: true };

/** A rule of a policy made ready. */
export class CompiledRule {
  readonly rule: Rule;
  /** Fields its condition and exceptions read. */
  readonly fields: ReadonlySet<string>;
  /** The call itself is needed: arguments, time, unproven values or an exception's end. */
  readonly dynamic: boolean;
  readonly test: RuleTest;
  readonly #index: FieldIndex;
  readonly #isDynamic: (field: string) => boolean;

  constructor(rule: Rule, fields: readonly Field[], index: FieldIndex) {
    const stages = new Map(fields.map((field) => [field.name, field.stage]));
    this.rule = rule;
    this.#index = index;
    this.#isDynamic = (name) => stages.get(name) === 'call';
    const conditions = [rule.when ?? TRUE, ...rule.exceptions.map((exception) => exception.unless)].map(
      reads,
    );
    this.fields = new Set(conditions.flatMap((condition) => [...condition.fields]));
    this.dynamic =
      rule.exceptions.length > 0 ||
      conditions.some(({ args }) => args) ||
      [...this.fields].some(this.#isDynamic);
    this.test = this.#compile(
      rule.when,
      rule.exceptions.map((exception) => exception.unless),
    );
  }

  looksAt(server: string, tool: string): boolean {
    return this.rule.tools.some((pattern) => toolPatternMatches(pattern, server, tool));
  }

  specificity(server: string, tool: string): number {
    const matching = this.rule.tools.filter((pattern) => toolPatternMatches(pattern, server, tool));
    return Math.max(0, ...matching.map(patternSpecificity));
  }

  /** The rule with everything but the call filled in; undefined if nothing the call brings can make it match. */
  foldOver(fields: readonly Json[]): RuleTest | undefined {
    const frame = { fields, args: {}, locals: [] };
    const go = (expression: Expression): Expression => fold(expression, frame, this.#index, this.#isDynamic);
    const when = go(this.rule.when ?? TRUE);
    if (when.op === 'value' && when.value === false) return undefined;
    const settled = when.op === 'value' && when.value === true;
    return this.#compile(
      settled ? undefined : when,
      this.rule.exceptions.map((exception) => go(exception.unless)),
    );
  }

  #compile(when: Expression | undefined, unless: readonly Expression[]): RuleTest {
    const exceptions = this.rule.exceptions.map(({ until }, index) => ({
      test: compile(unless[index] ?? TRUE, this.#index),
      until,
    }));
    return testOf(when === undefined ? undefined : compile(when, this.#index), exceptions);
  }
}
