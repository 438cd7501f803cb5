import type { Decision, DecisionInput, Labels, Policy, ToolInput } from '@callgate/core';
import { NO_LABELS, decide } from '@callgate/core';
import type { Expression } from '@callgate/core/decide';
import { partialEvaluate, readFieldMap } from '@callgate/core/decide';
import { strongerOf } from '@callgate/core/label';
import { ConditionReader } from './condition-reader.ts';
import type { Guard } from './diagrams.ts';
import { ALWAYS, Diagrams } from './diagrams.ts';
import { confirmNear, makeWitness } from './find-witness.ts';
import { GivenTool } from './given-tool.ts';
import { PolicyDiagram, endsOf } from './policy-diagram.ts';
import { parseCondition } from '../translate-condition.ts';
import { SituationSpace, settle } from './situation-space.ts';

/** A tool of a catalogue, with what calling it makes a session carry. */
export interface ChainTool {
  readonly tool: ToolInput;
  readonly raises: Labels;
  /** It acts in several steps of its own, so that it is judged by what it may read itself. */
  readonly agentic: boolean;
}

export const CHAIN_KINDS = ['trifecta', 'untrusted-to-destructive'] as const;
export type ChainKind = (typeof CHAIN_KINDS)[number];

export interface ProvedStep {
  readonly input: DecisionInput;
  readonly decision: Decision;
  /** What the session carries afterwards. */
  readonly labels: Labels;
}

/** Whether calls of these tools, in any order, get there with nobody asked. */
export type ChainProof = { readonly kind: ChainKind } & (
  | { readonly answer: 'yes'; readonly steps: readonly ProvedStep[] }
  | { readonly answer: 'no' }
  /** Some call may or may not be automatic: a condition on it is not understood. */
  | { readonly answer: 'undecided'; readonly because: readonly string[] }
);

/** The last call of a chain: its values are an attacker's. */
const LAST: Readonly<Record<ChainKind, string>> = {
  trifecta:
    'tool.outward != no && origin.proven != yes && origin.destination != yes && origin.outbound == yes',
  'untrusted-to-destructive': 'tool.destroys != no && origin.proven != yes',
};

const MAX_WITNESSES = 5;

const joined = (a: Labels, b: Labels): Labels => ({
  private: strongerOf(a.private, b.private),
  untrusted: strongerOf(a.untrusted, b.untrusted),
});

const keyOf = ({ private: priv, untrusted }: Labels): string => `${priv} ${untrusted}`;

type FoundCall = DecisionInput | 'undecided' | undefined;

/** Which calls of one tool run by themselves. */
class ToolCalls {
  readonly chained: ChainTool;
  readonly #policy: Policy;
  readonly #space: SituationSpace = new SituationSpace(new Diagrams());
  readonly #model: GivenTool;
  readonly #diagram: PolicyDiagram;
  readonly #known: Map<string, FoundCall> = new Map();

  constructor(policy: Policy, chained: ChainTool) {
    this.#policy = policy;
    this.chained = chained;
    const conditions = [
      ...policy.rules.flatMap(({ when, exceptions }) => [when, ...exceptions.map(({ unless }) => unless)]),
      ...chained.tool.overrides.map(({ when }) => when),
    ];
    for (const condition of conditions)
      if (condition !== undefined) this.#space.predicates.collect(condition);
    this.#model = new GivenTool(this.#space, chained.tool, policy);
    this.#diagram = new PolicyDiagram(policy, this.#space, this.#model);
  }

