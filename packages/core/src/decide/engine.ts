import { isSealed } from '../disclose/describe-tool.ts';
import { applicableOverrides } from '../disclose/disclosure.ts';
import type { Override, ToolInput } from '../disclose/tool-input.ts';
import type { Principal } from '../label/principal.ts';
import type { Answer } from '../disclose/answer.ts';
import { CallgateError } from '../error.ts';
import { TRUSTS } from '../disclose/ground.ts';
import type { JsonObject } from '../receive/json.ts';
import { isJsonObject } from '../receive/json.ts';
import { HINT_NAMES } from '../vocabulary/hint-names.ts';
import { HINTS } from '../vocabulary/hints.ts';
import { CompiledRule } from './compiled-rule.ts';
import type { Decision } from './decision.ts';
import type { Evaluator } from './evaluate.ts';
import { MISSING, compile } from './evaluate.ts';
import { fieldsWith } from './fields.ts';
import { indexFields, toolReaders } from './frame.ts';
import type { DecisionInput } from './input.ts';
import { refusal } from './refusal.ts';
import { OpenDecision, OpenRulesPool } from './open-decision.ts';
import { ArgumentBits } from './required-arguments.ts';
import type { CompiledPolicy, Judgement, Situation } from './tool-plan.ts';
import { ToolPlan } from './tool-plan.ts';
import type { Policy } from './policy.ts';

const ANSWER_RANK: Readonly<Record<Answer, number>> = { yes: 0, no: 1, unknown: 2 };
const STRENGTH_RANK = { none: 0, possible: 1, known: 2 } as const;

/** A number for labels, words and origins together; not a number if one of them is nothing a session can hold. */
const situationNumber = ({ labels, words, origins }: DecisionInput): number =>
  ((((STRENGTH_RANK[labels.private] * 3 + STRENGTH_RANK[labels.untrusted]) * 2 + (words ? 1 : 0)) * 3 +
    ANSWER_RANK[origins.proven]) *
    3 +
    ANSWER_RANK[origins.destination]) *
    3 +
  ANSWER_RANK[origins.created];

const SITUATIONS = 3 * 3 * 2 * 27;
const LATEST = 8.64e15 - 24 * 3_600_000;

const isMoment = (at: number, offset: number): boolean =>
  Math.abs(at) <= LATEST && Math.abs(offset) <= 24 * 60;

/** An override whose condition could not be evaluated still tightens; it relaxes nothing. */
const tighteningOnly = (override: Override, policy: Policy): Override => {
  const relaxing = new Map<string, 'yes' | 'no'>([
    ...HINT_NAMES.map((name) => [name, HINTS[name].relaxing] as const),
    ...policy.hints.map((hint) => [hint.name, hint.relaxing] as const),
  ]);
  const set = Object.fromEntries(
    Object.entries(override.set).filter(([name, value]) => relaxing.get(name) !== value),
  );
  return { set };
};

/** What was worked out about one tool under one policy. */
interface ToolMemory {
  judgement(number: number, input: DecisionInput): Judgement;
}

/** Judgements of a tool whose overrides and rules mind neither arguments nor principal. */
class PlainMemory implements ToolMemory {
  readonly #plan: ToolPlan;
  /** Situation numbers and their judgements by turns: few are met per tool, and one short list is soon looked through. */
  readonly #known: (number | Judgement)[] = [];

  constructor(plan: ToolPlan) {
    this.#plan = plan;
  }

  judgement(number: number, situation: Situation): Judgement {
    const at = this.#known.indexOf(number);
    const known = at < 0 ? undefined : this.#known[at + 1];
    if (typeof known === 'object') return known;
    const made = this.#plan.judge(situation);
    this.#known.push(number, made);
    return made;
  }
}

const MAX_REMEMBERED = 1024;

/** An override's condition: fulfilled, not, or not to be evaluated. */
type OverrideState = 'y' | 'n' | 'f';

const stateOf = (test: Evaluator, args: JsonObject): OverrideState => {
  const value = test({ fields: [], args, locals: [] });
  if (value === true) return 'y';
  return value === false || value === MISSING ? 'n' : 'f';
};

interface ConditionalOverride {
  readonly override: Override;
  readonly test: Evaluator;
}

/** Judgements of a tool by what its conditional overrides make of the arguments, and by the principal. */
class KeyedMemory implements ToolMemory {
  readonly #planFor: (states: readonly OverrideState[]) => ToolPlan;
  readonly #conditional: readonly ConditionalOverride[];
  readonly #readsPrincipal: boolean;
  readonly #byKey: Map<string, PlainMemory> = new Map();
  readonly #plans: Map<string, ToolPlan> = new Map();

  constructor(
    planFor: (states: readonly OverrideState[]) => ToolPlan,
    conditional: readonly ConditionalOverride[],
    readsPrincipal: boolean,
  ) {
    this.#planFor = planFor;
    this.#conditional = conditional;
    this.#readsPrincipal = readsPrincipal;
  }

