import type { HintName, Json, ToolInput } from '@callgate/core';
import { HINT_NAMES } from '@callgate/core';
import type {
  Belief,
  Beliefs,
  ClaimScope,
  CustomHint,
  Disclosure,
  FactContext,
  FactName,
  Ground,
} from '@callgate/core/disclose';
import {
  FACT_NAMES,
  TRUST_LEVELS,
  canBelieveClaims,
  deriveFacts,
  disclose,
  isSettledGround,
} from '@callgate/core/disclose';
import { CALL_KINDS } from '@callgate/core/receive';
import type { Answer, HintValues, SetDetail } from '@callgate/core/vocabulary';
import { SET_DETAILS, readSetAnswers } from '@callgate/core/vocabulary';
import type { Assignment, Guard } from './diagrams.ts';
import { ALWAYS } from './diagrams.ts';
import type { ClaimedAnswer, SaidAnswer, ToolTraits } from './made-tool.ts';
import { makeTool, sketchTool } from './made-tool.ts';
import type { Partition } from './partition.ts';
import { constantPartition, guardOf, lift, mapParts, spread, tabulate } from './partition.ts';
import { patternGuard } from './pattern-guard.ts';
import type { Choice, SituationSpace } from './situation-space.ts';
import type { ToolModel } from './tool-model.ts';

const known: Map<string, Disclosure> = new Map();
const MAX_KNOWN = 200_000;

/** What is believed of a tool with these traits. The same few thousand are asked about for every policy. */
const discloseTraits = (traits: ToolTraits, scope: ClaimScope, hints: readonly CustomHint[]): Disclosure => {
  const key = JSON.stringify([scope, hints, traits]);
  const found = known.get(key);
  if (found !== undefined) return found;
  const tool = sketchTool(traits, hints);
  const made = disclose(tool, scope, tool.overrides, hints);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, made);
  return made;
};

/** What the belief in one hint depends on beside what is said of it. */
const PARTNER: { readonly [H in HintName]?: HintName } = {
  readOnly: 'destructive',
  trusted: 'unsafeOutput',
  sensitiveData: 'secret',
};

/** Hints that follow from readOnly where nothing settles them. */
const FOLLOWING: ReadonlySet<string> = new Set(['idempotent', 'reversible']);

/** Values of sets that facts depend on, whatever a policy reads. */
const DECISIVE: { readonly [D in SetDetail]?: readonly string[] } = {
  destination: ['public'],
  source: ['untrustedPublic', 'internal', 'trustedPublic'],
};

/** Every subset of them is a value; whether a list holds more texts than these is left open. */
const MAX_TEXTS = 7;

interface SetBelief {
  readonly values: readonly string[];
  readonly ground: Ground;
}

/** What readOnly makes of the hints that follow from it. */
interface DestructiveBelief {
  readonly belief: Belief;
  /** The ground on which reversible and idempotent follow, if they do. */
  readonly follows: Ground | null;
  readonly described: boolean;
}

const isHint = (name: string): name is HintName => HINT_NAMES.some((hint) => hint === name);
const isFact = (name: string): name is FactName => FACT_NAMES.some((fact) => fact === name);
const isSet = (name: string): name is SetDetail => SET_DETAILS.some((detail) => detail === name);

/** The beliefs each fact rests on. */
const FACT_INPUTS: Readonly<Record<FactName, readonly (HintName | SetDetail | 'output' | 'trust')[]>> = {
  mutates: ['readOnly'],
  destroys: ['readOnly', 'destructive'],
  irreversible: ['readOnly', 'reversible'],
  outward: ['openWorld', 'destination'],
  returnsUntrusted: ['unsafeOutput', 'trusted', 'source', 'output', 'trust'],
  readsPrivate: ['sensitiveData', 'secret', 'source', 'trust'],
  consequential: ['readOnly', 'openWorld', 'destination'],
  agentic: ['agency'],
  privileged: ['privilegedAccess'],
  sensitive: ['sensitiveData', 'secret'],
  usesAi: ['aiProcessing'],
  described: [],
  conflicting: [],
  quarantined: [],
  outwardOnGround: ['openWorld', 'destination'],
  destroysOnGround: ['readOnly', 'destructive'],
};

const UNSAID: Belief = { value: 'unknown', ground: 'default' };
const NO_SET: SetBelief = { values: [], ground: 'default' };

