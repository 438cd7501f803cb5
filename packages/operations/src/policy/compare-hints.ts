import type { Decision, HintName, Outcome, Policy, Rule, ToolInput } from '@callgate/core';
import {
  Engine,
  HINTS,
  HINT_NAMES,
  LOCAL_PRINCIPAL,
  UNTRACED_ORIGINS,
  canonical,
  describeTool,
} from '@callgate/core';
import {
  FIELDS,
  isStricter,
  listReferences,
  stripPositions,
  toolPatternMatches,
} from '@callgate/core/decide';
import type { Moment } from '@callgate/core/decide';
import type { FactName } from '@callgate/core/disclose';
import { LABEL_STRENGTHS } from '@callgate/core/label';
import { compareByKind, effectiveOutcome, weighChange } from '@callgate/gate/replay';
import type {
  ComparedHistory,
  WitnessHints,
  HintChange,
  HintComparison,
  HintSituation,
} from '../api/hint-comparison.ts';
import { listHistories } from './list-histories.ts';

/** Something that a server may claim of a tool: a hint, or that the tool is quarantined. */
type Trait = string;

const QUARANTINED: Trait = 'quarantined';

/** Hints that a fact follows from. */
const TRAITS_OF_FACT: Readonly<Record<FactName, readonly Trait[]>> = {
  mutates: ['readOnly'],
  destroys: ['readOnly', 'destructive'],
  irreversible: ['readOnly', 'reversible'],
  outward: ['openWorld'],
  returnsUntrusted: ['unsafeOutput', 'trusted', 'openWorld'],
  readsPrivate: ['sensitiveData', 'secret'],
  consequential: ['readOnly', 'openWorld'],
  agentic: ['agency'],
  privileged: ['privilegedAccess'],
  sensitive: ['sensitiveData', 'secret'],
  usesAi: ['aiProcessing'],
  described: ['readOnly', 'destructive'],
  conflicting: ['readOnly', 'destructive', 'openWorld'],
  quarantined: [QUARANTINED],
  outwardOnGround: ['openWorld'],
  destroysOnGround: ['readOnly', 'destructive'],
};

/** A read says of these what it did not say itself, and contradicts some of them. */
const TIED: ReadonlySet<HintName> = new Set(['readOnly', 'destructive', 'idempotent', 'reversible']);

const isFact = (name: string): name is FactName => Object.hasOwn(TRAITS_OF_FACT, name);
const isHint = (name: string): name is HintName => HINT_NAMES.some((hint) => hint === name);

const fieldsOf = ({ when, exceptions }: Rule): ReadonlySet<string> =>
  new Set(
    [...(when === undefined ? [] : [when]), ...exceptions.map(({ unless }) => unless)].flatMap(
      (condition) => [...listReferences(condition).fields],
    ),
  );

const fieldsOfAll = (rules: readonly Rule[]): ReadonlySet<string> =>
  new Set(rules.flatMap((rule) => [...fieldsOf(rule)]));

const readsArguments = ({ when, exceptions }: Rule): boolean =>
  [...(when === undefined ? [] : [when]), ...exceptions.map(({ unless }) => unless)].some(
    (condition) => listReferences(condition).args,
  );

const traitsOf = (field: string, custom: ReadonlySet<string>): readonly Trait[] => {
  const [domain = '', name = ''] = field.split('.');
  if (domain !== 'tool' && domain !== 'claims') return [];
  if (isFact(name) && domain === 'tool') return TRAITS_OF_FACT[name];
  if (!isHint(name)) return custom.has(name) ? [name] : [];
  return TIED.has(name) ? ['readOnly', name] : [name];
};

const STAGES: ReadonlyMap<string, string> = new Map(FIELDS.map(({ name, stage }) => [name, stage]));
const isOfSession = (field: string): boolean => ['session', 'origin'].includes(STAGES.get(field) ?? '');