  judgement(number: number, input: DecisionInput): Judgement {
    const states = this.#conditional.map(({ test }) => stateOf(test, input.args));
    const key = states.join('') + (this.#readsPrincipal ? JSON.stringify(input.principal) : '');
    const known = this.#byKey.get(key);
    if (known !== undefined) return known.judgement(number, input);
    if (this.#byKey.size >= MAX_REMEMBERED) this.#byKey.clear();
    const made = new PlainMemory(this.#planOf(states));
    this.#byKey.set(key, made);
    return made.judgement(number, input);
  }

  /** What the principal is like does not change what is disclosed. */
  #planOf(states: readonly OverrideState[]): ToolPlan {
    const key = states.join('');
    const plan = this.#plans.get(key) ?? this.#planFor(states);
    if (this.#plans.size >= MAX_REMEMBERED) this.#plans.clear();
    this.#plans.set(key, plan);
    return plan;
  }
}

const memoryFor = (policy: CompiledPolicy, tool: ToolInput): ToolMemory => {
  const rules = policy.rules.filter((rule) => rule.looksAt(tool.server.name, tool.name));
  const readsPrincipal = rules.some((rule) => rule.readsPrincipal);
  const overrides = applicableOverrides(tool);
  const fixed = overrides.filter((override) => override.when === undefined);
  const conditional = overrides.flatMap((override) =>
    override.when === undefined ? [] : [{ override, test: compile(override.when, policy.index) }],
  );
  const planFor = (states: readonly OverrideState[]): ToolPlan => {
    const applied = conditional.flatMap(({ override }, index) => {
      const state = states[index];
      if (state === 'n') return [];
      return [state === 'y' ? override : tighteningOnly(override, policy.policy)];
    });
    return new ToolPlan(policy, tool, rules, [...fixed, ...applied]);
  };
  return conditional.length === 0 && !readsPrincipal
    ? new PlainMemory(planFor([]))
    : new KeyedMemory(planFor, conditional, readsPrincipal);
};

/** Decides calls under one policy. Pure: equal inputs give equal decisions; what is remembered only saves time. */
export class Engine {
  readonly policy: Policy;
  readonly #compiled: CompiledPolicy;
  readonly #tools: WeakMap<ToolInput, ToolMemory> = new WeakMap();

  constructor(policy: Policy) {
    const fields = fieldsWith(policy.hints);
    const index = indexFields(fields);
    const rules = policy.rules.map((rule) => new CompiledRule(rule, fields, index));
    this.policy = policy;
    const conditions = policy.rules.flatMap(({ when, exceptions }) => [
      ...(when === undefined ? [] : [when]),
      ...exceptions.map(({ unless }) => unless),
    ]);
    this.#compiled = {
      policy,
      rules,
      index,
      toolReaders: toolReaders(fields),
      openRules: new OpenRulesPool(new ArgumentBits(conditions), index),
    };
  }

  decide(input: DecisionInput): Decision {
    try {
      return this.#judge(input);
    } catch {
      // input that does not have the shape its type promises must not become a call
      return refusal(this.policy, 'its input does not have the shape it should have');
    }
  }

  #judge(input: DecisionInput): Decision {
    if (input.v !== 1) return refusal(this.policy, 'its input is of another version');
    if (input.policy !== this.policy.revision)
      return refusal(this.policy, 'it was prepared for another revision of the policy');
    if (!isJsonObject(input.args)) return refusal(this.policy, 'its arguments are not an object');
    if (typeof input.principal.subject !== 'string')
      return refusal(this.policy, 'nobody is named as calling');
    const situation = situationNumber(input);
    if (!(situation >= 0 && situation < SITUATIONS) || !isMoment(input.time.at, input.time.offsetMinutes))
      return refusal(this.policy, 'what was said of the session or the time cannot be read');
    const judgement = this.#memoryOf(input.tool).judgement(situation, input);
    if (!(judgement instanceof OpenDecision)) return judgement;
    return judgement.decide(input.origins, input.args, input.time);
  }

  #memoryOf(tool: ToolInput): ToolMemory {
    const known = this.#tools.get(tool);
    if (known !== undefined) return known;
    if (!TRUSTS.includes(tool.server.trust)) throw new CallgateError('TOOL_TRUST', 'a trust nobody gave');
    if (typeof tool.name !== 'string') throw new CallgateError('TOOL_NAME', 'a tool without a name');
    const made = memoryFor(this.#compiled, tool);
    // what could still change must not be remembered
    if (isSealed(tool)) this.#tools.set(tool, made);
    return made;
  }
}

const engines = new WeakMap<Policy, Engine>();

/** The decision of a policy about one input: pure, total, replayable. */
export const decide = (policy: Policy, input: DecisionInput): Decision => {
  const known = engines.get(policy) ?? new Engine(policy);
  engines.set(policy, known);
  return known.decide(input);
};
