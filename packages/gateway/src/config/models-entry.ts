import type { ModelPreferences } from '@callgate/core/vocabulary';
import type {
  DataHandling,
  ForbidRule,
  ForbidWhen,
  ModelCatalogue,
  ModelEntry,
  Tokens,
} from '@callgate/routing';
import {
  DATA_HANDLINGS,
  USUAL_STEP,
  catalogueOfEntries,
  catalogueProblems,
  findModel,
  meansModel,
  modelCatalogueSchema,
} from '@callgate/routing';
import { didYouMean } from '@callgate/policy';
import { z } from 'zod';
import type { Problems } from './problems.ts';

const WHENS = ['private', 'untrusted', 'sensitive', 'always'] as const satisfies readonly ForbidWhen[];

export interface ForbidEntry {
  when?: ForbidWhen | ForbidWhen[] | undefined;
  strength?: 'possible' | 'known' | undefined;
  names?: string[] | undefined;
  providers?: string[] | undefined;
  data?: DataHandling[] | undefined;
  outside?: string[] | undefined;
  below?: number | undefined;
  reason?: string | undefined;
}

export interface PreferencesEntry {
  intelligencePriority?: number | undefined;
  costPriority?: number | undefined;
  speedPriority?: number | undefined;
  hints?: string[] | undefined;
}

/** `models` of a configuration as it is written. */
export interface ModelsEntry {
  catalogue: ModelEntry[];
  default: string;
  explicit?: string | undefined;
  budget?: { step: number } | undefined;
  step?: { input: number; output: number } | undefined;
  untrustedCap?: number | undefined;
  forbid?: ForbidEntry[] | undefined;
  tools?: Record<string, PreferencesEntry> | undefined;
}

/** What the operator says of one kind of tool. */
export interface ToolPreferences {
  /** `server/tool`, with * and ?. */
  readonly tools: string;
  readonly preferences: ModelPreferences;
}

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
  readonly tools: readonly ToolPreferences[];
}

const name = z.string().min(1).max(256);
const names = z.array(name).min(1).max(1000);
const share = z.number().min(0).max(1);
const tokens = z.int().min(0).max(1_000_000_000);

const forbid = z.strictObject({
  when: z
    .union([z.enum(WHENS), z.array(z.enum(WHENS)).min(1)])
    .optional()
    .describe('In sessions that touched private, untrusted or sensitive data. always if absent.'),
  strength: z
    .enum(['possible', 'known'])
    .optional()
    .describe('From which strength on a label counts. possible if absent.'),
  names: names.optional().describe('Names of models, with * and ?.'),
  providers: names.optional(),
  data: z.array(z.enum(DATA_HANDLINGS)).min(1).optional().describe('By what becomes of what they are sent.'),
  outside: names.optional().describe('Models that run anywhere but in these regions.'),
  below: share.optional().describe('Models of less intelligence.'),
  reason: z.string().min(1).max(300).optional().describe('Why, in plain words.'),
});

const preferences = z.strictObject({
  intelligencePriority: share.optional(),
  costPriority: share.optional(),
  speedPriority: share.optional(),
  hints: z.array(name).max(64).optional().describe('Parts of names of models, the first that fits counts.'),
});

export const modelsSchema: z.ZodType<ModelsEntry> = z.strictObject({
  catalogue: modelCatalogueSchema.describe('The models that hosts can use.'),
  default: name.describe('The one they use by themselves.'),
  explicit: name.optional().describe('The one that you chose; it wins over what tools prefer.'),
  budget: z.strictObject({ step: z.number().min(0).describe('The most that one step may cost.') }).optional(),
  step: z
    .strictObject({ input: tokens, output: tokens })
    .optional()
    .describe('How many tokens a step is taken to read and write.'),
  untrustedCap: share
    .optional()
    .describe(
      'No model above this is recommended because of untrusted servers. None above the default if absent.',
    ),
  forbid: z.array(forbid).max(1000).optional().describe('Models that must not be used, and when.'),
  tools: z
    .record(z.string().min(1).max(512), preferences)
    .optional()
    .describe('What you say of tools, by server/tool with * and ?; it counts in place of what servers say.'),
});

const given = <T extends object>(entry: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

/** What somebody may have meant by a name that no model has. */
const helpFor = (written: string, catalogue: ModelCatalogue): string => {
  const known = catalogue.flatMap((model) => [model.name, ...model.aliases]);
  return didYouMean(written, known) ?? `models are ${known.slice(0, 10).join(', ')}`;
};

const SELECTORS = ['names', 'providers', 'data', 'outside', 'below'] as const;

const readForbid = (
  entry: ForbidEntry,
  at: number,
  catalogue: ModelCatalogue,
  problems: Problems,
): ForbidRule => {
  if (SELECTORS.every((selector) => entry[selector] === undefined))
    problems.error(
      ['models', 'forbid', at],
      'CONFIG_MODELS',
      'this forbids every model',
      `say which: ${SELECTORS.join(', ')}`,
    );
  const { when = 'always', ...rest } = entry;
  const rule = { ...given(rest), when: [when].flat() };
  if (!catalogue.some((model) => meansModel(rule, model)))
    problems.warn(
      ['models', 'forbid', at],
      'CONFIG_MODELS',
      'this forbids no model of the catalogue',
      'see whether its names, providers and regions are spelled as in the catalogue',
    );
  return rule;
};

/** What a configuration says of models, and what cannot be. */
export const readModels = (entry: ModelsEntry, problems: Problems): ModelsConfig => {
  for (const { at, message } of catalogueProblems(entry.catalogue))
    problems.error(['models', 'catalogue', at], 'CONFIG_MODELS', message);
  const catalogue = catalogueOfEntries(entry.catalogue);
  if (findModel(catalogue, entry.default) === undefined)
    problems.error(
      ['models', 'default'],
      'CONFIG_MODELS',
      `\`${entry.default}\` is not in the catalogue`,
      'name one of its models, so that others can be compared with it',
    );
  if (entry.explicit !== undefined && findModel(catalogue, entry.explicit) === undefined)
    problems.warn(
      ['models', 'explicit'],
      'CONFIG_MODELS',
      `\`${entry.explicit}\` is not in the catalogue, so nothing is known of it`,
      helpFor(entry.explicit, catalogue),
    );
  return {
    catalogue,
    default: entry.default,
    explicit: entry.explicit ?? null,
    stepBudget: entry.budget?.step ?? null,
    step: entry.step ?? USUAL_STEP,
    untrustedCap: entry.untrustedCap ?? null,
    forbid: (entry.forbid ?? []).map((rule, at) => readForbid(rule, at, catalogue, problems)),
    tools: Object.entries(entry.tools ?? {}).map(([tools, said]) => ({ tools, preferences: given(said) })),
  };
};
