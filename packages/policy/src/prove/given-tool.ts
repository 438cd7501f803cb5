import type { Json, Policy, ToolInput } from '@callgate/core';
import { readToolFieldMap, tighteningOnly, toolPatternMatches } from '@callgate/core/decide';
import type { ClaimScope, Override } from '@callgate/core/disclose';
import { canBelieveClaims, listApplicableOverrides } from '@callgate/core/disclose';
import { ConditionReader } from './condition-reader.ts';
import type { Guard } from './diagrams.ts';
import { ALWAYS, NEVER } from './diagrams.ts';
import type { Partition } from './partition.ts';
import { constantPartition, lift, mapParts } from './partition.ts';
import type { SituationSpace } from './situation-space.ts';
import type { ToolModel } from './tool-model.ts';

type FieldMap = ReadonlyMap<string, Json>;

/** What becomes of an override for a call: it applies, does not, or its condition cannot be evaluated. */
type OverrideState = 'applies' | 'idle' | 'fault';

const withoutClaims = (tool: ToolInput): ToolInput => ({
  ...tool,
  claims: { answers: [], details: { sets: {} }, malformed: [], other: {} },
  resolved: [],
});

const withoutCondition = ({ when: _, ...override }: Override): Override => override;

/** One tool of a catalogue: only what its calls bring is open. */
export class GivenTool implements ToolModel {
  readonly possible: Guard = ALWAYS;
  readonly #space: SituationSpace;
  readonly #tool: ToolInput;
  readonly #maps: readonly Record<ClaimScope, FieldMap>[];
  readonly #states: Partition<number>;

  constructor(space: SituationSpace, tool: ToolInput, policy: Policy) {
    this.#space = space;
    this.#tool = tool;
    const overrides = listApplicableOverrides(tool);
    const conditional = overrides.filter(({ when }) => when !== undefined);
    const reader = new ConditionReader(space, this, {
      scope: 'all',
      labels: { private: 'none', untrusted: 'none' },
    });
    const parts = conditional.map(({ when }): Partition<OverrideState> => {
      if (when === undefined) return constantPartition('applies');
      const { yes, fault } = reader.read(when);
      const idle = space.diagrams.not(space.diagrams.or(yes, fault));
      return [
        { value: 'applies' as const, guard: yes },
        { value: 'fault' as const, guard: fault },
        { value: 'idle' as const, guard: idle },
      ].filter(({ guard }) => guard !== NEVER);
    });
    const maps: Record<ClaimScope, FieldMap>[] = [];
    const fixed = overrides.filter(({ when }) => when === undefined);
    this.#states = lift(space.diagrams, parts, (states) => {
      const applied = conditional.flatMap((override, at) => {
        const state = states[at];
        if (state === 'idle') return [];
        return [state === 'applies' ? withoutCondition(override) : tighteningOnly(override, policy)];
      });
      const settled = { ...tool, overrides: [...fixed, ...applied] };
      const bare = canBelieveClaims(tool.server.trust) ? settled : withoutClaims(settled);
      const all = readToolFieldMap(settled, policy.hints);
      return maps.push({ all, grounded: readToolFieldMap(bare, policy.hints) }) - 1;
    });
    this.#maps = maps;
  }

  field(name: string, scope: ClaimScope): Partition<Json> | undefined {
    if (this.#maps[0]?.all.has(name) !== true) return undefined;
    return mapParts(this.#space.diagrams, this.#states, (at) => this.#maps[at]?.[scope].get(name) ?? null);
  }

  looksAt(patterns: readonly string[]): Guard {
    const { server, name } = this.#tool;
    return patterns.some((pattern) => toolPatternMatches(pattern, server.name, name)) ? ALWAYS : NEVER;
  }

  realise(): ToolInput {
    return this.#tool;
  }
}
