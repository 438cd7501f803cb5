import { routingMessages } from '@callgate/messages/routing';
import type { Labels } from '@callgate/core';
import { display } from '@callgate/core';
import { globMatches } from '@callgate/core/decide';
import type { LabelName, LabelStrength } from '@callgate/core/label';
import { LABEL_NAMES, LABEL_STRENGTHS } from '@callgate/core/label';
import type { DataHandling, Model, ModelCatalogue } from './model.ts';

const texts = routingMessages.bounds;

/** In which sessions a rule counts: after a label, with sensitive data, or always. */
export type ForbidCondition = LabelName | 'sensitive' | 'always';

/** Models that must not be used. A model is meant where everything that is said of it holds. */
export interface ForbidRule {
  /** Any of them is enough. */
  readonly when: readonly ForbidCondition[];
  /** From which strength on a label counts; `possible` where nothing is said. */
  readonly strength?: Exclude<LabelStrength, 'none'>;
  /** Names, with * and ?. */
  readonly names?: readonly string[];
  /** Models of these, and those of which nobody said whose they are. */
  readonly providers?: readonly string[];
  readonly data?: readonly DataHandling[];
  /** Models that run anywhere else, or nobody knows where. */
  readonly outside?: readonly string[];
  /** Models of less intelligence. */
  readonly below?: number;
  /** Why, in plain words. */
  readonly reason?: string;
}

/** What policy says of the model, whatever anybody prefers. */
export interface ModelBounds {
  readonly atLeast: number | null;
  readonly atMost: number | null;
  readonly forbid: readonly ForbidRule[];
}

export const NO_BOUNDS: ModelBounds = Object.freeze({ atLeast: null, atMost: null, forbid: [] });

/** What the session has touched. */
export interface SessionExposure {
  readonly labels: Labels;
  readonly sensitive: boolean;
}

const isLabel = (when: ForbidCondition): when is LabelName => LABEL_NAMES.some((name) => name === when);

const holdsWhen = (rule: ForbidRule, { labels, sensitive }: SessionExposure): boolean =>
  rule.when.some((when) => {
    if (!isLabel(when)) return when === 'always' || sensitive;
    return LABEL_STRENGTHS.indexOf(labels[when]) >= LABEL_STRENGTHS.indexOf(rule.strength ?? 'possible');
  });

const fold = (text: string): string => text.toLowerCase();

const among = (name: string, names: readonly string[]): boolean =>
  names.some((each) => fold(each) === fold(name));

const isNamed = ({ name, aliases }: Model, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => [name, ...aliases].some((known) => globMatches(fold(pattern), fold(known))));

/** A rule that names no model means every model. Case does not matter, and what nobody said of a model is the worst. */
export const isRuleForModel = (rule: ForbidRule, model: Model): boolean =>
  (rule.names === undefined || isNamed(model, rule.names)) &&
  (rule.providers === undefined || model.provider === null || among(model.provider, rule.providers)) &&
  (rule.data?.includes(model.data) ?? true) &&
  (rule.outside === undefined || model.region === null || !among(model.region, rule.outside)) &&
  (rule.below === undefined || model.intelligence < rule.below);

const ruleWords = (rule: ForbidRule): string =>
  rule.reason === undefined
    ? texts[rule.when.includes('always') ? 'always' : 'session']
    : display(rule.reason, { max: 300 });

/** Whether any rule is in force, so that a model nobody knows cannot be let through. */
export const hasActiveBound = ({ atLeast, atMost, forbid }: ModelBounds, touched: SessionExposure): boolean =>
  atLeast !== null || atMost !== null || forbid.some((rule) => holdsWhen(rule, touched));

/** Why policy does not allow a model; nothing where it does. */
export const listForbidReasons = (
  model: Model,
  bounds: ModelBounds,
  touched: SessionExposure,
): readonly string[] => {
  const { atLeast, atMost, forbid } = bounds;
  return [
    ...(atLeast !== null && model.intelligence < atLeast
      ? [texts.atLeast({ wanted: atLeast, actual: model.intelligence })]
      : []),
    ...(atMost !== null && model.intelligence > atMost
      ? [texts.atMost({ wanted: atMost, actual: model.intelligence })]
      : []),
    ...forbid.filter((rule) => holdsWhen(rule, touched) && isRuleForModel(rule, model)).map(ruleWords),
  ];
};

export const listPermittedModels = (
  catalogue: ModelCatalogue,
  bounds: ModelBounds,
  touched: SessionExposure,
): ModelCatalogue => catalogue.filter((model) => listForbidReasons(model, bounds, touched).length === 0);

const given = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null);

/** What all of several bounds demand. */
export const joinBounds = (...all: readonly ModelBounds[]): ModelBounds => {
  const least = given(all.map(({ atLeast }) => atLeast));
  const most = given(all.map(({ atMost }) => atMost));
  return {
    atLeast: least.length === 0 ? null : least.reduce((one, other) => Math.max(one, other)),
    atMost: most.length === 0 ? null : most.reduce((one, other) => Math.min(one, other)),
    forbid: all.flatMap(({ forbid }) => forbid),
  };
};
