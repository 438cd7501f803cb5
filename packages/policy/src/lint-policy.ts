import type { Json, Policy, Rule, ToolInput } from '@callgate/core';
import { HINTS, HINT_NAMES } from '@callgate/core';
import type { Expression, Field, RuleException } from '@callgate/core/decide';
import {
  counterText,
  isPresetRule,
  coversPatterns,
  listCounters,
  listPolicyFields,
  isStricter,
  partialEvaluate,
  readAtBound,
  listReferences,
  readToolFieldMap,
  toolPatternMatches,
} from '@callgate/core/decide';
import { FACT_NAMES } from '@callgate/core/disclose';
import type { LabelStrength } from '@callgate/core/label';
import { LABEL_STRENGTHS } from '@callgate/core/label';
import type { Answer } from '@callgate/core/vocabulary';
import { ANSWERS } from '@callgate/core/vocabulary';
import { policyLintErrors } from '@callgate/messages/errors/policy-lint';
import type { ErrorText } from '@callgate/messages/text/error-text';
import type { PolicyProblem } from './yaml/policy-problem.ts';
import { findNearestName } from './yaml/suggest-name.ts';

/** Values of the finite fields a rule reads; every other field and all arguments stay open. */
type FieldState = ReadonlyMap<string, Answer | LabelStrength>;

/** What a condition comes to in a state: settled, or it depends on what is still open. */
type ConditionVerdict = boolean | 'open';

/** States grow threefold with each field; beyond these, fields stay open. */
const MAX_FIELDS = 9;

const readByRule: WeakMap<Rule, readonly string[]> = new WeakMap();

/** Every rule is compared with every other. */
const fieldsRead = (rule: Rule): readonly string[] => {
  const known = readByRule.get(rule);
  if (known !== undefined) return known;
  const names = [...listReferences(rule.when ?? ALWAYS).fields];
  readByRule.set(rule, names);
  return names;
};

const finiteOf = (names: readonly string[], fields: ReadonlyMap<string, Field>): Field[] =>
  names.flatMap((name) => {
    const field = fields.get(name);
    return field !== undefined && (field.type === 'answer' || field.type === 'label') ? [field] : [];
  });

const finiteFields = (rule: Rule, fields: ReadonlyMap<string, Field>): Field[] =>
  finiteOf(fieldsRead(rule), fields);

const ALWAYS: Expression = { op: 'value', value: true };

const valuesOf = (field: Field): readonly (Answer | LabelStrength)[] =>
  field.type === 'label' ? LABEL_STRENGTHS : ANSWERS;

/** Beliefs and facts hang together: a state no tool can be in is no counterexample. */
const IMPOSSIBLE: readonly ((get: (name: string) => Json | undefined) => boolean)[] = [
  (get) => get('tool.readOnly') === 'yes' && get('tool.mutates') === 'yes',
  (get) => get('tool.readOnly') === 'no' && get('tool.mutates') === 'no',
  (get) => get('tool.mutates') === 'no' && get('tool.destroys') === 'yes',
  (get) => get('tool.readOnly') === 'yes' && get('tool.destroys') === 'yes',
  (get) => get('tool.destructive') === 'no' && get('tool.destroys') === 'yes',
  (get) => get('tool.mutates') === 'no' && get('tool.irreversible') === 'yes',
  (get) => get('tool.reversible') === 'yes' && get('tool.irreversible') === 'yes',
  (get) => get('tool.openWorld') === 'yes' && get('tool.outward') === 'no',
  (get) =>
    get('tool.consequential') === 'no' && (get('tool.mutates') === 'yes' || get('tool.outward') === 'yes'),
  (get) =>
    get('tool.consequential') === 'no' &&
    (get('tool.outwardOnGround') === 'yes' || get('tool.destroysOnGround') === 'yes'),
  (get) => get('tool.outward') === 'no' && get('tool.outwardOnGround') === 'yes',
  (get) => get('tool.destroys') === 'no' && get('tool.destroysOnGround') === 'yes',
  (get) => get('tool.described') === 'unknown',
  (get) => get('tool.conflicting') === 'unknown' || get('tool.quarantined') === 'unknown',
];

const isPossible = (state: FieldState): boolean =>
  !IMPOSSIBLE.some((test) => test((name) => state.get(name)));

const settleCondition = (rest: Expression): ConditionVerdict =>
  rest.op === 'value' && typeof rest.value === 'boolean' ? rest.value : 'open';

const verdict = (rule: Rule, state: FieldState): ConditionVerdict =>
  settleCondition(partialEvaluate(rule.when ?? ALWAYS, state));