  /** A call that meets a condition and runs by itself in a session with these labels. */
  automatic(before: Labels, kind?: ChainKind): FoundCall {
    const labels = this.chained.agentic ? joined(before, this.chained.raises) : before;
    const key = `${keyOf(labels)} ${kind ?? ''}`;
    if (!this.#known.has(key)) this.#known.set(key, this.#find(labels, kind && parseCondition(LAST[kind])));
    return this.#known.get(key);
  }

  #find(labels: Labels, condition: Expression | undefined): FoundCall {
    const { diagrams } = this.#space;
    const reader = new ConditionReader(this.#space, this.#model, { scope: 'all', labels });
    let open: Guard = diagrams.and(
      this.#policy.mode === 'observe' ? ALWAYS : this.#diagram.outcome(labels).auto,
      condition === undefined ? ALWAYS : reader.read(condition).yes,
    );
    for (let round = 0; round < MAX_WITNESSES; round += 1) {
      const assignment = diagrams.cheapest(open);
      if (assignment === undefined) return round === 0 ? undefined : 'undecided';
      const source = { space: this.#space, policy: this.#policy, ends: endsOf(this.#policy) };
      const input = makeWitness(source, this.#model.realise(), labels, assignment);
      const shown = confirmNear(this.#space, input, (tried) => this.#isShown(tried, condition));
      if (shown !== undefined) return shown;
      open = diagrams.without(open, diagrams.cube(assignment));
    }
    return 'undecided';
  }

  #isShown(input: DecisionInput, condition: Expression | undefined): boolean {
    const { outcome, mode, facts } = decide(this.#policy, input);
    if (outcome !== 'auto' && mode !== 'observe') return false;
    if (condition === undefined) return true;
    // overrides of a call's arguments count in what was decided, not in what is read of the tool alone
    const fields = new Map([
      ...readFieldMap(input, this.#policy.hints),
      ...Object.entries(facts).map(([name, value]) => [`tool.${name}`, value] as const),
    ]);
    return settle(partialEvaluate(condition, fields), input.args) === 'yes';
  }
}

interface ReachedLabels {
  readonly labels: Labels;
  readonly steps: readonly ProvedStep[];
}

const isLoaded = (kind: ChainKind, { private: priv, untrusted }: Labels): boolean =>
  untrusted !== 'none' && (kind !== 'trifecta' || priv !== 'none');

const nameOf = ({ tool }: ChainTool): string => `${tool.server.name}/${tool.name}`;

const stepOf = (policy: Policy, { raises }: ChainTool, input: DecisionInput, before: Labels): ProvedStep => ({
  input,
  decision: decide(policy, input),
  labels: joined(before, raises),
});

const proveChain = (policy: Policy, calls: readonly ToolCalls[], kind: ChainKind): ChainProof => {
  const doubts = new Set<string>();
  const seen = new Set([keyOf(NO_LABELS)]);
  let layer: readonly ReachedLabels[] = [{ labels: NO_LABELS, steps: [] }];
  while (layer.length > 0) {
    for (const { labels, steps } of layer)
      for (const call of calls) {
        const { chained } = call;
        const judged = chained.agentic ? joined(labels, chained.raises) : labels;
        if (!isLoaded(kind, judged)) continue;
        const last = call.automatic(labels, kind);
        if (last === 'undecided') doubts.add(nameOf(chained));
        else if (last !== undefined)
          return { kind, answer: 'yes', steps: [...steps, stepOf(policy, chained, last, labels)] };
      }
    const next: ReachedLabels[] = [];
    for (const { labels, steps } of layer)
      for (const call of calls) {
        const after = joined(labels, call.chained.raises);
        if (seen.has(keyOf(after))) continue;
        const made = call.automatic(labels);
        if (made === 'undecided') doubts.add(nameOf(call.chained));
        if (made === undefined || made === 'undecided') continue;
        seen.add(keyOf(after));
        next.push({ labels: after, steps: [...steps, stepOf(policy, call.chained, made, labels)] });
      }
    layer = next;
  }
  return doubts.size === 0 ? { kind, answer: 'no' } : { kind, answer: 'undecided', because: [...doubts] };
};

/** Searches every order of calls of these tools, in one session. */
export const proveChains = (policy: Policy, tools: readonly ChainTool[]): readonly ChainProof[] => {
  const calls = tools.map((tool) => new ToolCalls(policy, tool));
  return CHAIN_KINDS.map((kind) => proveChain(policy, calls, kind));
};