/** Rules that a comparison of hints cannot see wholly: they read the call, the caller, the time or sets of values. */
const isPartlySeen = (rule: Rule, custom: ReadonlySet<string>): boolean =>
  readsArguments(rule) ||
  [...fieldsOf(rule)].some((field) => !isOfSession(field) && traitsOf(field, custom).length === 0);

/** Traits that some rule reads together belong together: rules of different groups do not concern each other. */
const groupTraits = (sets: readonly (readonly Trait[])[]): readonly (readonly Trait[])[] => {
  let groups: (readonly Trait[])[] = [];
  for (const set of sets.filter(({ length }) => length > 0)) {
    const touched = groups.filter((group) => group.some((trait) => set.includes(trait)));
    groups = [
      ...groups.filter((group) => !touched.includes(group)),
      [...new Set([...touched.flat(), ...set])].toSorted(),
    ];
  }
  return groups;
};

/** Every way to say something of these traits, or nothing; what says least comes first. */
const assignments = (traits: readonly Trait[]): readonly WitnessHints[] =>
  traits
    .reduce<readonly WitnessHints[]>(
      (all, trait) =>
        all.flatMap((said) => [
          said,
          { ...said, [trait]: 'yes' as const },
          ...(trait === QUARANTINED ? [] : [{ ...said, [trait]: 'no' as const }]),
        ]),
      [{}],
    )
    .toSorted((a, b) => Object.keys(a).length - Object.keys(b).length);

const MOST_TRAITS = 8;
/** So many tools that patterns of rules tell apart. */
const MOST_TOOLS = 20;

const toolOf = (name: string, said: WitnessHints, { hints }: Policy): ToolInput => {
  const [server = '', tool = ''] = name.split(/\/(.*)/s);
  const annotations: Record<string, boolean> = {};
  const meta: Record<string, string | boolean> = {};
  for (const [trait, value] of Object.entries(said)) {
    if (isHint(trait)) annotations[HINTS[trait].key] = value === 'yes';
    const custom = hints.find((hint) => hint.name === trait);
    if (custom === undefined) continue;
    const written = Object.entries(custom.values ?? {}).find(([, answer]) => answer === value)?.[0];
    meta[custom.key] =
      written === undefined || written === 'true' || written === 'false' ? value === 'yes' : written;
  }
  return describeTool({
    server,
    trust: 'trusted',
    definition: { name: tool, annotations, _meta: meta },
    quarantine: said[QUARANTINED] === undefined ? null : QUARANTINED,
  });
};

/** Rare facts of a call: where no changed rule reads them, they can only hide a change. */
const RARE: ReadonlySet<string> = new Set(['origin.created', 'origin.forbidden', 'origin.outbound']);

type SessionSituation = Omit<HintSituation, keyof ComparedHistory>;

const situationsOf = (
  read: ReadonlySet<string>,
  readByChanged: ReadonlySet<string>,
): readonly SessionSituation[] => {
  const fields = new Set([...read].filter((field) => !RARE.has(field) || readByChanged.has(field)));
  const either = <T>(field: string, all: readonly T[]): readonly T[] =>
    fields.has(field) ? all : all.slice(0, 1);
  const proofs = [
    { proven: 'no', destination: 'no' },
    { proven: 'yes', destination: 'yes' },
    { proven: 'no', destination: 'yes' },
    { proven: 'unknown', destination: 'unknown' },
  ] as const;
  const readsProof = fields.has('origin.proven') || fields.has('origin.destination');
  const situations: SessionSituation[] = [];
  for (const untrusted of either('session.untrusted', LABEL_STRENGTHS))
    for (const isPrivate of either('session.private', LABEL_STRENGTHS))
      for (const words of either('session.words', [true, false]))
        for (const proof of readsProof ? proofs : proofs.slice(0, 1))
          for (const created of either('origin.created', ['no', 'yes'] as const))
            for (const forbidden of either('origin.forbidden', [undefined, 'call']))
              for (const outbound of either('origin.outbound', [undefined, true as const]))
                situations.push({
                  labels: { private: isPrivate, untrusted },
                  words,
                  origins: {
                    ...UNTRACED_ORIGINS,
                    ...proof,
                    created,
                    ...(forbidden === undefined ? {} : { forbidden }),
                    ...(outbound === undefined ? {} : { outbound }),
                  },
                });
  return situations;
};

