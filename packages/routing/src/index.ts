/**
 * Chooses the model that reads the next results: by what tools prefer, within what the user, the operator and policy
 * allow.
 *
 * @example
 * const catalogue = readModelCatalogue(entries);
 * const choice = chooseModel({ catalogue, current: 'medium', tools: [{ server, tool, trust, claimed, peers }] });
 *
 * @module
 */
export type { ForbidRule, ForbidWhen, ModelBounds } from './bounds.ts';
export { NO_BOUNDS, joinBounds, meansModel } from './bounds.ts';
export type { ModelEntry } from './catalogue-schema.ts';
export {
  catalogueOfEntries,
  catalogueProblems,
  modelCatalogueSchema,
  readModelCatalogue,
} from './catalogue-schema.ts';
export type { Choice, Chosen } from './choose-model.ts';
export { USUAL_STEP, chooseModel } from './choose-model.ts';
export type { KeptTokens } from './cost.ts';
export { costOf, estimateOf, secondsOf } from './cost.ts';
export type { DataHandling, ModelCatalogue, Tokens } from './model.ts';
export { DATA_HANDLINGS, findModel } from './model.ts';
export type { ReadTool } from './need.ts';
export { needOf } from './need.ts';
