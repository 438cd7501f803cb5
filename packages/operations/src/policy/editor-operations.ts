import { setImmediate } from 'node:timers/promises';
import { policyFileSchema } from '@callgate/policy';
import type { JsonSchema } from '@callgate/policy/editor';
import { completeFile, policyWords } from '@callgate/policy/editor';
import type { Policy, ToolInput, TracedTool } from '@callgate/core';
import type { Moment } from '@callgate/core/decide';
import type { Clock } from '@callgate/gate';
import { z } from 'zod';
import type { Operations } from '../api/operation.ts';
import type { PolicyApi } from '../api/policy.ts';
import type { PolicyStore } from '../operation-parts.ts';
import { defineChange } from '../operation-table.ts';
import { compareHintsInTurns } from './compare-hints.ts';
import { compareCalls } from './compare-policies.ts';
import { diffPolicies } from './diff-policies.ts';
import { layersSchema } from './layers-schema.ts';
import { loadLayeredPolicy } from './load-layered-policy.ts';

/** What policies are written with, and compared with by their meaning. */
export interface EditedPolicies {
  readonly clock: Clock;
  active(): Policy;
  tools(): readonly TracedTool[];
  readonly store: Pick<PolicyStore, 'test'>;
  moment(): Moment;
}

const MOST_COMPLETIONS = 200;

let schema: JsonSchema | undefined;

const policySchema = (): JsonSchema => (schema ??= z.toJSONSchema(policyFileSchema, { io: 'input' }));

async function* noCalls(): AsyncGenerator<never> {}

export const editorOperations = (
  policies: EditedPolicies,
): Operations<Pick<PolicyApi, 'policy.complete' | 'policy.diff' | 'policy.test'>> => {
  const inputs = (): readonly ToolInput[] => policies.tools().map(({ tool }) => tool);
  /** One after the other: each takes seconds. */
  let turn: Promise<unknown> = Promise.resolve();
  return {
    'policy.complete': defineChange(
      'operator',
      z.strictObject({ layers: layersSchema, layer: z.int().min(0), offset: z.int().min(0) }),
      ({ layers, layer, offset }) => {
        const text = layers[layer]?.text ?? '';
        const tools = inputs().map(({ server, name }) => `${server.name}/${name}`);
        const words = { ...policyWords(layers), tools };
        const file = { kind: 'policy', text, schema: policySchema(), words } as const;
        const found = completeFile(file, Math.min(offset, text.length));
        return Promise.resolve(found.slice(0, MOST_COMPLETIONS));
      },
    ),
    'policy.test': defineChange(
      'operator',
      z.strictObject({ layers: layersSchema, pasted: z.string().max(500_000).nullable() }),
      ({ layers, pasted }) => policies.store.test(layers, pasted, policies.tools()),
    ),
    'policy.diff': defineChange('operator', z.strictObject({ layers: layersSchema }), ({ layers }) => {
      const after = loadLayeredPolicy(layers);
      const compared = turn.then(async () => {
        const before = policies.active();
        const { clock } = policies;
        const calls = await compareCalls(noCalls(), { before, after, tools: inputs(), clock });
        const hints = await compareHintsInTurns(before, after, policies.moment(), () => setImmediate());
        return diffPolicies(before, after, hints, calls);
      });
      turn = compared.catch(() => {});
      return compared;
    }),
  };
};
