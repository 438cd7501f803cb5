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
export { chooseModel, USUAL_STEP } from './choose-model.ts';
export type { Choice, Chosen, NotChosen, RoutingInput } from './choose-model.ts';
export { DATA_HANDLINGS, findModel, hintedModels, matchesHint } from './model.ts';
export type { DataHandling, Model, ModelCatalogue, Tokens } from './model.ts';
export {
  catalogueOfEntries,
  catalogueProblems,
  modelCatalogueSchema,
  modelEntrySchema,
  readModelCatalogue,
} from './catalogue-schema.ts';
export type { CatalogueProblem, ModelEntry } from './catalogue-schema.ts';
export { NO_BOUNDS, joinBounds, meansModel } from './bounds.ts';
export type { ForbidRule, ForbidWhen, ModelBounds } from './bounds.ts';
export { needOf } from './need.ts';
export type { Need, NeedContext, ReadTool } from './need.ts';
export { levelledIntelligence } from './levelling.ts';
export { costOf, estimateOf, secondsOf } from './cost.ts';
export type { Estimate, KeptTokens } from './cost.ts';
