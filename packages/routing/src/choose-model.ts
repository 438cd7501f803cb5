import { routingMessages } from '@callgate/messages/routing';
import type { Labels } from '@callgate/core';
import { NO_LABELS } from '@callgate/core';
import type { ModelBounds, SessionExposure } from './model-bounds.ts';
import { NO_BOUNDS, hasActiveBound, listForbidReasons, listPermittedModels } from './model-bounds.ts';
import type { CostEstimate, CachedTokens } from './cost-estimate.ts';
import { computeCost, estimateCost } from './cost-estimate.ts';
import type { Model, ModelCatalogue, Tokens } from './model.ts';
import { findModel } from './model.ts';
import type { ModelNeed, ResultSource } from './model-need.ts';
import { assessNeed } from './model-need.ts';
import { pickModel } from './pick-model.ts';
import { sortByIntelligence, sortByNeed } from './rank-models.ts';
import { displayModelName } from './model-text.ts';

const texts = routingMessages.choice;

/** What a step is taken to read and write where nobody says. */
export const DEFAULT_STEP_TOKENS: Tokens = Object.freeze({ input: 4000, output: 500 });

export interface RoutingInput {
  readonly catalogue: ModelCatalogue;
  /** What the host would use. */
  readonly current: string;
  /** What the user chose themselves. */
  readonly explicit?: string | null;
  /** The tools whose results are read in this step. */
  readonly tools: readonly ResultSource[];
  /** How much may still be spent, in the catalogue's currency. */
  readonly budgetLeft?: number | null;
  readonly expected?: Tokens;
  /** What each model has read before: to change models is to pay for it again. */
  readonly kept?: CachedTokens;
  /** How many tokens the model must be able to take. */
  readonly contextTokens?: number;
  readonly labels?: Labels;
  readonly sensitive?: boolean;
  readonly bounds?: ModelBounds;
  /** No model above this is chosen because of servers that nobody vouches for; where it is absent, none above the host's own. */
  readonly untrustedCap?: number | null;
}

/** This model, and why. */
export interface ChosenModel {
  readonly outcome: 'chosen';
  readonly model: string;
  /** The host's own, where another one is chosen. */
  readonly instead: string | null;
  readonly changed: boolean;
  /** For people, safe to show. */
  readonly reasons: readonly string[];
  readonly estimate: CostEstimate;
}

/**
 * No model is chosen: policy forbids the one that was asked for (`forbidden`), or none is large enough (`unfit`).
 * Nothing else is used in its place; a person picks one of `permitted`.
 */
export interface ModelRefusal {
  readonly outcome: 'forbidden' | 'unfit';
  readonly model: string;
  readonly reasons: readonly string[];
  /** Names, the ablest first. */
  readonly permitted: readonly string[];
}

export type ModelChoice = ChosenModel | ModelRefusal;

class ModelChooser {
  readonly #input: RoutingInput;
  readonly #tokens: Tokens;
  readonly #bounds: ModelBounds;
  readonly #touched: SessionExposure;
  readonly #current: Model | undefined;
  readonly #permitted: ModelCatalogue;
  /** Permitted, and large enough. */
  readonly #usable: ModelCatalogue;
  readonly #reasons: string[] = [];

  constructor(input: RoutingInput) {
    this.#input = input;
    this.#tokens = input.expected ?? DEFAULT_STEP_TOKENS;
    this.#bounds = input.bounds ?? NO_BOUNDS;
    this.#touched = { labels: input.labels ?? NO_LABELS, sensitive: input.sensitive ?? false };
    this.#current = findModel(input.catalogue, input.current);
    this.#permitted = listPermittedModels(input.catalogue, this.#bounds, this.#touched);
    this.#usable = this.#permitted.filter((model) => this.#fits(model));
  }

  #fits({ contextTokens }: Model): boolean {
    return contextTokens >= (this.#input.contextTokens ?? 0);
  }

  readonly #price = (model: Model): number => computeCost(model, this.#tokens, this.#input.kept);