const ANY_TOOL = 'any/tool';

/** A tool that a pattern matches, as `bank/pay_x` for `bank/pay_*`. */
const representative = (pattern: string): string => {
  const name = pattern.replaceAll(/[*?]/g, 'x');
  return name.includes('/') ? name : `any/${name}`;
};

const keyOf = (rule: Rule): string => canonical(JSON.parse(JSON.stringify(stripPositions([rule])[0])));

/** Rules that only one of two policies has. */
const changedRules = (before: Policy, after: Policy): readonly Rule[] => {
  const [one, other] = [before, after].map(({ rules }) => new Map(rules.map((rule) => [keyOf(rule), rule])));
  return [
    ...[...(one ?? [])].filter(([key]) => other?.has(key) !== true),
    ...[...(other ?? [])].filter(([key]) => one?.has(key) !== true),
  ].map(([, rule]) => rule);
};

const decideBy = (engine: Engine, tool: ToolInput, situation: HintSituation, time: Moment): Decision =>
  engine.decide({
    v: 1,
    tool,
    ...situation,
    principal: LOCAL_PRINCIPAL,
    time,
    policy: engine.policy.revision,
  });

type Verdict = Outcome | null;

const stricterVerdict = (a: Verdict, b: Verdict): Verdict => {
  if (a === null || b === null) return a ?? b;
  return isStricter(b, a) ? b : a;
};

/** What the rules of one group of traits, and those of none, come to. */
const verdictOf = ({ rules }: Decision, counts: (id: string) => boolean): Verdict =>
  rules
    .filter(({ id }) => counts(id))
    .reduce<Verdict>((all, { outcome }) => stricterVerdict(all, outcome), null);

/** One way in which rules come out, and what a tool says for it. */
interface Witness {
  readonly verdicts: readonly [before: Verdict, after: Verdict];
  /** Changed rules that fired: they may change requirements where no outcome changes. */
  readonly fired: readonly string[];
  readonly said: WitnessHints;
}

/** So many changed rules are told apart by what they require; of more, only outcomes are. */
const MOST_TOLD_APART = 12;

const witnessKey = ({ verdicts, fired }: Witness): string => [...verdicts, ...fired].join(' ');

const firedIn = (decisions: readonly Decision[], ids: ReadonlySet<string>): readonly string[] =>
  [...new Set(decisions.flatMap(({ rules }) => rules.map(({ id }) => id)))]
    .filter((id) => ids.has(id))
    .toSorted();

const combined = (one: Witness, other: Witness): Witness => ({
  verdicts: [
    stricterVerdict(one.verdicts[0], other.verdicts[0]),
    stricterVerdict(one.verdicts[1], other.verdicts[1]),
  ],
  fired: [...new Set([...one.fired, ...other.fired])].toSorted(),
  said: { ...one.said, ...other.said },
});

const size = ({ said }: Witness): number => Object.keys(said).length;

const NOTHING: Witness = { verdicts: [null, null], fired: [], said: {} };

/** Work that others can be served in between. */
type HintSteps<T> = Generator<undefined, T, undefined>;

class HintComparer {
  readonly #time: Moment;
  readonly #before: Engine;
  readonly #after: Engine;
  readonly #custom: ReadonlySet<string>;
  readonly #groups: readonly (readonly Trait[])[];
  readonly #situations: readonly HintSituation[];
  readonly #areHistoriesCut: boolean;
  readonly #traitsOfRule = new Map<string, ReadonlySet<Trait>>();
  readonly #toldApart: ReadonlySet<string>;
  readonly #rules: readonly Rule[];
  readonly #found = new Map<string, readonly (readonly Witness[])[]>();