interface StateSearch {
  /** Conditions, as far as they are not settled yet. */
  readonly rests: readonly Expression[];
  /** Nothing below can be what is looked for. */
  hopeless(verdicts: readonly ConditionVerdict[]): boolean;
  found(verdicts: readonly ConditionVerdict[], state: FieldState): boolean;
}

/** Whether some state that a tool can be in is what is looked for. Goes field by field, and not into what is settled. */
const someState = (
  fields: readonly Field[],
  { rests, ...search }: StateSearch,
  state: FieldState = new Map(),
): boolean => {
  const verdicts = rests.map(settleCondition);
  if (!isPossible(state) || search.hopeless(verdicts)) return false;
  const [field, ...others] = state.size < MAX_FIELDS ? fields : [];
  if (field === undefined) return search.found(verdicts, state);
  return valuesOf(field).some((value) => {
    const one = new Map([[field.name, value]]);
    const next = { ...search, rests: rests.map((rest) => partialEvaluate(rest, one)) };
    return someState(others, next, new Map([...state, [field.name, value]]));
  });
};

const conditionOf = ({ when = ALWAYS }: Rule): Expression => when;

const warning = (
  { position = { file: 'policy', line: 1, column: 1 } }: Pick<Rule, 'position'>,
  text: ErrorText,
): PolicyProblem => ({ severity: 'warning', ...text, position });

const isDead = (rule: Rule, fields: ReadonlyMap<string, Field>): boolean =>
  !someState(finiteFields(rule, fields), {
    rests: [conditionOf(rule)],
    hopeless: ([matches]) => matches === false,
    found: () => true,
  });

const isShadowedBy = (rule: Rule, by: Rule, fields: ReadonlyMap<string, Field>): boolean => {
  if (rule === by || rule.then === undefined || by.then === undefined || by.exceptions.length > 0)
    return false;
  if (
    isStricter(rule.then, by.then) ||
    Object.keys(rule.obligations).length > 0 ||
    !coversPatterns(by.tools, rule.tools)
  )
    return false;
  const both = [...new Set([...finiteFields(rule, fields), ...finiteFields(by, fields)])];
  const always = !someState(both, {
    rests: [conditionOf(rule), conditionOf(by)],
    hopeless: ([matches, covers]) => matches === false || covers === true,
    found: () => true,
  });
  // two rules that say the same shadow each other: only the later one is told
  return always && !(by.then === rule.then && isStricterNowhere(rule, by, both) && rule.id < by.id);
};

const isStricterNowhere = (a: Rule, b: Rule, fields: readonly Field[]): boolean =>
  !someState(fields, {
    rests: [conditionOf(a), conditionOf(b)],
    hopeless: ([one, other]) => one !== 'open' && one === other,
    found: ([one, other]) => one !== other,
  });

/** The value that lowers care, by field; labels have an order of their own. */
const relaxingValues = (policy: Policy): ReadonlyMap<string, 'yes' | 'no'> =>
  new Map([
    ...FACT_NAMES.map((name) => [`tool.${name}`, name === 'described' ? 'yes' : 'no'] as const),
    ...HINT_NAMES.flatMap((name) =>
      ['tool', 'claims'].map((root) => [`${root}.${name}`, HINTS[name].relaxing] as const),
    ),
    ...policy.hints.map((hint) => [`tool.${hint.name}`, hint.relaxing] as const),
    ...['proven', 'destination'].map((name) => [`origin.${name}`, 'yes'] as const),
  ]);

const tighter = (
  field: Field,
  value: Answer | LabelStrength,
  relaxing: ReadonlyMap<string, 'yes' | 'no'>,
): (Answer | LabelStrength) | undefined => {
  if (field.type === 'label')
    return LABEL_STRENGTHS[LABEL_STRENGTHS.findIndex((strength) => strength === value) + 1];
  return relaxing.get(field.name) === value ? (value === 'yes' ? 'no' : 'yes') : undefined;
};

/** A rule that says auto only where the session has touched something never takes effect: fewer labels would ask. */
const needsLabel = (rule: Rule, fields: ReadonlyMap<string, Field>): string | undefined => {
  if (rule.then !== 'auto') return undefined;
  const finite = finiteFields(rule, fields);
  const canMatch = (where: (state: FieldState) => boolean): boolean =>
    someState(finite, {
      rests: [conditionOf(rule)],
      hopeless: ([matches]) => matches === false,
      found: (_, state) => where(state),
    });
  const needed = finite.find(
    ({ name, type }) => type === 'label' && !canMatch((state) => state.get(name) === 'none'),
  );
  return needed !== undefined && canMatch(() => true) ? needed.name : undefined;
};

