import type { Decision, DecisionInput, Json, Labels, Outcome, Policy, Rule } from '@callgate/core';
import { decide } from '@callgate/core';
import type { Expression } from '@callgate/core/decide';
import {
  RULE_LAYERS,
  isPresetRule,
  isStricter,
  listPolicyFields,
  listReferences,
  partialEvaluate,
  readFieldMap,
  readHistory,
  readWhole,
  stricterOutcome,
  withRevision,
} from '@callgate/core/decide';
import { createCelEnvironment } from '../cel-environment.ts';
import { translateCondition } from '../translate-condition.ts';
import { ConditionReader } from './condition-reader.ts';
import type { Assignment, Guard } from './diagrams.ts';
import { DiagramTooLarge, Diagrams, NEVER } from './diagrams.ts';
import { confirmNear, makeWitness } from './find-witness.ts';
import { FreeTool } from './free-tool.ts';
import { definitionOf } from './made-tool.ts';
import { DECISION_FIELDS, approversOf } from './decision-fields.ts';
import type { Partition } from './partition.ts';
import { constantPartition } from './partition.ts';
import { partsOf } from './pattern-guard.ts';
import { ALL_LABELS, PolicyDiagram, endsOf } from './policy-diagram.ts';
import type { BuiltInProperty, Counterexample, IdleRule, PropertyProof, ProofResult } from './proof.ts';
import { BUILT_IN_PROPERTIES } from './proof.ts';
import { SituationSpace, settle } from './situation-space.ts';

/** A condition over everything a policy can read, and over the decision. Throws a `ConditionError`. */
export const parseProperty = (policy: Policy, text: string): Expression => {
  const fields = [...listPolicyFields(policy.hints), ...DECISION_FIELDS];
  return readWhole(translateCondition(text, createCelEnvironment(fields), fields));
};

/** A situation that must not be. */
interface Violation {
  where(labels: Labels): Guard;
  /** Whether `decide` shows it. */
  isShownBy(input: DecisionInput, decision: Decision): boolean;
  /** What should be decided instead, where that is clear. */
  expected(input: DecisionInput): Outcome | undefined;
}

const CONDITIONS: { readonly [P in BuiltInProperty]?: string } = {
  'undescribed-never-auto': 'tool.described == no',
  'trifecta-never-auto':
    'session.private == known && session.untrusted == known && tool.outward != no && ' +
    'origin.proven != yes && origin.destination != yes',
  'confirmation-never-ignored': 'tool.requiresConfirmation == yes',
};

const isReadable = ({ reason }: { readonly reason: string }): boolean => /[\p{L}\p{N}]/u.test(reason);

const strictestOf = (outcomes: readonly Outcome[]): Outcome | undefined =>
  outcomes.length === 0 ? undefined : outcomes.reduce(stricterOutcome);

/** How rules count that do not match the situation as it is. */
const SET_ASIDE: ReadonlySet<string> = new Set(['weaker-labels', 'without-claims']);

/** What the rules say by themselves, before anything is read in another way. */
const plainOutcome = ({ rules }: Decision): Outcome =>
  strictestOf(
    rules.flatMap(({ outcome, counted }) => (outcome === null || SET_ASIDE.has(counted) ? [] : [outcome])),
  ) ?? 'confirm';

const withoutClaims = (input: DecisionInput): DecisionInput => ({
  ...input,
  tool: {
    ...input.tool,
    claims: { answers: [], details: { sets: {} }, malformed: [], other: {} },
    resolved: [],
  },
});

/** Looked for that often in each way, each time leaving out what `decide` did not confirm. */
const MAX_WITNESSES = 25;

/** Where a property is broken under some labels. */
interface SearchedPart {
  readonly labels: Labels;
  guard: Guard;
}

interface FoundPlace {
  readonly part: SearchedPart;
  readonly assignment: Assignment;
  readonly cost: number;
}

const LABEL_COST = { none: 0, known: 1, possible: 1.5 } as const;

/** The largest demand of a rule. */
const mostApprovers = ({ obligations }: Rule): number =>
  Math.max(1, ...(obligations.approvers ?? []).map(({ count }) => count));

