import type { Json } from '../receive/json.ts';
import type { Evaluator, Frame } from '../condition/evaluate.ts';
import { FAULT, MISSING, compileExpression } from '../condition/evaluate.ts';
import type { Expression } from '../condition/expression.ts';
import { listReferences } from '../condition/expression.ts';
import type { Field } from './fields.ts';
import { foldExpression } from '../condition/fold-expression.ts';
import { listCounters, readAtBound } from '../condition/read-counters.ts';
import type { Counter } from '../condition/counter.ts';
import type { FieldIndex } from './frame.ts';
import { patternSpecificity, toolPatternMatches } from '../condition/glob.ts';
import type { Rule } from './policy.ts';
import type { HistoryReading, SituationReading } from './situation-readings.ts';
import type { ArgumentBits } from './required-arguments.ts';
import { findRequiredArguments } from './required-arguments.ts';

/** What became of one rule for one call: no, match or fault, or from `EXCEPTED` on the exception that keeps it from firing. */
export type RuleVerdict = number;

export const NO_MATCH = 0;
export const MATCH = 1;
export const FAULTED = 2;
export const EXCEPTED = 3;

export const isFiring = (verdict: RuleVerdict): boolean => verdict === MATCH || verdict === FAULTED;

/** Judges a rule for a call; `now` ends exceptions. */
export type RuleTest = (frame: Frame, now: number) => RuleVerdict;

const truthOf = (evaluator: Evaluator, frame: Frame): boolean | typeof MISSING | typeof FAULT => {
  const value = evaluator(frame);
  return typeof value === 'boolean' || value === MISSING ? value : FAULT;
};

const testOf = (
  when: Evaluator | undefined,
  exceptions: readonly { readonly test: Evaluator; readonly until: number }[],
): RuleTest => {
  return (frame, now) => {
    const matched = when === undefined ? true : truthOf(when, frame);
    if (matched === false || matched === MISSING) return NO_MATCH;
    for (const [by, { test, until }] of exceptions.entries()) {
      // an exception that cannot be evaluated does not apply
      if (now < until && truthOf(test, frame) === true) return EXCEPTED + by;
    }
    return matched === FAULT ? FAULTED : MATCH;
  };
};

const MAX_FOLDED = 1024;

const TRUE: Expression = { op: 'value', value: true };

/** What is left of a rule once everything but the call is filled in. */
export interface FoldedRule {
  readonly test: RuleTest;
  /** Bits of the arguments without which it does not match. */
  readonly requires: number;
  /** Fields that only the call brings are read. */
  readonly readsCall: boolean;
  /** The largest verdict it can come to. */
  readonly largest: RuleVerdict;
}

export class CompiledRule {
  readonly rule: Rule;
  readonly fields: ReadonlySet<string>;
  /** The call itself is needed: arguments, time, unproven values or an exception's end. */
  readonly dynamic: boolean;
  readonly readsCall: boolean;
  readonly readsPrincipal: boolean;
  readonly test: RuleTest;
  /** The counters that its conditions read. */
  readonly counters: readonly Counter[];
  /** Its condition as it is met earliest and latest by a history; the same where it reads none. */
  readonly #when: Readonly<Record<HistoryReading, Expression>>;
  readonly #index: FieldIndex;
  readonly #isDynamic: (field: string) => boolean;
  readonly #folded: Map<string, FoldedRule> = new Map();
  readonly #readsTool: boolean;
  readonly #readsPrivate: boolean;
  readonly #readsUntrusted: boolean;

  constructor(rule: Rule, fields: readonly Field[], index: FieldIndex) {
    const stages = new Map(fields.map((field) => [field.name, field.stage]));
    this.rule = rule;
    this.#index = index;
    this.#isDynamic = (name) => stages.get(name) === 'call';
    const when = rule.when ?? TRUE;
    const expressions = [when, ...rule.exceptions.map((exception) => exception.unless)];
    const conditions = expressions.map(listReferences);
    this.counters = listCounters(expressions);
    const isCounting = listCounters([when]).length > 0;
    this.#when = isCounting
      ? { whole: readAtBound(when, true), none: readAtBound(when, false) }
      : { whole: when, none: when };
    const read = new Set(conditions.flatMap((condition) => [...condition.fields]));
    const readsStage = (stage: Field['stage']): boolean =>
      [...read].some((name) => stages.get(name) === stage);
    this.fields = read;
    this.readsCall = readsStage('call');
    this.readsPrincipal = readsStage('principal');
    this.dynamic =
      this.readsCall ||
      rule.exceptions.length > 0 ||
      this.counters.length > 0 ||
      conditions.some(({ args }) => args);
    this.#readsTool = readsStage('tool');
    this.#readsPrivate = read.has('session.private');
    this.#readsUntrusted = read.has('session.untrusted');
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

  /** A number that is equal for readings in which the rule cannot come to anything different. */
  projection(reading: SituationReading): number {
    const scope = this.#readsTool && reading.scope === 'grounded' ? 1 : 0;
    const priv = this.#readsPrivate ? reading.privateRank : 0;
    const untrusted = this.#readsUntrusted ? reading.untrustedRank : 0;
    const history = reading.history === 'none' && this.#when.none !== this.#when.whole ? 1 : 0;
    return ((scope * 3 + priv) * 3 + untrusted) * 2 + history;
  }

  /** The rule with everything but the call filled in; undefined if nothing the call brings can make it match. */
  foldOver(fields: readonly Json[], bits: ArgumentBits, history: HistoryReading): FoldedRule | undefined {
    const frame = { fields, args: {}, locals: [] };
    const go = (expression: Expression): Expression =>
      foldExpression(expression, frame, this.#index, this.#isDynamic);
    const when = go(this.#when[history]);
    if (when.op === 'value' && when.value === false) return undefined;
    const unless = this.rule.exceptions.map((exception) => go(exception.unless));
    const key = JSON.stringify([when, unless]);
    // most tools leave the same rest, and one test that serves them all stays in the processor's cache
    const known = this.#folded.get(key);
    if (known !== undefined) return known;
    const settled = when.op === 'value' && when.value === true;
    const test = this.#compile(settled ? undefined : when, unless);
    const made = {
      test,
      requires: bits.of(findRequiredArguments(when)),
      readsCall: this.readsCall,
      largest: FAULTED + this.rule.exceptions.length,
    };
    if (this.#folded.size >= MAX_FOLDED) this.#folded.clear();
    this.#folded.set(key, made);
    return made;
  }

  #compile(when: Expression | undefined, unless: readonly Expression[]): RuleTest {
    const exceptions = this.rule.exceptions.map(({ until }, index) => ({
      test: compileExpression(unless[index] ?? TRUE, this.#index),
      until,
    }));
    return testOf(when === undefined ? undefined : compileExpression(when, this.#index), exceptions);
  }
}

/** How many different readings a projection tells apart. */
export const PROJECTION_COUNT = 36;
