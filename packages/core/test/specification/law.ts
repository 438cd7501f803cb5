import { check as tryOut, integer, noBias, property } from 'fast-check';
import { Engine } from '../../src/decide/engine.ts';
import type { Decision } from '../../src/decide/decision.ts';
import type { Expression } from '../../src/condition/expression.ts';
import { listSubexpressions } from '../../src/condition/expression.ts';
import type { DecisionInput } from '../../src/decide/decision-input.ts';
import { withRevision } from '../../src/decide/policy.ts';
import type { Policy } from '../../src/decide/policy.ts';
import type { ToolDescription } from '../../src/disclose/describe-tool.ts';
import { describeTool } from '../../src/disclose/describe-tool.ts';
import type { ToolInput } from '../../src/disclose/tool-input.ts';
import type { JsonObject } from '../../src/receive/json.ts';
import { isJsonObject } from '../../src/receive/json.ts';
import type { DecisionCase, PolicyDraft, ToolOptions } from './generate.ts';
import { casesOf } from './generate.ts';
import { Random } from './random.ts';

/** Anything that decides: the engine, or a broken one that a law must catch. */
export type Decider = (policy: Policy, input: DecisionInput) => Decision;

/** What is wrong with a case under a decider, or null. */
export type LawCheck = (decide: Decider, example: DecisionCase) => string | null;

const engines = new WeakMap<Policy, Engine>();

export const decideByEngine: Decider = (policy, input) => {
  let engine = engines.get(policy);
  if (engine === undefined) engines.set(policy, (engine = new Engine(policy)));
  return engine.decide(input);
};

const policies = new WeakMap<PolicyDraft, Policy>();
const tools = new WeakMap<ToolDescription, ToolInput>();

export const policyFor = (draft: PolicyDraft): Policy => {
  let policy = policies.get(draft);
  if (policy === undefined) policies.set(draft, (policy = withRevision(draft)));
  return policy;
};

const toolFor = (description: ToolDescription): ToolInput => {
  let tool = tools.get(description);
  if (tool === undefined) tools.set(description, (tool = describeTool(description)));
  return tool;
};

export const inputFor = (example: DecisionCase): DecisionInput => ({
  v: 1,
  tool: toolFor(example.tool),
  ...example.situation,
  policy: policyFor(example.policy).revision,
});

// ── smaller cases ───────────────────────────────────────────────────────────────────────────────

const without = <T>(list: readonly T[]): T[][] => list.map((_, index) => list.toSpliced(index, 1));

const replaced = <T>(list: readonly T[], smaller: (item: T) => readonly T[]): T[][] =>
  list.flatMap((item, index) => smaller(item).map((each) => list.with(index, each)));

const dropped = <T extends object>(from: T): T[] =>
  Object.keys(from).map(
    (key) => Object.fromEntries(Object.entries(from).filter(([name]) => name !== key)) as T,
  );

/** The parts of a condition that stand by themselves, and the condition with smaller parts. */
const smallerConditions = (whole: Expression): Expression[] => {
  const alone = whole.op === 'exists' || whole.op === 'all' ? [] : listSubexpressions(whole);
  switch (whole.op) {
    case 'and':
    case 'or':
      return [...alone, ...without(whole.of), ...replaced(whole.of, smallerConditions)].map((each) =>
        Array.isArray(each) ? { op: whole.op, of: each } : (each as Expression),
      );
    case 'not':
      return [...alone, ...smallerConditions(whole.of).map((of): Expression => ({ op: 'not', of }))];
    case 'exists':
    case 'all':
      return smallerConditions(whole.test).map((test) => ({ ...whole, test }));
    case 'if':
      return [
        ...alone,
        ...smallerConditions(whole.test).map((test) => ({ ...whole, test })),
        ...smallerConditions(whole.yes).map((yes) => ({ ...whole, yes })),
        ...smallerConditions(whole.no).map((no) => ({ ...whole, no })),
      ];
    default:
      return [...alone];
  }
};

const smallerObjects = (object: JsonObject): JsonObject[] => [
  ...dropped(object),
  ...Object.entries(object).flatMap(([key, inner]) =>
    isJsonObject(inner) ? smallerObjects(inner).map((each) => ({ ...object, [key]: each })) : [],
  ),
];

const smallerPolicies = (policy: PolicyDraft): PolicyDraft[] => [
  ...without(policy.rules).map((rules) => ({ ...policy, rules })),
  ...without(policy.hints).map((hints) => ({ ...policy, hints })),
  ...(policy.timeoutCapMs === null ? [] : [{ ...policy, timeoutCapMs: null }]),
  ...replaced(policy.rules, (rule) => {
    const { when, ...always } = rule;
    return [
      ...(when === undefined
        ? []
        : [always, ...smallerConditions(when).map((each) => ({ ...rule, when: each }))]),
      ...without(rule.exceptions).map((exceptions) => ({ ...rule, exceptions })),
      ...replaced(rule.exceptions, (exception) =>
        smallerConditions(exception.unless).map((unless) => ({ ...exception, unless })),
      ).map((exceptions) => ({ ...rule, exceptions })),
      ...dropped(rule.obligations).map((obligations) => ({ ...rule, obligations })),
      ...without(rule.tools).map((patterns) => ({ ...rule, tools: patterns })),
    ];
  }).map((rules) => ({ ...policy, rules })),
];

