import type { ModelPreferences } from '@callgate/core/vocabulary';
import type { ForbidRule, ModelCatalogue, Tokens } from '@callgate/routing';
import {
  DEFAULT_STEP_TOKENS,
  buildCatalogue,
  findCatalogueProblems,
  findModel,
  isRuleForModel,
} from '@callgate/routing';
import { suggestName } from '@callgate/policy';
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

/** What somebody may have meant by a name that no model has. */
const unknownModelHelp = (written: string, catalogue: ModelCatalogue): string => {
  const known = catalogue.flatMap((model) => [model.name, ...model.aliases]);
  return suggestName(written, known) ?? `models are ${known.slice(0, 10).join(', ')}`;
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
    reading.error(path, 'CONFIG_MODELS', 'this forbids every model', `say which: ${SELECTORS.join(', ')}`);
  if (!catalogue.some((model) => isRuleForModel(rule, model)))
    reading.warn(
      path,
      'CONFIG_MODELS',
      'this forbids no model of the catalogue',
      'see whether its names, providers and regions are spelled as in the catalogue',
    );
};

export const readModels = (entry: ModelsEntry, reading: ConfigReader): ModelsConfig => {
  for (const { at, message } of findCatalogueProblems(entry.catalogue))
    reading.error(['models', 'catalogue', at], 'CONFIG_MODELS', message);
  const catalogue = buildCatalogue(entry.catalogue);
  const { explicit = null, forbid = [], tools = {} } = entry;
  if (findModel(catalogue, entry.default) === undefined)
    reading.error(
      ['models', 'default'],
      'CONFIG_MODELS',
      `\`${entry.default}\` is not in the catalogue`,
      'name one of its models, so that others can be compared with it',
    );
  if (explicit !== null && findModel(catalogue, explicit) === undefined)
    reading.warn(
      ['models', 'explicit'],
      'CONFIG_MODELS',
      `\`${explicit}\` is not in the catalogue, so nothing is known of it`,
      unknownModelHelp(explicit, catalogue),
    );
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