const costOfLabels = (labels: Labels): number => LABEL_COST[labels.private] + LABEL_COST[labels.untrusted];

const LABELS_BY_COST: readonly Labels[] = ALL_LABELS.toSorted((a, b) => costOfLabels(a) - costOfLabels(b));

const conditionsOf = ({ rules }: Policy): readonly Expression[] =>
  rules.flatMap(({ when, exceptions }) => [
    ...(when === undefined ? [] : [when]),
    ...exceptions.map(({ unless }) => unless),
  ]);

/** Proves properties of one policy over all situations. */
export class PolicyProver {
  readonly #policy: Policy;
  readonly #space: SituationSpace;
  readonly #tool: FreeTool;
  readonly #diagram: PolicyDiagram;
  readonly #ends: readonly number[];

  constructor(policy: Policy, properties: readonly Expression[] = [], maxNodes?: number) {
    this.#policy = policy;
    this.#space = new SituationSpace(new Diagrams(maxNodes));
    this.#ends = endsOf(policy);
    const own = Object.values(CONDITIONS).map((text) => parseProperty(policy, text));
    const conditions = [...conditionsOf(policy), ...properties, ...own];
    for (const condition of conditions) this.#space.predicates.collect(condition);
    for (const { tools } of policy.rules)
      for (const pattern of tools) {
        const { server, name } = partsOf(pattern);
        const add = (key: string, constant: string): void =>
          this.#space.predicates.add(key, {
            texts: [{ test: 'glob', constant, folded: false }],
            numbers: [],
          });
        if (!/^\*+$/.test(server)) add('server.name', server);
        if (!/^\*+$/.test(name)) add('tool.name', name);
      }
    const readsKind = conditions.some((condition) => listReferences(condition).fields.has('tool.kind'));
    this.#tool = new FreeTool(this.#space, policy.hints, readsKind);
    this.#diagram = new PolicyDiagram(policy, this.#space, this.#tool);
  }

  builtIn(name: BuiltInProperty): ProofResult {
    return this.#guarded(() => {
      if (name === 'no-idle-rule') return this.#idleRules();
      const condition = CONDITIONS[name];
      if (condition !== undefined)
        return this.#search(this.#conditionViolation('never', parseProperty(this.#policy, condition)));
      if (name === 'claims-never-relax') return this.#search(this.#claimsViolation());
      if (name === 'blocks-explained') return this.#search(this.#blocksViolation());
      return this.#layersOnlyTighten();
    });
  }

  condition(kind: 'never' | 'always', condition: Expression): ProofResult {
    return this.#guarded(() => this.#search(this.#conditionViolation(kind, condition)));
  }

  #guarded(prove: () => ProofResult): ProofResult {
    try {
      return prove();
    } catch (error) {
      if (!(error instanceof DiagramTooLarge)) throw error;
      return { result: 'undecided', why: 'too-large' };
    }
  }

  #search(violation: Violation): ProofResult {
    const { diagrams } = this.#space;
    const parts: SearchedPart[] = [];
    // first on to calls with other arguments, then to whatever else differs
    for (const isWide of [true, false]) {
      let passed = NEVER;
      for (let round = 0; round < MAX_WITNESSES; round += 1) {
        const best = this.#smallest(violation, parts, passed);
        if (best === undefined && isWide && round === 0) return { result: 'proved' };
        if (best === undefined) break;
        const { part, assignment } = best;
        const counterexample = this.#confirmed(violation, part.labels, assignment);
        if (counterexample !== undefined) return { result: 'disproved', counterexample };
        if (isWide) passed = diagrams.or(passed, diagrams.cube(this.#argumentsOf(assignment)));
        else part.guard = diagrams.without(part.guard, diagrams.cube(assignment));
      }
    }
    return { result: 'undecided', why: 'unconfirmed' };
  }

  #smallest(violation: Violation, parts: SearchedPart[], passed: Guard): FoundPlace | undefined {
    const { diagrams } = this.#space;
    let best: FoundPlace | undefined;
    for (const [at, labels] of LABELS_BY_COST.entries()) {
      // with these labels nothing is smaller
      if (best !== undefined && best.cost <= costOfLabels(labels)) break;
      // what no smaller example asked for is not worked out
      const part = (parts[at] ??= { labels, guard: this.#whereBroken(violation, labels) });
      const assignment = diagrams.cheapest(diagrams.without(part.guard, passed));
      if (assignment === undefined) continue;
      const cost = this.#cost(labels, assignment);
      if (best === undefined || cost < best.cost) best = { part, assignment, cost };
    }
    return best;
  }

  /** The arguments and what open conditions come to; all of it where it says nothing of them. */
  #argumentsOf(assignment: Assignment): Assignment {
    const some = [...assignment].filter(([{ name }]) => /^(?:args|opaque) /.test(name));
    return some.length === 0 ? assignment : new Map(some);
  }

  #whereBroken(violation: Violation, labels: Labels): Guard {
    const guard = violation.where(labels);
    // bounds of what can be claimed concern only what was read so far
    return this.#space.diagrams.and(guard, this.#possible);
  }

  get #possible(): Guard {
    return this.#space.diagrams.and(this.#tool.possible, this.#space.possible);
  }

  #cost(labels: Labels, assignment: Assignment): number {
    return [...assignment].reduce(
      (sum, [{ costs }, value]) => sum + (costs[value] ?? 0),
      costOfLabels(labels),
    );
  }

  #confirmed(violation: Violation, labels: Labels, assignment: Assignment): Counterexample | undefined {
    const proposed = makeWitness(
      { space: this.#space, policy: this.#policy, ends: this.#ends },
      this.#tool.realise(assignment),
      labels,
      assignment,
    );
    const shown = confirmNear(this.#space, proposed, (input) =>
      violation.isShownBy(input, decide(this.#policy, input)),
    );
    if (shown === undefined) return undefined;
    const definition = definitionOf(this.#tool.traits(assignment), this.#policy.hints);
    return {
      input: shown,
      decision: decide(this.#policy, shown),
      definition,
      expected: violation.expected(shown),
    };
  }

  /** `never` without a word on the outcome: never automatically. `always`: of every automatic call. */
  #conditionViolation(kind: 'never' | 'always', condition: Expression): Violation {
    const { diagrams } = this.#space;
    const { fields: read } = listReferences(condition);
    const readsOutcome = DECISION_FIELDS.some(({ name }) => read.has(name));
    return {
      where: (labels) => {
        const given = readsOutcome ? this.#decisionParts(labels, read) : new Map<string, never>();
        const { yes } = new ConditionReader(this.#space, this.#tool, { scope: 'all', labels }, given).read(
          condition,
        );
        const broken = kind === 'never' ? yes : diagrams.not(yes);
        return readsOutcome ? broken : diagrams.and(broken, this.#diagram.outcome(labels).auto);
      },
      isShownBy: (input, decision) => {
        const fields = new Map(readFieldMap(input, this.#policy.hints))
          .set('decision.outcome', decision.outcome)
          .set('decision.approvers', approversOf(decision));
        const rest = partialEvaluate(condition, fields);
        const holds = settle(rest, input.args, undefined, readHistory(input)) === 'yes';
        return holds === (kind === 'never') && (readsOutcome || decision.outcome === 'auto');
      },
      expected: () => (readsOutcome ? undefined : 'confirm'),
    };
  }

  #decisionParts(labels: Labels, read: ReadonlySet<string>): ReadonlyMap<string, Partition<Json>> {
    const { diagrams } = this.#space;
    const { auto, block } = this.#diagram.outcome(labels);
    const confirm = diagrams.not(diagrams.or(auto, block));
    const outcome: Partition<Outcome> = [
      { value: 'auto', guard: auto },
      { value: 'block', guard: block },
      { value: 'confirm', guard: confirm },
    ];
    const approvers = read.has('decision.approvers')
      ? this.#approverParts(labels, confirm)
      : constantPartition(0);
    return new Map<string, Partition<Json>>([
      ['decision.outcome', outcome],
      ['decision.approvers', approvers],
    ]);
  }

  /** By the largest demand of the rules that fire, from the largest one on. */
  #approverParts(labels: Labels, confirm: Guard): Partition<number> {
    const { diagrams } = this.#space;
    const counts = [...new Set(this.#policy.rules.map(mostApprovers))].filter((count) => count > 1);
    const parts: { value: number; guard: Guard }[] = [{ value: 0, guard: diagrams.not(confirm) }];
    let left = confirm;
    for (const value of counts.toSorted((a, b) => b - a)) {
      const demanding = this.#policy.rules.filter((rule) => mostApprovers(rule) === value);
      const guard = diagrams.and(left, this.#diagram.firingAnywhere(demanding, labels));
      parts.push({ value, guard });
      left = diagrams.without(left, guard);
    }
    return [...parts, { value: 1, guard: left }];
  }

  #claimsViolation(): Violation {
    const { diagrams } = this.#space;
    return {
      where: (labels) => {
        const [said, bare] = (['all', 'grounded'] as const).map((scope) =>
          this.#diagram.reading({ scope, labels }),
        );
        if (said === undefined || bare === undefined) return NEVER;
        // where claims are believed the two readings are one
        const [saidAuto, bareBlock] = [said.auto, bare.block].map((guard) =>
          diagrams.and(guard, this.#tool.untrusted),
        );
        return diagrams.or(
          diagrams.without(saidAuto ?? NEVER, bare.auto),
          diagrams.without(bareBlock ?? NEVER, said.block),
        );
      },
      isShownBy: (input, decision) =>
        input.tool.server.trust === 'untrusted' &&
        isStricter(plainOutcome(decide(this.#policy, withoutClaims(input))), plainOutcome(decision)),
      expected: () => undefined,
    };
  }

  #blocksViolation(): Violation {
    const { diagrams } = this.#space;
    const explained = this.#policy.rules.filter((rule) => rule.then === 'block' && isReadable(rule));
    return {
      where: (labels) =>
        diagrams.without(
          this.#diagram.outcome(labels).block,
          this.#diagram.firingAnywhere(explained, labels),
        ),
      isShownBy: (_, { outcome, rules }) =>
        outcome === 'block' && !rules.some((rule) => rule.outcome === 'block' && isReadable(rule)),
      expected: () => undefined,
    };
  }

  #layersOnlyTighten(): ProofResult {
    const present = RULE_LAYERS.filter((layer) => this.#policy.rules.some((rule) => rule.layer === layer));
    for (const [at] of present.slice(1).entries()) {
      const result = this.#search(this.#layerViolation(present.slice(0, at + 1)));
      if (result.result !== 'proved') return result;
    }
    return { result: 'proved' };
  }

  /** What higher layers say by themselves; what they delegated is theirs to give away. */
  #layerViolation(layers: readonly Rule['layer'][]): Violation {
    const { diagrams } = this.#space;
    const rules = this.#policy.rules
      .filter((rule) => layers.includes(rule.layer))
      .map((rule) => ({
        ...rule,
        exceptions: rule.exceptions.filter(({ layer }) => rule.delegated || layers.includes(layer)),
      }));
    const { revision: _, ...rest } = this.#policy;
    const policy = withRevision({ ...rest, rules });
    const higher = new PolicyDiagram(policy, this.#space, this.#tool, this.#ends);
    const holding = policy.rules.filter(({ then }) => then === 'confirm' || then === 'block');
    return {
      where: (labels) => {
        const whole = this.#diagram.outcome(labels);
        const held = diagrams.or(higher.firingAnywhere(holding, labels), higher.outcome(labels).block);
        return diagrams.or(
          diagrams.without(higher.outcome(labels).block, whole.block),
          diagrams.and(held, whole.auto),
        );
      },
      isShownBy: (input, decision) => {
        const above = decide(policy, { ...input, policy: policy.revision });
        const said = strictestOf(above.rules.flatMap(({ outcome }) => outcome ?? []));
        return (
          (said !== undefined && isStricter(said, decision.outcome)) ||
          (above.outcome === 'block' && decision.outcome !== 'block')
        );
      },
      expected: (input) => decide(policy, { ...input, policy: policy.revision }).outcome,
    };
  }

  #idleRules(): ProofResult {
    // what a preset says twice is not for its users to correct
    const own = this.#policy.rules.filter((rule) => !isPresetRule(rule));
    const idle = own.flatMap((rule): IdleRule[] => {
      if (this.#isDead(rule)) return [{ rule: rule.id }];
      const by = this.#policy.rules.find((other) => this.#isShadowed(rule, other));
      return by === undefined ? [] : [{ rule: rule.id, by: by.id }];
    });
    return idle.length === 0 ? { result: 'proved' } : { result: 'disproved', idle };
  }

  /**
   * It never matches; that it cannot be evaluated somewhere does not make it useful. A session may keep a label of an
   * earlier policy: only for what is idle it counts that no rule raises one.
   */
  #isDead(rule: Rule): boolean {
    const raised = this.#policy.rules.flatMap(({ obligations }) => obligations.raise ?? []);
    const { diagrams } = this.#space;
    return ALL_LABELS.every((labels) => {
      const { matches } = this.#diagram.rule(rule, { scope: 'all', labels });
      return diagrams.all([matches, this.#possible, this.#space.withLabels(raised)]) === NEVER;
    });
  }

  #isShadowed(rule: Rule, by: Rule): boolean {
    if (rule === by || rule.then === undefined || by.then === undefined) return false;
    if (isStricter(rule.then, by.then) || Object.keys(rule.obligations).length > 0) return false;
    if (!this.#isCovered(rule, by)) return false;
    // two rules that say the same shadow each other: only the later one is told
    const isSame = rule.then === by.then && Object.keys(by.obligations).length === 0;
    const { rules } = this.#policy;
    return !(isSame && rules.indexOf(rule) < rules.indexOf(by) && this.#isCovered(by, rule));
  }

  /** Wherever the rule fires the other does; a fault of it counts at least as confirm. */
  #isCovered(rule: Rule, by: Rule): boolean {
    const { diagrams } = this.#space;
    const suffices = by.then !== 'auto';
    return ALL_LABELS.every((labels) => {
      const reading = { scope: 'all', labels } as const;
      const { matches, faults } = this.#diagram.rule(rule, reading);
      const other = this.#diagram.firing([by], reading);
      const fires = diagrams.and(diagrams.or(matches, faults), this.#possible);
      const sample = diagrams.cheapest(fires);
      if (sample === undefined) return true;
      if (!diagrams.isTrue(other, sample)) return false;
      if (diagrams.without(fires, other) !== NEVER) return false;
      return suffices || diagrams.and(faults, fires) === NEVER;
    });
  }
}

export interface ProofRequest {
  readonly never?: readonly string[];
  readonly always?: readonly string[];
  /** The built-in properties too; by default only where nothing else is asked. */
  readonly builtIn?: boolean;
}

/** Proves what is asked, or every built-in property where nothing is. Throws a `ConditionError`. */
export const provePolicy = (
  policy: Policy,
  { never = [], always = [], builtIn = never.length + always.length === 0 }: ProofRequest = {},
): readonly PropertyProof[] => {
  const asked = [
    ...never.map((text) => ({ kind: 'never', text }) as const),
    ...always.map((text) => ({ kind: 'always', text }) as const),
  ].map((each) => ({ ...each, condition: parseProperty(policy, each.text) }));
  const conditions = asked.map(({ condition }) => condition);
  const prover = new PolicyProver(policy, conditions);
  const names = builtIn ? BUILT_IN_PROPERTIES : [];
  return [
    ...names.map((name): PropertyProof => ({
      property: { kind: 'built-in', name },
      ...prover.builtIn(name),
    })),
    ...asked.map(({ kind, text, condition }): PropertyProof => {
      const property = { kind, condition: text };
      return { property, ...prover.condition(kind, condition) };
    }),
  ];
};