  #affordable(model: Model): boolean {
    const { budgetLeft } = this.#input;
    return budgetLeft == null || this.#price(model) <= budgetLeft;
  }

  #chosen(model: Model | string): ChosenModel {
    const found = typeof model === 'string' ? undefined : model;
    const name = typeof model === 'string' ? model : model.name;
    const changed = found === undefined ? name !== this.#input.current : found !== this.#current;
    return {
      outcome: 'chosen',
      model: name,
      instead: changed ? (this.#current?.name ?? this.#input.current) : null,
      changed,
      reasons: this.#reasons,
      estimate: estimateCost(found, this.#current, this.#tokens, this.#input.kept),
    };
  }

  #refused(outcome: ModelRefusal['outcome'], model: string, reasons: readonly string[]): ModelRefusal {
    const permitted = sortByIntelligence(this.#usable).map(({ name }) => name);
    return { outcome, model, reasons, permitted };
  }

  #needs(base: number): readonly ModelNeed[] {
    const { tools, untrustedCap = null } = this.#input;
    const context = {
      base,
      unknownBase: this.#current === undefined,
      untrustedCap,
      usable: this.#usable,
    };
    return sortByNeed(tools.map((tool) => assessNeed(tool, context)));
  }

  choose(): ModelChoice {
    const { explicit } = this.#input;
    return explicit == null ? this.#byNeed() : this.#byUser(explicit);
  }

  #byUser(explicit: string): ModelChoice {
    const model = findModel(this.#input.catalogue, explicit);
    if (model === undefined) {
      if (hasActiveBound(this.#bounds, this.#touched))
        return this.#refused('forbidden', explicit, [
          texts.unknownByUser({ model: displayModelName(explicit) }),
        ]);
      this.#reasons.push(texts.byUser, texts.unknownStrength);
      return this.#chosen(explicit);
    }
    const because = listForbidReasons(model, this.#bounds, this.#touched);
    if (because.length > 0)
      return this.#refused('forbidden', model.name, [
        texts.forbiddenByUser({ model: displayModelName(model.name) }),
        ...because,
      ]);
    if (!this.#fits(model)) return this.#refused('unfit', model.name, [this.#tooSmall(model)]);
    this.#reasons.push(texts.byUser);
    if (!this.#affordable(model)) this.#reasons.push(texts.overBudget);
    const [tightest] = this.#needs(model.intelligence);
    if (tightest !== undefined && tightest.intelligence > model.intelligence)
      this.#reasons.push(texts.tooWeak({ tool: tightest.of }));
    return this.#chosen(model);
  }

  #tooSmall({ name, contextTokens }: Model): string {
    return texts.tooSmall({
      model: displayModelName(name),
      takes: contextTokens,
      needed: this.#input.contextTokens ?? 0,
    });
  }

  /** Why the host's own model cannot stay, whatever anybody prefers. */
  #mustLeave(): readonly string[] {
    const current = this.#current;
    if (current === undefined)
      return hasActiveBound(this.#bounds, this.#touched)
        ? [texts.unknown({ model: displayModelName(this.#input.current) })]
        : [];
    const because = listForbidReasons(current, this.#bounds, this.#touched);
    if (because.length > 0) return [texts.forbidden({ model: displayModelName(current.name) }), ...because];
    return this.#fits(current) ? [] : [this.#tooSmall(current)];
  }

  #byNeed(): ModelChoice {
    const leaving = this.#mustLeave();
    this.#reasons.push(...leaving);
    if (this.#current === undefined && leaving.length === 0) {
      this.#reasons.push(texts.incomparable);
      return this.#chosen(this.#input.current);
    }
    if (this.#usable.length === 0)
      return this.#refused(this.#permitted.length === 0 ? 'forbidden' : 'unfit', this.#input.current, [
        ...leaving,
        this.#permitted.length === 0 ? texts.noneAllowed : texts.noneLarge,
      ]);
    // nothing is known of a host's model that is not in the catalogue, so no claim lowers what is needed
    const base = this.#current?.intelligence ?? Math.max(...this.#usable.map((model) => model.intelligence));
    const { untrustedCap = null, budgetLeft = null } = this.#input;
    const { model, reasons } = pickModel({
      needs: this.#needs(base),
      base,
      untrustedCap,
      usable: this.#usable,
      price: this.#price,
      budgetLeft,
      own: leaving.length > 0 ? undefined : this.#current,
    });
    this.#reasons.push(...reasons);
    return this.#chosen(model ?? this.#input.current);
  }
}

/** The model for the next step, and why. Pure and total: the same input gives the same choice. */
export const chooseModel = (input: RoutingInput): ModelChoice => new ModelChooser(input).choose();