const smallerTools = (tool: ToolDescription): ToolDescription[] => [
  ...smallerObjects(tool.definition)
    .filter((definition) => typeof definition['name'] === 'string')
    .map((definition) => ({ ...tool, definition })),
  ...without(tool.overrides ?? []).map((overrides) => ({ ...tool, overrides })),
  ...replaced(tool.overrides ?? [], (override) => {
    const { when, ...always } = override;
    return [
      ...(when === undefined
        ? []
        : [always, ...smallerConditions(when).map((each) => ({ ...override, when: each }))]),
      ...dropped(override.set).map((set) => ({ ...override, set })),
      ...(override.sets === undefined ? [] : dropped(override.sets).map((sets) => ({ ...override, sets }))),
    ];
  }).map((overrides) => ({ ...tool, overrides })),
  ...without(tool.reviews ?? []).map((reviews) => ({ ...tool, reviews })),
  ...without(tool.observations ?? []).map((observations) => ({ ...tool, observations })),
  ...without(tool.resolved ?? []).map((resolved) => ({ ...tool, resolved })),
  ...(tool.contract?.readOnly === true ? [{ ...tool, contract: { ...tool.contract, readOnly: false } }] : []),
  ...(tool.contract?.closedWorld === true
    ? [{ ...tool, contract: { ...tool.contract, closedWorld: false } }]
    : []),
  ...(tool.quarantine === null ? [] : [{ ...tool, quarantine: null }]),
];

const smallerCases = (example: DecisionCase): DecisionCase[] => [
  ...smallerPolicies(example.policy).map((policy) => ({ ...example, policy })),
  ...smallerTools(example.tool).map((tool) => ({ ...example, tool })),
  ...smallerObjects(example.situation.args).map((args) => ({
    ...example,
    situation: { ...example.situation, args },
  })),
  ...(['private', 'untrusted'] as const)
    .filter((label) => example.situation.labels[label] !== 'none')
    .map((label): DecisionCase => ({
      ...example,
      situation: { ...example.situation, labels: { ...example.situation.labels, [label]: 'none' } },
    })),
];

/** A condition cut out of a policy can read a hint that is gone: such a case is no counterexample. */
const problemIn = (check: LawCheck, decide: Decider, example: DecisionCase): string | null => {
  try {
    return check(decide, example);
  } catch {
    return null;
  }
};

const smallest = (check: LawCheck, decide: Decider, example: DecisionCase): DecisionCase => {
  let current = example;
  for (;;) {
    const next = smallerCases(current).find((each) => problemIn(check, decide, each) !== null);
    if (next === undefined) return current;
    current = next;
  }
};

// ── laws ────────────────────────────────────────────────────────────────────────────────────────

export interface LawOptions {
  readonly cases: number;
  /** How many of them share a policy and a handful of tools: building those is what takes time. */
  readonly perPolicy: number;
  readonly tools: ToolOptions;
  readonly check: LawCheck;
}

/** The first problem that the cases of one seed show, with the case made as small as it gets. */
const problemOfSeed = (decide: Decider, seed: number, count: number, options: LawOptions): string | null => {
  for (const example of casesOf(new Random(seed), count, options.tools)) {
    const problem = options.check(decide, example);
    if (problem === null) continue;
    const small = smallest(options.check, decide, example);
    const words = options.check(decide, small) ?? problem;
    return `seed ${String(seed)}: ${words}\n${JSON.stringify(small, null, 1)}`;
  }
  return null;
};

/** A smallest case that breaks the law, with its seed, or null. */
export const counterexample = (decide: Decider, options: LawOptions): string | null => {
  const count = Math.min(options.perPolicy, options.cases);
  let problem: string | null = null;
  const tried = tryOut(
    property(noBias(integer()), (seed) => {
      problem = problemOfSeed(decide, seed, count, options);
      return problem === null;
    }),
    { numRuns: Math.ceil(options.cases / count), endOnFailure: true },
  );
  if (tried.failed && problem === null) {
    throw new Error(`seed ${String(tried.counterexample)} throws`, { cause: tried.errorInstance });
  }
  return problem;
};

/** Whether the same check sees that a decider is broken: for tests of the laws themselves. */
export const isCaught = (broken: Decider, options: LawOptions): boolean => {
  for (let seed = 0; seed < 400; seed += 1) {
    for (const example of casesOf(new Random(seed), options.perPolicy, options.tools)) {
      if (options.check(broken, example) !== null) return true;
    }
  }
  return false;
};
