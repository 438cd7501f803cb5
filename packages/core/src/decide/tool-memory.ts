import { listApplicableOverrides } from '../disclose/disclosure.ts';
import type { AppliedOverride, Override, ToolInput } from '../disclose/tool-input.ts';
import type { JsonObject } from '../receive/json.ts';
import { HINT_NAMES } from '../vocabulary/hint-names.ts';
import { HINTS } from '../vocabulary/hints.ts';
import type { Evaluator } from '../condition/evaluate.ts';
import { MISSING, compileExpression } from '../condition/evaluate.ts';
import type { FieldIndex } from './frame.ts';
import type { DecisionInput } from './decision-input.ts';
import type { Policy } from './policy.ts';
import type { CompiledPolicy, PlannedDecision, DecisionSituation } from './tool-plan.ts';
import { ToolPlan } from './tool-plan.ts';

/** An override whose condition could not be evaluated still tightens; it relaxes nothing. */
export const tighteningOnly = (override: Override, policy: Pick<Policy, 'hints'>): AppliedOverride => {
  const relaxing = new Map<string, 'yes' | 'no'>([
    ...HINT_NAMES.map((name) => [name, HINTS[name].relaxing] as const),
    ...policy.hints.map((hint) => [hint.name, hint.relaxing] as const),
  ]);
  const set = Object.fromEntries(
    Object.entries(override.set).filter(([name, value]) => relaxing.get(name) !== value),
  );
  return { set, unites: true, ...(override.sets === undefined ? {} : { sets: override.sets }) };
};

export interface ToolMemory {
  judgement(number: number, input: DecisionInput): PlannedDecision;
}

/** Judgements of a tool whose overrides and rules mind neither arguments nor principal. */
class PlainMemory implements ToolMemory {
  readonly #plan: ToolPlan;
  /** Situation numbers and their judgements by turns: few are met per tool, and one short list is soon looked through. */
  readonly #known: (number | PlannedDecision)[] = [];

  constructor(plan: ToolPlan) {
    this.#plan = plan;
  }

  judgement(number: number, situation: DecisionSituation): PlannedDecision {
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

/** An override's condition reads arguments; a field in it is a fault. */
const NO_FIELDS: FieldIndex = new Map();

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

  judgement(number: number, input: DecisionInput): PlannedDecision {
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

export const createToolMemory = (policy: CompiledPolicy, tool: ToolInput): ToolMemory => {
  const rules = policy.rules.filter((rule) => rule.looksAt(tool.server.name, tool.name));
  const readsPrincipal = rules.some((rule) => rule.readsPrincipal);
  const overrides = listApplicableOverrides(tool);
  const fixed = overrides.filter((override) => override.when === undefined);
  const conditional = overrides.flatMap((override) =>
    override.when === undefined ? [] : [{ override, test: compileExpression(override.when, NO_FIELDS) }],
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
