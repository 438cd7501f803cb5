import type { Labels, Policy, Rule } from '@callgate/core';
import type { Expression } from '@callgate/core/decide';
import { listReferences, mergeObligations, readAtBound, readsCounters } from '@callgate/core/decide';
import type { ClaimScope } from '@callgate/core/disclose';
import type { LabelStrength } from '@callgate/core/label';
import { LABEL_STRENGTHS, strengthRank } from '@callgate/core/label';
import type { ReadingOf, Truth } from './condition-reader.ts';
import { ConditionReader } from './condition-reader.ts';
import type { Guard } from './diagrams.ts';
import { ALWAYS, NEVER } from './diagrams.ts';
import type { Choice, SituationSpace } from './situation-space.ts';
import type { ToolModel } from './tool-model.ts';

/** Where a rule matches, and where it cannot be evaluated; no exception keeps it from firing there. */
export interface RuleGuards {
  readonly matches: Guard;
  readonly faults: Guard;
}

/** Where a policy comes to what. */
export interface OutcomeGuards {
  readonly auto: Guard;
  readonly block: Guard;
}

const ALWAYS_TRUE: Expression = { op: 'value', value: true };

export const ALL_LABELS: readonly Labels[] = LABEL_STRENGTHS.flatMap((untrusted) =>
  LABEL_STRENGTHS.map((priv): Labels => ({ private: priv, untrusted })),
);

const SCOPES: readonly ClaimScope[] = ['all', 'grounded'];

const upTo = (strength: LabelStrength): readonly LabelStrength[] =>
  LABEL_STRENGTHS.slice(0, strengthRank(strength) + 1);

/** Which parts of a reading a rule looks at at all. */
interface RuleReads {
  readonly tool: boolean;
  readonly private: boolean;
  readonly untrusted: boolean;
  readonly history: boolean;
}

const conditionsOf = ({ when = ALWAYS_TRUE, exceptions }: Rule): readonly Expression[] => [
  when,
  ...exceptions.map(({ unless }) => unless),
];

const readsOf = (rule: Rule): RuleReads => {
  const fields = new Set(conditionsOf(rule).flatMap((condition) => [...listReferences(condition).fields]));
  return {
    tool: [...fields].some((name) => /^(?:tool|claims)\./.test(name)),
    private: fields.has('session.private'),
    untrusted: fields.has('session.untrusted'),
    history: rule.when !== undefined && readsCounters(rule.when),
  };
};

/** When something ends: the moments at which exceptions of a policy do. */
export const endsOf = ({ rules }: Policy): readonly number[] =>
  [...new Set(rules.flatMap(({ exceptions }) => exceptions.map(({ until }) => until)))].toSorted(
    (a, b) => a - b,
  );

/** What a policy comes to, over all situations at once. */
export class PolicyDiagram {
  readonly policy: Policy;
  readonly #space: SituationSpace;
  readonly #tool: ToolModel;
  readonly #ends: readonly number[];
  readonly #rules: Map<Rule, Map<string, RuleGuards>> = new Map();
  readonly #reads: ReadonlyMap<Rule, RuleReads>;
  readonly #histories: readonly ('whole' | 'none')[];
  readonly #readings: Map<string, OutcomeGuards> = new Map();
  readonly #outcomes: Map<string, OutcomeGuards> = new Map();

  constructor(
    policy: Policy,
    space: SituationSpace,
    tool: ToolModel,
    ends: readonly number[] = endsOf(policy),
  ) {
    this.policy = policy;
    this.#space = space;
    this.#tool = tool;
    this.#ends = ends;
    this.#reads = new Map(policy.rules.map((rule) => [rule, readsOf(rule)]));
    this.#histories = [...this.#reads.values()].some(({ history }) => history)
      ? ['whole', 'none']
      : ['whole'];
  }

  /** Where the decision is auto, and where it is block, under these labels: the strictest over all readings. */
  outcome(labels: Labels): OutcomeGuards {
    const key = `${labels.private} ${labels.untrusted}`;
    const known = this.#outcomes.get(key);
    if (known !== undefined) return known;
    const { diagrams } = this.#space;
    const readings = this.#readingsOf(labels);
    const each = readings.map((reading) => this.reading(reading));
    const neverOpen = this.#noHours(readings);
    const made = {
      auto: diagrams.without(diagrams.all(each.map(({ auto }) => auto)), neverOpen),
      block: diagrams.any([...each.map(({ block }) => block), neverOpen]),
    };
    this.#outcomes.set(key, made);
    return made;
  }

  /** What the rules say in one reading, whatever they say in the others. */
  reading(reading: ReadingOf): OutcomeGuards {
    const { labels, scope, history = 'whole' } = reading;
    const key = `${scope} ${labels.private} ${labels.untrusted} ${history}`;
    const known = this.#readings.get(key);
    if (known !== undefined) return known;
    const { diagrams } = this.#space;
    const auto: Guard[] = [];
    const holding: Guard[] = [];
    const blocking: Guard[] = [];
    for (const rule of this.policy.rules) {
      const { matches, faults } = this.rule(rule, reading);
      if (rule.then === 'auto') auto.push(matches);
      if (rule.then === 'confirm' || rule.then === 'block') holding.push(matches);
      if (rule.then === 'block') blocking.push(matches, faults);
      holding.push(faults);
    }
    const made = {
      auto: diagrams.without(diagrams.any(auto), diagrams.any(holding)),
      block: diagrams.any(blocking),
    };
    this.#readings.set(key, made);
    return made;
  }

