import type { ModelPreferences } from '@callgate/core/vocabulary';
import type { BenchStep } from './cost-model.ts';
import { INSTRUCTION_TOKENS } from './cost-model.ts';

type Complexity = 'any' | 'low' | 'medium' | 'high';

/** The seven tools of the agricultural server that SEP-2417 lists, with its word for the ideal model. */
export const FARM: Readonly<Record<string, Complexity>> = {
  list_organizations: 'any',
  list_fields: 'any',
  get_field_boundary: 'low',
  get_equipment_status: 'medium',
  search_operations: 'medium',
  diagnose_field: 'high',
  yield_analysis: 'high',
};

/** The priorities that the SEP's own examples give such tools. */
export const PRIORITIES: Readonly<Record<Complexity, ModelPreferences>> = {
  any: { intelligencePriority: 0.1, costPriority: 0.9, speedPriority: 0.8 },
  low: { intelligencePriority: 0.2, costPriority: 0.8, speedPriority: 0.7 },
  medium: { intelligencePriority: 0.5, costPriority: 0.5, speedPriority: 0.5 },
  high: { intelligencePriority: 0.9, costPriority: 0.2, speedPriority: 0.3 },
};

/** Tokens of a result, and of what is written after it: assumed, as nobody has recorded any. */
const SIZES: Readonly<Record<Complexity, { readonly result: number; readonly output: number }>> = {
  any: { result: 300, output: 200 },
  low: { result: 800, output: 200 },
  medium: { result: 2000, output: 400 },
  high: { result: 5000, output: 800 },
};

export const farmSteps = (): readonly BenchStep[] =>
  Object.entries(FARM).map(([tool, complexity], session) => ({
    session,
    before: INSTRUCTION_TOKENS,
    tokens: { input: INSTRUCTION_TOKENS + SIZES[complexity].result, output: SIZES[complexity].output },
    reads: [{ server: 'farm', tool }],
    needs: PRIORITIES[complexity].intelligencePriority ?? 0,
  }));

export const farmPreferences = (): ReadonlyMap<string, ModelPreferences> =>
  new Map(Object.entries(FARM).map(([tool, complexity]) => [`farm/${tool}`, PRIORITIES[complexity]]));