  constructor(before: Policy, after: Policy, changed: readonly Rule[], time: Moment) {
    this.#time = time;
    const ids = new Set(changed.map(({ id }) => id));
    this.#toldApart = ids.size > MOST_TOLD_APART ? new Set() : ids;
    this.#before = new Engine(before);
    this.#after = new Engine(after);
    this.#custom = new Set([...before.hints, ...after.hints].map(({ name }) => name));
    const rules = [...before.rules, ...after.rules];
    this.#rules = rules;
    const sets = rules.map((rule) => [
      ...new Set([...fieldsOf(rule)].flatMap((field) => traitsOf(field, this.#custom))),
    ]);
    // two rules of one id are in both groups: what either reads belongs together
    for (const [at, { id }] of rules.entries())
      this.#traitsOfRule.set(id, new Set([...(this.#traitsOfRule.get(id) ?? []), ...(sets[at] ?? [])]));
    this.#groups = groupTraits([...this.#traitsOfRule.values()].map((set) => [...set]));
    const { histories, isCut } = listHistories([before, after], time.at);
    this.#areHistoriesCut = isCut;
    this.#situations = situationsOf(fieldsOfAll(rules), fieldsOfAll(changed)).flatMap((situation) =>
      histories.map((history) => ({ ...situation, ...history })),
    );
  }

  get custom(): ReadonlySet<string> {
    return this.#custom;
  }

  get traits(): readonly Trait[] {
    return this.#groups.flat().toSorted();
  }

  get isCut(): boolean {
    return this.#areHistoriesCut || this.#groups.some(({ length }) => length > MOST_TRAITS);
  }

  #tool(name: string, said: WitnessHints): ToolInput {
    const { policy: before } = this.#before;
    const hints = [...before.hints, ...this.#after.policy.hints];
    return toolOf(name, said, { ...before, hints });
  }

  #groupOf(id: string): readonly Trait[] | undefined {
    const traits = this.#traitsOfRule.get(id);
    return this.#groups.find((group) => group.some((trait) => traits?.has(trait)));
  }

  /** Rules of one group that look at a tool; a tool at which the same rules look fares the same. */
  #signature(name: string, group: readonly Trait[] | undefined): string {
    const [server = '', tool = ''] = name.split(/\/(.*)/s);
    const own = this.#rules.filter(({ id }) => this.#groupOf(id) === group);
    const looking = own.map(({ tools }) =>
      Number(tools.some((pattern) => toolPatternMatches(pattern, server, tool))),
    );
    const readsName = own.some((rule) =>
      ['tool.name', 'server.name'].some((field) => fieldsOf(rule).has(field)),
    );
    return JSON.stringify([group ?? null, looking, readsName ? name : null]);
  }

