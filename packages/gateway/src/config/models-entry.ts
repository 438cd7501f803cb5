import { configErrors } from '@callgate/messages/errors/config';
import type { ErrorText } from '@callgate/messages/text/error-text';
import type { ModelPreferences } from '@callgate/core/vocabulary';
import type { ForbidRule, ModelCatalogue, Tokens } from '@callgate/routing';
import {
  DEFAULT_STEP_TOKENS,
  buildCatalogue,
  findCatalogueProblems,
  findModel,
  isRuleForModel,
} from '@callgate/routing';
import { findNearestName } from '@callgate/policy';
import type { ModelsEntry } from './config-file-schema.ts';
import type { ConfigReader } from './config-reader.ts';

/** Which models hosts have, and how one is recommended to them. */
export interface ModelsConfig {
  readonly catalogue: ModelCatalogue;
  /** What hosts use by themselves, unless one says otherwise. */
  readonly default: string;
  /** What the user chose. */
  readonly explicit: string | null;
  /** The most that one step may cost. */
  readonly stepBudget: number | null;
  readonly step: Tokens;
  readonly untrustedCap: number | null;
  readonly forbid: readonly ForbidRule[];
  /** What the operator says of tools, by `server/tool` with * and ?. */
  readonly tools: readonly { readonly tools: string; readonly preferences: ModelPreferences }[];
}

const unknownModelText = (model: string, catalogue: ModelCatalogue): ErrorText => {
  const known = catalogue.flatMap(({ name, aliases }) => [name, ...aliases]);
  return configErrors.models.explicitUnknown({
    model,
    near: findNearestName(model, known),
    models: known.slice(0, 10).join(', '),
  });
};

const SELECTORS = ['names', 'providers', 'data', 'outside', 'below'] as const;

const checkForbid = (
  rule: ForbidRule,
  at: number,
  catalogue: ModelCatalogue,
  reading: ConfigReader,
): void => {
  const path = ['models', 'forbid', at];
  if (SELECTORS.every((selector) => rule[selector] === undefined))
    reading.error(path, configErrors.models.forbidsAll({ selectors: SELECTORS.join(', ') }));
  if (!catalogue.some((model) => isRuleForModel(rule, model)))
    reading.warn(path, configErrors.models.forbidsNone());
};

export const readModels = (entry: ModelsEntry, reading: ConfigReader): ModelsConfig => {
  for (const { at, message } of findCatalogueProblems(entry.catalogue))
    reading.error(['models', 'catalogue', at], { code: 'CONFIG_MODELS', message });
  const catalogue = buildCatalogue(entry.catalogue);
  const { explicit = null, forbid = [], tools = {} } = entry;
  if (findModel(catalogue, entry.default) === undefined)
    reading.error(['models', 'default'], configErrors.models.defaultUnknown({ model: entry.default }));
  if (explicit !== null && findModel(catalogue, explicit) === undefined)
    reading.warn(['models', 'explicit'], unknownModelText(explicit, catalogue));
  for (const [at, rule] of forbid.entries()) checkForbid(rule, at, catalogue, reading);
  return {
    catalogue,
    default: entry.default,
    explicit,
    stepBudget: entry.budget?.step ?? null,
    step: entry.step ?? DEFAULT_STEP_TOKENS,
    untrustedCap: entry.untrustedCap ?? null,
    forbid,
    tools: Object.entries(tools).map(([pattern, preferences]) => ({ tools: pattern, preferences })),
  };
};
