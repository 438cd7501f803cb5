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
export type { ForbidRule, ForbidCondition, ModelBounds } from './model-bounds.ts';
export { NO_BOUNDS, joinBounds, isRuleForModel } from './model-bounds.ts';
export type { ModelEntry } from './model-catalogue-schema.ts';
export {
  buildCatalogue,
  findCatalogueProblems,
  modelCatalogueSchema,
  readModelCatalogue,
} from './model-catalogue-schema.ts';
export type { ModelChoice, ChosenModel } from './choose-model.ts';
export { DEFAULT_STEP_TOKENS, chooseModel } from './choose-model.ts';
export type { CachedTokens } from './cost-estimate.ts';
export { computeCost, estimateCost, computeSeconds } from './cost-estimate.ts';
export type { DataHandling, ModelCatalogue, Tokens } from './model.ts';
export { DATA_HANDLINGS, findModel } from './model.ts';
export type { ResultSource } from './model-need.ts';
export { assessNeed } from './model-need.ts';