/** A rule that holds a call back and lets it go when something gets worse, with no other that holds it then. */
const nonMonotoneField = (
  rule: Rule,
  policy: Policy,
  fields: ReadonlyMap<string, Field>,
): string | undefined => {
  const { then } = rule;
  if (then === undefined || then === 'auto') return undefined;
  const others = policy.rules.filter(
    (other) =>
      other.then !== undefined && !isStricter(then, other.then) && coversPatterns(other.tools, rule.tools),
  );
  const finite = finiteFields(rule, fields);
  const relaxing = relaxingValues(policy);
  let found: string | undefined;
  someState(finite, {
    rests: [conditionOf(rule)],
    hopeless: ([matches]) => matches === false,
    found: ([matches], state) => {
      if (matches !== true) return false;
      found = finite.find((field) => {
        const next = tighter(field, state.get(field.name) ?? 'unknown', relaxing);
        if (next === undefined) return false;
        const worse = new Map([...state, [field.name, next]]);
        return isPossible(worse) && others.every((other) => verdict(other, worse) !== true);
      })?.name;
      return found !== undefined;
    },
  });
  return found;
};

/** A tool some call to which the rule could match; what overrides make of arguments is left open. */
export const couldMatch = (rule: Rule, tool: ToolInput, fields: ReadonlyMap<string, Json>): boolean => {
  if (!rule.tools.some((pattern) => toolPatternMatches(pattern, tool.server.name, tool.name))) return false;
  if (tool.overrides.some((override) => override.when !== undefined)) return true;
  const rest = partialEvaluate(rule.when ?? ALWAYS, fields);
  return !(rest.op === 'value' && rest.value === false);
};

/** What is known where an exception is looked at: one tool of a catalogue, or nothing. */
interface LintedTool {
  readonly tool: ToolInput;
  readonly fields: ReadonlyMap<string, Json>;
}

const NOTHING: ReadonlyMap<string, Json> = new Map();

const looksAt = (rule: Rule, { tool }: LintedTool): boolean =>
  rule.tools.some((pattern) => toolPatternMatches(pattern, tool.server.name, tool.name));

const isLiteral = (pattern: string): boolean => /^[^*?/]+\/[^*?]+$/.test(pattern);

/** Whether patterns without wildcards name different tools; anything else may be about the same one. */
const areApart = (some: readonly string[], others: readonly string[]): boolean =>
  [...some, ...others].every(isLiteral) && !some.some((pattern) => others.includes(pattern));

/** Whether some call that the exception is about could be let go further than its rule lets it. */
const canRelax = (
  rule: Rule,
  exception: RuleException,
  policy: Policy,
  fields: ReadonlyMap<string, Field>,
  known?: LintedTool,
): boolean => {
  const { then } = rule;
  // what only adds requirements adds none then
  if (then === undefined) return true;
  if (known !== undefined && !looksAt(rule, known)) return false;
  const counts = (other: Rule): boolean =>
    known === undefined ? !areApart(other.tools, rule.tools) : looksAt(other, known);
  const others = policy.rules.filter((other) => other !== rule && other.then !== undefined && counts(other));
  const isHeld = (other: Rule, state: FieldState): boolean =>
    other.then !== undefined &&
    !isStricter(then, other.then) &&
    other.exceptions.length === 0 &&
    (known !== undefined || coversPatterns(other.tools, rule.tools)) &&
    settleCondition(
      partialEvaluate(conditionOf(other), new Map([...(known?.fields ?? NOTHING), ...state])),
    ) === true;
  // a block that is lifted is asked about; a question needs a rule that says auto
  const laxer = then === 'block' ? [undefined] : others.filter((other) => other.then === 'auto');
  const given = known?.fields ?? NOTHING;
  return laxer.some((allowing) => {
    const conditions = [
      conditionOf(rule),
      exception.unless,
      ...(allowing === undefined ? [] : [conditionOf(allowing)]),
    ];
    const rests = conditions.map((condition) => partialEvaluate(condition, given));
    const names = [...new Set(rests.flatMap((rest) => [...listReferences(rest).fields]))];
    return someState(finiteOf(names, fields), {
      rests,
      hopeless: (verdicts) => verdicts.includes(false),
      found: (_, state) => !others.some((other) => isHeld(other, state)),
    });
  });
};

const findIdleException = (
  rule: Rule,
  exception: RuleException,
  policy: Policy,
  fields: ReadonlyMap<string, Field>,
): PolicyProblem => {
  const isGeneral = !canRelax(rule, exception, policy, fields);
  return warning(
    exception.position === undefined ? rule : exception,
    policyLintErrors.exceptionIdle({ exception: exception.id, isGeneral }),
  );
};

const idleExceptions = (
  rule: Rule,
  policy: Policy,
  fields: ReadonlyMap<string, Field>,
  known: readonly LintedTool[] | undefined,
): PolicyProblem[] =>
  rule.exceptions
    .filter((exception) => {
      if (!canRelax(rule, exception, policy, fields)) return true;
      return (
        known !== undefined &&
        !known.some((each) => isOpen(each) || canRelax(rule, exception, policy, fields, each))
      );
    })
    .map((exception) => findIdleException(rule, exception, policy, fields));