  /** Where rules that say this or something stricter fire in a reading. */
  firing(rules: readonly Rule[], reading: ReadingOf): Guard {
    const { diagrams } = this.#space;
    return diagrams.any(
      rules.flatMap((rule) => {
        const { matches, faults } = this.rule(rule, reading);
        return [matches, faults];
      }),
    );
  }

  /** Where rules fire in any reading that counts under these labels. */
  firingAnywhere(rules: readonly Rule[], labels: Labels): Guard {
    return this.#space.diagrams.any(this.#readingsOf(labels).map((reading) => this.firing(rules, reading)));
  }

  rule(rule: Rule, reading: ReadingOf): RuleGuards {
    const reads = this.#reads.get(rule) ?? readsOf(rule);
    const labels: Labels = {
      private: reads.private ? reading.labels.private : 'none',
      untrusted: reads.untrusted ? reading.labels.untrusted : 'none',
    };
    const history = reads.history ? (reading.history ?? 'whole') : 'whole';
    const projected: ReadingOf = { scope: reads.tool ? reading.scope : 'all', labels, history };
    const key = `${projected.scope} ${labels.private} ${labels.untrusted} ${history}`;
    const byReading = this.#rules.get(rule) ?? new Map<string, RuleGuards>();
    this.#rules.set(rule, byReading);
    const known = byReading.get(key);
    if (known !== undefined) return known;
    const made = this.#readRule(rule, projected);
    byReading.set(key, made);
    return made;
  }

  /** The time, as far as exceptions end by it; the first is after all of them. */
  now(): Choice<number> {
    const count = this.#ends.length;
    return this.#space.choice(
      'now',
      Array.from({ length: count + 1 }, (_, at) => count - at),
      Array.from({ length: count + 1 }, (_, at) => (at === 0 ? 0 : 2)),
    );
  }

  #readRule(rule: Rule, reading: ReadingOf): RuleGuards {
    const { diagrams } = this.#space;
    const looksAt = this.#tool.looksAt(rule.tools);
    if (looksAt === NEVER) return { matches: NEVER, faults: NEVER };
    const reader = new ConditionReader(this.#space, this.#tool, reading);
    const read = (condition: Expression): Truth => reader.read(condition);
    const when =
      rule.when === undefined ? undefined : read(readAtBound(rule.when, reading.history !== 'none'));
    const excepted = diagrams.any(
      rule.exceptions.map(({ unless, until }) =>
        diagrams.and(
          read(unless).yes,
          this.#space.guard(this.now(), (passed) => passed <= this.#ends.indexOf(until)),
        ),
      ),
    );
    const fires = diagrams.without(looksAt, excepted);
    return {
      matches: diagrams.and(fires, when?.yes ?? ALWAYS),
      faults: diagrams.and(fires, when?.fault ?? NEVER),
    };
  }

  #readingsOf(labels: Labels): readonly ReadingOf[] {
    return SCOPES.flatMap((scope) =>
      upTo(labels.private).flatMap((priv) =>
        upTo(labels.untrusted).flatMap((untrusted) =>
          this.#histories.map((history) => ({ scope, labels: { private: priv, untrusted }, history })),
        ),
      ),
    );
  }

  /** Where hours of rules that fire leave no time at all. */
  #noHours(readings: readonly ReadingOf[]): Guard {
    const { diagrams } = this.#space;
    const timed = this.policy.rules.filter(({ obligations }) => obligations.hours !== undefined);
    let left: ReadonlyMap<string, { readonly rules: readonly Rule[]; readonly guard: Guard }> = new Map([
      ['', { rules: [], guard: ALWAYS }],
    ]);
    for (const rule of timed) {
      const fires = diagrams.any(readings.map((reading) => this.firing([rule], reading)));
      const next = new Map<string, { readonly rules: readonly Rule[]; readonly guard: Guard }>();
      const add = (rules: readonly Rule[], guard: Guard): void => {
        if (guard === NEVER) return;
        const key = JSON.stringify(hoursOf(rules));
        const known = next.get(key);
        next.set(key, { rules, guard: known === undefined ? guard : diagrams.or(known.guard, guard) });
      };
      for (const { rules, guard } of left.values()) {
        add([...rules, rule], diagrams.and(guard, fires));
        add(rules, diagrams.without(guard, fires));
      }
      left = next;
    }
    return diagrams.any(
      [...left.values()].filter(({ rules }) => hoursOf(rules)?.length === 0).map(({ guard }) => guard),
    );
  }
}

const hoursOf = (rules: readonly Rule[]): ReturnType<typeof mergeObligations>['hours'] =>
  mergeObligations(
    rules.map(({ obligations }) => ({ demands: obligations, specificity: 0 })),
    { idempotent: false, timeoutCapMs: null },
  ).hours;