/** Traits under which readOnly is believed so, for what follows from it. */
const readOnlyTraits = ({ value, ground }: Belief): ToolTraits => {
  if (value === 'unknown' || ground === 'default') return {};
  if (ground === 'contract') return { readOnlyContract: true };
  return ground === 'claim' ? { claimed: { readOnly: value } } : { settled: { readOnly: value } };
};

/** Any tool there could be, by every server, claim, review and sandbox. */
export class FreeTool implements ToolModel {
  readonly #space: SituationSpace;
  readonly #hints: readonly CustomHint[];
  readonly #kinds: readonly (typeof CALL_KINDS)[number][];
  readonly #fields: Map<string, Partition<Json> | undefined> = new Map();
  readonly #beliefs: Map<string, Partition<Belief>> = new Map();
  readonly #destructive: Map<ClaimScope, Partition<DestructiveBelief>> = new Map();

  constructor(space: SituationSpace, hints: readonly CustomHint[], readsKind: boolean) {
    this.#space = space;
    this.#hints = hints;
    // all that is not said of a kind by its name is whether it is a read
    this.#kinds = readsKind ? CALL_KINDS : ['tool', 'resource'];
  }

  /** Worked out when everything that is read has its variables: what nothing reads needs no bounds. */
  get possible(): Guard {
    const { diagrams } = this.#space;
    return diagrams.all([this.#maliceSaysMore(), ...SET_DETAILS.map((detail) => this.#setsSayHints(detail))]);
  }

  /** Where nobody vouches for the server. */
  get untrusted(): Guard {
    return this.#space.guard(this.#trust, (trust) => trust === 'untrusted');
  }

  field(name: string, scope: ClaimScope): Partition<Json> | undefined {
    const key = `${scope} ${name}`;
    if (!this.#fields.has(key)) this.#fields.set(key, this.#makeField(name, scope));
    return this.#fields.get(key);
  }

  open(name: string, scope: ClaimScope): Partition<Json> | undefined {
    const choice = this.#space.open(name);
    if (choice === undefined) return undefined;
    const values = this.#space.partition(choice);
    if (name !== 'tool.intelligencePriority' || scope === 'all') return values;
    return this.#whereBelieved(choice, 0, scope);
  }

  holds(field: string, text: string, scope: ClaimScope): Guard | undefined {
    const name = field.slice('tool.'.length);
    if (!field.startsWith('tool.') || !isSet(name) || !this.#setTexts(name).includes(text)) return undefined;
    return guardOf(this.#space.diagrams, this.#set(name, scope), ({ values }) => values.includes(text));
  }

  looksAt(patterns: readonly string[]): Guard {
    return patternGuard(this.#space, patterns);
  }

  realise(assignment: Assignment): ToolInput {
    return makeTool(this.traits(assignment), this.#hints);
  }

  traits(assignment: Assignment): ToolTraits {
    const read = <T extends Json>(choice: Choice<T>): T => this.#space.valueOf(choice, assignment);
    const names = [...HINT_NAMES, ...this.#hints.map(({ name }) => name)];
    const answers = <T extends Json>(of: (name: string) => Choice<T>, prefix: string): Record<string, T> =>
      Object.fromEntries(
        names
          .filter((name) => this.#space.choices.has(`${prefix} ${name}`))
          .map((name) => [name, read(of(name))] as const)
          .filter(([, answer]) => answer !== 'none'),
      );
    const sets = (prefix: 'claimed' | 'operator'): Partial<Record<SetDetail, readonly string[]>> =>
      Object.fromEntries(
        SET_DETAILS.filter((detail) => this.#space.choices.has(`${prefix}-set ${detail}`)).flatMap(
          (detail) => {
            const values = read(this.#setChoice(prefix, detail));
            return values === null ? [] : [[detail, values as readonly string[]]];
          },
        ),
      );
    const open = (name: string): Json | undefined => {
      const choice = this.#space.choices.has(name) ? this.#space.open(name) : undefined;
      return choice === undefined ? undefined : read(choice);
    };
    const has = (name: string): boolean => this.#space.choices.has(name);
    return {
      server: String(open('server.name') ?? 'server'),
      name: String(open('tool.name') ?? 'tool'),
      trust: read(this.#trust),
      kind: read(this.#kind),
      quarantined: has('quarantined') && read(this.#quarantined),
      readOnlyContract: has('contract readOnly') && read(this.#contract('readOnly')),
      closedWorldContract: has('contract openWorld') && read(this.#contract('openWorld')),
      claimed: answers((name) => this.#claimed(name), 'claimed'),
      resolved: answers((name) => this.#resolved(name), 'resolved'),
      settled: answers((name) => this.#settled(name), 'settled'),
      claimedSets: sets('claimed'),
      operatorSets: sets('operator'),
      minTrustLevel: has('minTrustLevel') ? read(this.#minTrustLevel) : 0,
      intelligencePriority: Number(open('tool.intelligencePriority') ?? 0),
    };
  }

  get #trust(): Choice<ToolInput['server']['trust']> {
    return this.#space.choice('trust', TRUST_LEVELS, [0, 0.5, 1]);
  }

  get #kind(): Choice<(typeof CALL_KINDS)[number]> {
    return this.#space.choice(
      'kind',
      this.#kinds,
      this.#kinds.map((_, at) => (at === 0 ? 0 : 20)),
    );
  }

  get #quarantined(): Choice<boolean> {
    return this.#space.choice('quarantined', [false, true], [0, 2]);
  }

  get #minTrustLevel(): Choice<number> {
    return this.#space.choice('minTrustLevel', [0, 1, 2, 3, 4, 5], [0, 1, 1, 1, 1, 1]);
  }

  #contract(hint: 'readOnly' | 'openWorld'): Choice<boolean> {
    return this.#space.choice(`contract ${hint}`, [false, true], [0, 20]);
  }

  #claimed(name: string): Choice<ClaimedAnswer> {
    const custom = this.#hints.find((hint) => hint.name === name);
    if (custom === undefined)
      return this.#space.choice(`claimed ${name}`, ['none', 'yes', 'no', 'both'], [0, 1, 1, 3]);
    const said = [...new Set(Object.values(custom.values))];
    return this.#space.choice<ClaimedAnswer>(`claimed ${name}`, ['none', ...said], [0, ...said.map(() => 1)]);
  }

  #resolved(name: string): Choice<SaidAnswer> {
    return this.#space.choice(`resolved ${name}`, ['none', 'yes', 'no'], [0, 30, 30]);
  }

  #settled(name: string): Choice<SaidAnswer> {
    return this.#space.choice(`settled ${name}`, ['none', 'yes', 'no'], [0, 2, 2]);
  }

  #setTexts(detail: SetDetail): readonly string[] {
    const read = this.#space.predicates.members.get(`tool.${detail}`) ?? [];
    return [...new Set([...(DECISIVE[detail] ?? []), ...read])].slice(0, MAX_TEXTS);
  }

  /** Null: nothing is said. */
  #setChoice(by: 'claimed' | 'operator', detail: SetDetail): Choice {
    const texts = this.#setTexts(detail);
    const subsets: (readonly string[] | null)[] = [null];
    for (const text of texts) subsets.push(...subsets.map((set) => [...(set ?? []), text]));
    return this.#space.choice(
      `${by}-set ${detail}`,
      subsets,
      subsets.map((set) => (set === null ? 0 : (by === 'claimed' ? 2 : 3) + set.length)),
    );
  }

  #set(detail: SetDetail, scope: ClaimScope): Partition<SetBelief> {
    const claimed = this.#setChoice('claimed', detail);
    const operator = this.#setChoice('operator', detail);
    return tabulate(
      this.#space.diagrams,
      [this.#trust.variable, claimed.variable, operator.variable],
      ([trust = 0, said = 0, set = 0]) =>
        discloseTraits(
          {
            ...this.#trustTraits(trust),
            claimedSets: { [detail]: (claimed.values[said] ?? []) as readonly string[] },
            ...(set === 0 ? {} : { operatorSets: { [detail]: operator.values[set] as readonly string[] } }),
          },
          scope,
          [],
        ).sets[detail],
    );
  }

  #trustTraits(at: number): Pick<ToolTraits, 'trust'> {
    return { trust: this.#trust.values[at] ?? 'untrusted' };
  }

  #makeField(field: string, scope: ClaimScope): Partition<Json> | undefined {
    const { diagrams } = this.#space;
    const [root = '', name = ''] = field.split('.');
    if (field === 'server.trust') return this.#space.partition(this.#trust);
    if (field === 'tool.kind') return this.#space.partition(this.#kind);
    if (field === 'tool.minTrustLevel') return this.#whereBelieved(this.#minTrustLevel, 0, scope);
    if (root === 'claims' && isHint(name)) return this.#claim(name, scope);
    if (root !== 'tool') return undefined;
    if (isHint(name)) return mapParts(diagrams, this.#belief(name, scope), ({ value }): Answer => value);
    if (isFact(name)) return this.#fact(name, scope);
    return this.#hints.some((hint) => hint.name === name) ? this.#custom(name, scope) : undefined;
  }

  #whereBelieved<T extends Json>(choice: Choice<T>, otherwise: T, scope: ClaimScope): Partition<T> {
    const values = this.#space.partition(choice);
    if (scope === 'all') return values;
    return spread(this.#space.diagrams, this.#space.partition(this.#trust), (trust) =>
      canBelieveClaims(trust) ? values : constantPartition(otherwise),
    );
  }

  #claim(name: HintName, scope: ClaimScope): Partition<Json> {
    const claimed = this.#claimed(name);
    return tabulate(
      this.#space.diagrams,
      [this.#trust.variable, claimed.variable],
      ([trust = 0, said = 0]) =>
        discloseTraits(
          { ...this.#trustTraits(trust), claimed: { [name]: claimed.values[said] ?? 'none' } },
          scope,
          [],
        ).claimed[name],
    );
  }

  #custom(name: string, scope: ClaimScope): Partition<Json> {
    const [claimed, settled] = [this.#claimed(name), this.#settled(name)];
    return tabulate(
      this.#space.diagrams,
      [this.#trust.variable, claimed.variable, settled.variable],
      ([trust = 0, said = 0, set = 0]) =>
        discloseTraits(
          {
            ...this.#trustTraits(trust),
            claimed: { [name]: claimed.values[said] ?? 'none' },
            settled: { [name]: settled.values[set] ?? 'none' },
          },
          scope,
          this.#hints,
        ).custom[name]?.value ?? 'unknown',
    );
  }

  #belief(name: HintName, scope: ClaimScope): Partition<Belief> {
    const key = `${scope} ${name}`;
    const found = this.#beliefs.get(key);
    if (found !== undefined) return found;
    const made =
      name === 'destructive'
        ? mapParts(this.#space.diagrams, this.#destructiveBelief(scope), ({ belief }) => belief)
        : FOLLOWING.has(name)
          ? this.#following(name, scope)
          : this.#saidBelief(name, scope, true);
    this.#beliefs.set(key, made);
    return made;
  }

  /** A belief that depends on what is said of the hint itself, and of one that it excludes. */
  #saidBelief(name: HintName, scope: ClaimScope, mindsContract: boolean): Partition<Belief> {
    const [claimed, resolved, settled] = [this.#claimed(name), this.#resolved(name), this.#settled(name)];
    const partner = PARTNER[name];
    const partnerClaimed = partner === undefined ? undefined : this.#claimed(partner);
    const contract =
      mindsContract && (name === 'readOnly' || name === 'openWorld') ? this.#contract(name) : undefined;
    const source = name === 'openWorld' ? this.#setChoice('claimed', 'source') : undefined;
    const variables = [this.#trust, this.#kind, claimed, resolved, settled, partnerClaimed, contract, source]
      .filter((choice) => choice !== undefined)
      .map(({ variable }) => variable);
    return tabulate(this.#space.diagrams, variables, (values) => {
      const at = (choice: Choice | undefined): number =>
        choice === undefined ? 0 : (values[variables.indexOf(choice.variable)] ?? 0);
      const sources = (source?.values[at(source)] ?? []) as readonly string[];
      return discloseTraits(
        {
          ...this.#trustTraits(at(this.#trust)),
          kind: this.#kindAt(at(this.#kind)),
          claimed: {
            [name]: claimed.values[at(claimed)] ?? 'none',
            ...(partner === undefined || partnerClaimed === undefined
              ? {}
              : { [partner]: partnerClaimed.values[at(partnerClaimed)] ?? 'none' }),
          },
          resolved: { [name]: resolved.values[at(resolved)] ?? 'none' },
          settled: { [name]: settled.values[at(settled)] ?? 'none' },
          readOnlyContract: name === 'readOnly' && at(contract) === 1,
          closedWorldContract: name === 'openWorld' && at(contract) === 1,
          ...(sources.includes('untrustedPublic') ? { claimedSets: { source: ['untrustedPublic'] } } : {}),
        },
        scope,
        [],
      ).beliefs[name];
    });
  }

  /** One kind stands for all that are as much a read. */
  #kindAt(at: number): 'tool' | 'resource' {
    const kind = this.#kinds[at];
    return kind === 'resource' || kind === 'prompt' || kind === 'completion' ? 'resource' : 'tool';
  }

  #destructiveBelief(scope: ClaimScope): Partition<DestructiveBelief> {
    const found = this.#destructive.get(scope);
    if (found !== undefined) return found;
    const { diagrams } = this.#space;
    const [claimed, resolved, settled] = [
      this.#claimed('destructive'),
      this.#resolved('destructive'),
      this.#settled('destructive'),
    ];
    const made = spread(diagrams, this.#belief('readOnly', scope), (readOnly) =>
      tabulate(
        diagrams,
        [this.#trust, this.#kind, claimed, resolved, settled].map(({ variable }) => variable),
        ([trust = 0, kind = 0, said = 0, told = 0, set = 0]): DestructiveBelief => {
          const base = readOnlyTraits(readOnly);
          const { beliefs, facts } = discloseTraits(
            {
              ...base,
              ...this.#trustTraits(trust),
              kind: this.#kindAt(kind),
              // what is claimed of reversible shows whether it follows
              claimed: { ...base.claimed, destructive: claimed.values[said] ?? 'none', reversible: 'no' },
              resolved: { destructive: resolved.values[told] ?? 'none' },
              settled: { ...base.settled, destructive: settled.values[set] ?? 'none' },
            },
            scope,
            [],
          );
          return {
            belief: beliefs.destructive,
            follows: beliefs.reversible.value === 'yes' ? readOnly.ground : null,
            described: facts.described.value === 'yes',
          };
        },
      ),
    );
    this.#destructive.set(scope, made);
    return made;
  }

  #following(name: HintName, scope: ClaimScope): Partition<Belief> {
    const { diagrams } = this.#space;
    const [claimed, resolved, settled] = [this.#claimed(name), this.#resolved(name), this.#settled(name)];
    const grounds = mapParts(diagrams, this.#destructiveBelief(scope), ({ follows }) => follows);
    return spread(diagrams, grounds, (ground) =>
      tabulate(
        diagrams,
        [this.#trust, this.#kind, claimed, resolved, settled].map(({ variable }) => variable),
        ([trust = 0, kind = 0, said = 0, told = 0, set = 0]): Belief => {
          const base =
            ground === null
              ? { settled: { readOnly: 'no' as const } }
              : readOnlyTraits({ value: 'yes', ground });
          return discloseTraits(
            {
              ...base,
              ...this.#trustTraits(trust),
              kind: this.#kindAt(kind),
              claimed: { ...base.claimed, [name]: claimed.values[said] ?? 'none' },
              resolved: { [name]: resolved.values[told] ?? 'none' },
              settled: { ...base.settled, [name]: settled.values[set] ?? 'none' },
            },
            scope,
            [],
          ).beliefs[name];
        },
      ),
    );
  }

  #fact(name: FactName, scope: ClaimScope): Partition<Json> {
    const { diagrams } = this.#space;
    if (name === 'quarantined')
      return mapParts(diagrams, this.#space.partition(this.#quarantined), (is) => (is ? 'yes' : 'no'));
    if (name === 'described')
      return mapParts(diagrams, this.#destructiveBelief(scope), ({ described }) =>
        described ? 'yes' : 'no',
      );
    if (name === 'conflicting') return this.#conflicting(scope);
    const inputs = FACT_INPUTS[name];
    const parts = inputs.map((input): Partition<unknown> => {
      if (input === 'trust') return this.#space.partition(this.#trust);
      if (input === 'output') return this.#saidBelief('openWorld', scope, false);
      return isHint(input) ? this.#belief(input, scope) : this.#set(input, scope);
    });
    return lift(diagrams, parts, (values): Answer => {
      const value = <T>(input: string, otherwise: T): T => {
        const at = inputs.findIndex((each) => each === input);
        return at < 0 ? otherwise : (values[at] as T);
      };
      const beliefs = Object.fromEntries(
        HINT_NAMES.map((hint) => [hint, value<Belief>(hint, UNSAID)]),
      ) as Beliefs;
      const [destination, source] = [value('destination', NO_SET), value('source', NO_SET)];
      const trust = value<ToolInput['server']['trust']>('trust', 'untrusted');
      const context: FactContext = {
        destination: destination.values,
        source: source.values,
        destinationGround: destination.ground,
        sourceGround: source.ground,
        sourceBelieved:
          source.ground === 'operator' || (source.ground === 'claim' && canBelieveClaims(trust)),
        owned: trust === 'owned',
        described: false,
        conflicting: false,
        quarantined: false,
        openWorldOutput: value<Belief>('output', UNSAID),
      };
      return deriveFacts(beliefs, context)[name].value;
    });
  }

  #conflicting(scope: ClaimScope): Partition<Json> {
    const { diagrams } = this.#space;
    const alone = HINT_NAMES.map((name) => this.#conflictOf([name], scope));
    const pairs = Object.entries(PARTNER).map(([name, partner]) =>
      this.#conflictOf([name as HintName, partner], scope),
    );
    const yes = diagrams.any([...alone, ...pairs, this.#sourceConflict(scope)]);
    return [
      { value: 'yes', guard: yes },
      { value: 'no', guard: diagrams.not(yes) },
    ];
  }

  /** Claims contradict each other, and a person settled not all of the hints. */
  #conflictOf(names: readonly HintName[], scope: ClaimScope): Guard {
    const claimed = names.map((name) => this.#claimed(name));
    const found = tabulate(
      this.#space.diagrams,
      [this.#trust, ...claimed].map(({ variable }) => variable),
      ([trust = 0, ...values]) => {
        const said = names.map((name, at) => [name, claimed[at]?.values[values[at] ?? 0] ?? 'none']);
        return this.#hasConflict(
          { ...this.#trustTraits(trust), claimed: Object.fromEntries(said) },
          scope,
          names,
        );
      },
    );
    return this.#unsettled(found, names, scope);
  }

  #sourceConflict(scope: ClaimScope): Guard {
    const [claimed, source] = [this.#claimed('openWorld'), this.#setChoice('claimed', 'source')];
    const found = tabulate(
      this.#space.diagrams,
      [this.#trust, claimed, source].map(({ variable }) => variable),
      ([trust = 0, said = 0, from = 0]) =>
        this.#hasConflict(
          {
            ...this.#trustTraits(trust),
            claimed: { openWorld: claimed.values[said] ?? 'none' },
            claimedSets: { source: (source.values[from] ?? []) as readonly string[] },
          },
          scope,
          ['openWorld'],
        ),
    );
    return this.#unsettled(found, ['openWorld'], scope);
  }

  #hasConflict(traits: ToolTraits, scope: ClaimScope, names: readonly HintName[]): boolean {
    return discloseTraits(traits, scope, []).conflicts.some(
      ({ hints }) => hints.length === names.length && hints.every((hint) => names.includes(hint)),
    );
  }

  #unsettled(found: Partition<boolean>, names: readonly HintName[], scope: ClaimScope): Guard {
    const { diagrams } = this.#space;
    const settled = diagrams.all(
      names.map((name) =>
        guardOf(diagrams, this.#belief(name, scope), ({ ground }) => isSettledGround(ground)),
      ),
    );
    return diagrams.without(
      guardOf(diagrams, found, (isConflict) => isConflict),
      settled,
    );
  }

  /** The key that warns of malice says two other things besides. */
  #maliceSaysMore(): Guard {
    const { diagrams } = this.#space;
    if (!this.#space.choices.has('claimed maliciousActivity')) return ALWAYS;
    const isClaimed = (name: string): Guard =>
      this.#space.guard(this.#claimed(name), (said) => said === 'yes' || said === 'both');
    const malice = isClaimed('maliciousActivity');
    return diagrams.any([
      diagrams.not(malice),
      diagrams.and(isClaimed('unsafeOutput'), isClaimed('requiresConfirmation')),
    ]);
  }

  /** Who says a set says what it means for the hints too. */
  #setsSayHints(detail: SetDetail): Guard {
    const { diagrams, choices } = this.#space;
    if (!choices.has(`claimed-set ${detail}`)) return ALWAYS;
    const [claimed, operator] = [this.#setChoice('claimed', detail), this.#setChoice('operator', detail)];
    const says = (choice: Choice, allowed: (name: HintName, answer: 'yes' | 'no') => Guard): Guard =>
      diagrams.any(
        choice.values.map((values) => {
          const said: HintValues = values === null ? {} : readSetAnswers(detail, values as readonly string[]);
          const guards = HINT_NAMES.flatMap((name) => {
            const answer = said[name];
            return answer === undefined ? [] : [allowed(name, answer)];
          });
          return diagrams.all([this.#space.guard(choice, (each) => each === values), ...guards]);
        }),
      );
    return diagrams.and(
      says(claimed, (name, answer) =>
        this.#space.guard(this.#claimed(name), (said) => said === answer || said === 'both'),
      ),
      says(operator, (name) => this.#space.guard(this.#settled(name), (said) => said !== 'none')),
    );
  }
}