/** What overrides make of arguments is left open. */
const isOpen = ({ tool }: LintedTool): boolean => tool.overrides.some(({ when }) => when !== undefined);

/** Where more calls let something go, and where a rule looks as if they did and they do not. */
const historyProblems = ({ rules }: Policy): PolicyProblem[] =>
  rules.flatMap((rule) => {
    const relaxing = rule.exceptions.flatMap((exception) => {
      const [counter] = listCounters([exception.unless]);
      const text = { exception: exception.id, rule: rule.id };
      return counter === undefined
        ? []
        : [
            warning(
              exception.position === undefined ? rule : exception,
              policyLintErrors.historyRelaxes({ ...text, counter: counterText(counter) }),
            ),
          ];
    });
    if (rule.when === undefined) return relaxing;
    // a counter that stands where more calls would undo the rule is read as if there were none
    const isTightening = rule.then !== 'auto';
    const read = new Set(listCounters([readAtBound(rule.when, isTightening)]).map(counterText));
    const ignored = listCounters([rule.when]).find((counter) => !read.has(counterText(counter)));
    return ignored === undefined
      ? relaxing
      : [
          ...relaxing,
          warning(rule, policyLintErrors.historyIgnored({ rule: rule.id, counter: counterText(ignored) })),
        ];
  });

/** Only a rule can give a session a label: without one, the condition is never met. */
const unraisedLabels = ({ rules }: Policy): PolicyProblem[] => {
  const raised = rules.flatMap(({ obligations }) => obligations.raise ?? []);
  return rules.flatMap((rule) => {
    const conditions = [rule.when ?? ALWAYS, ...rule.exceptions.map(({ unless }) => unless)];
    const labels = new Set(listCounters(conditions).flatMap(({ label }) => label ?? []));
    return [...labels]
      .filter((label) => !raised.includes(label))
      .map((label) =>
        warning(
          rule,
          policyLintErrors.labelNotRaised({ rule: rule.id, label, near: findNearestName(label, raised) }),
        ),
      );
  });
};

function* lintInSteps(
  policy: Policy,
  tools: readonly ToolInput[] | undefined,
): Generator<undefined, readonly PolicyProblem[]> {
  const fields = new Map(listPolicyFields(policy.hints).map((field) => [field.name, field]));
  const known = tools?.map((tool): LintedTool => ({ tool, fields: readToolFieldMap(tool, policy.hints) }));
  const dead = new Set<Rule>();
  for (const rule of policy.rules) {
    if (isDead(rule, fields)) dead.add(rule);
    yield;
  }
  const problems = [...dead].map((rule) => warning(rule, policyLintErrors.dead({ rule: rule.id })));
  for (const rule of policy.rules) {
    if (dead.has(rule) || isPresetRule(rule)) continue;
    const by = policy.rules.find((other) => !dead.has(other) && isShadowedBy(rule, other, fields));
    if (by !== undefined)
      problems.push(warning(rule, policyLintErrors.shadowed({ rule: rule.id, by: by.id })));
    const label = needsLabel(rule, fields);
    if (label !== undefined)
      problems.push(warning(rule, policyLintErrors.needsLabel({ rule: rule.id, label })));
    const field = nonMonotoneField(rule, policy, fields);
    if (field !== undefined)
      problems.push(warning(rule, policyLintErrors.notMonotone({ rule: rule.id, field })));
    yield;
  }
  problems.push(...historyProblems(policy), ...unraisedLabels(policy));
  for (const rule of policy.rules) {
    problems.push(...idleExceptions(rule, policy, fields, known));
    yield;
  }
  for (const rule of policy.rules) {
    if (known === undefined || isPresetRule(rule)) continue;
    if (!known.some((each) => couldMatch(rule, each.tool, each.fields)))
      problems.push(warning(rule, policyLintErrors.noTool({ rule: rule.id })));
    yield;
  }
  return problems;
}

/** What an author would want to know about their own rules: dead, shadowed, surprising, or about no tool at all. */
export const lintPolicy = (
  policy: Policy,
  tools: readonly ToolInput[] | undefined,
): readonly PolicyProblem[] => {
  const steps = lintInSteps(policy, tools);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
};

/** The same, where others want to be served meanwhile: every rule is compared with every other. */
export const lintPolicyInTurns = async (
  policy: Policy,
  tools: readonly ToolInput[] | undefined,
  pause: () => Promise<void>,
): Promise<readonly PolicyProblem[]> => {
  const steps = lintInSteps(policy, tools);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await pause();
  }
};