  *#witnesses(name: string, group: readonly Trait[] | undefined): HintSteps<readonly (readonly Witness[])[]> {
    const key = this.#signature(name, group);
    const found = this.#found.get(key) ?? (yield* this.#findWitnesses(name, group));
    this.#found.set(key, found);
    return found;
  }

  /** By situation: the ways in which the rules of one group can come out, each by what says least. */
  *#findWitnesses(
    name: string,
    group: readonly Trait[] | undefined,
  ): HintSteps<readonly (readonly Witness[])[]> {
    const found = this.#situations.map(() => new Map<string, Witness>());
    const counts = (id: string): boolean => this.#groupOf(id) === group;
    for (const said of assignments((group ?? []).slice(0, MOST_TRAITS))) {
      yield;
      const tool = this.#tool(name, said);
      for (const [at, situation] of this.#situations.entries()) {
        const then = decideBy(this.#before, tool, situation, this.#time);
        const now = decideBy(this.#after, tool, situation, this.#time);
        const fired = firedIn([then, now], this.#toldApart).filter(counts);
        const witness: Witness = { verdicts: [verdictOf(then, counts), verdictOf(now, counts)], fired, said };
        const key = witnessKey(witness);
        if (found[at]?.has(key) === false) found[at].set(key, witness);
      }
    }
    return found.map((each) => [...each.values()]);
  }

  *compare(name: string): HintSteps<readonly HintChange[]> {
    const groups: (readonly (readonly Witness[])[])[] = [];
    for (const group of [undefined, ...this.#groups]) groups.push(yield* this.#witnesses(name, group));
    const changes: HintChange[] = [];
    for (const [at, situation] of this.#situations.entries()) {
      yield;
      let all: readonly Witness[] = [NOTHING];
      for (const group of groups) {
        const next = new Map<string, Witness>();
        for (const one of all)
          for (const other of group[at] ?? []) {
            const both = combined(one, other);
            const known = next.get(witnessKey(both));
            if (known === undefined || size(both) < size(known)) next.set(witnessKey(both), both);
          }
        all = [...next.values()];
      }
      changes.push(...all.flatMap(({ said }) => this.#changeOf(name, said, situation)));
    }
    return changes;
  }

  /** The two policies have the last word. */
  #changeOf(name: string, hints: WitnessHints, situation: HintSituation): readonly HintChange[] {
    const tool = this.#tool(name, hints);
    const then = decideBy(this.#before, tool, situation, this.#time);
    const now = decideBy(this.#after, tool, situation, this.#time);
    const kind = weighChange(then, now);
    if (kind === undefined) return [];
    const [rulesBefore, rulesAfter] = [then, now].map(({ rules }) => rules.map(({ id }) => id));
    return [
      {
        kind,
        tool: name === ANY_TOOL ? null : name,
        hints,
        ...situation,
        before: effectiveOutcome(then),
        after: effectiveOutcome(now),
        rulesBefore: rulesBefore ?? [],
        rulesAfter: rulesAfter ?? [],
      },
    ];
  }
}

/** One witness is enough for the same change by the same rules in other sessions. */
const withoutRepeats = (changes: readonly HintChange[]): readonly HintChange[] => {
  const seen = new Set<string>();
  return changes.filter(({ kind, tool, before, after, rulesBefore, rulesAfter }) => {
    const key = JSON.stringify([kind, tool, before, after, rulesBefore, rulesAfter]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
};

function* compareInSteps(before: Policy, after: Policy, time: Moment): HintSteps<HintComparison> {
  const rules = changedRules(before, after);
  const comparer = new HintComparer(before, after, rules, time);
  const named = [
    ...new Set(rules.flatMap(({ tools }) => tools.filter((each) => each !== '*')).map(representative)),
  ];
  const names = [ANY_TOOL, ...named.slice(0, MOST_TOOLS)];
  const changed: HintChange[] = [];
  if (before.revision !== after.revision)
    for (const name of names) changed.push(...(yield* comparer.compare(name)));
  return {
    hints: comparer.traits,
    changed: withoutRepeats(changed).toSorted(compareByKind),
    partlySeen: [...new Set(rules.filter((rule) => isPartlySeen(rule, comparer.custom)).map(({ id }) => id))],
    isCut: comparer.isCut || named.length > MOST_TOOLS,
  };
}

/**
 * Which combinations of hints two policies decide otherwise, in any session. Rules read few hints each: those that some
 * rule reads together are tried in every combination, and groups of hints that no rule reads together are combined by
 * what their rules come to. `time` ends exceptions.
 */
export const compareHints = (before: Policy, after: Policy, time: Moment): HintComparison => {
  const steps = compareInSteps(before, after, time);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
};

/** The same, where others want to be served meanwhile. */
export const compareHintsInTurns = async (
  before: Policy,
  after: Policy,
  time: Moment,
  pause: () => Promise<void>,
): Promise<HintComparison> => {
  const steps = compareInSteps(before, after, time);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await pause();
  }
};
