import { routingMessages } from '@callgate/messages/routing';
import type { Model, ModelCatalogue } from './model.ts';
import { findHintedModels } from './model.ts';
import type { ModelNeed } from './model-need.ts';
import type { ModelPricing } from './rank-models.ts';
import { pickBestModel, sortByPrice, combinePreferences } from './rank-models.ts';
import { formatShare, displayModelName } from './model-text.ts';

const texts = routingMessages.pick;

export interface PickInput {
  /** The tightest first. */
  readonly needs: readonly ModelNeed[];
  /** What a result needs of which nothing is known. */
  readonly base: number;
  /** No model above this is taken because a server asks for it that nobody vouches for. */
  readonly untrustedCap: number | null;
  /** Permitted and large enough; at least one. */
  readonly usable: ModelCatalogue;
  readonly price: ModelPricing;
  readonly budgetLeft: number | null;
  /** The host's own, where it may stay. */
  readonly own: Model | undefined;
}

export interface PickedModel {
  readonly model: Model | undefined;
  /** Safe to show. */
  readonly reasons: readonly string[];
}

const ablest = (models: ModelCatalogue): number =>
  models.reduce((most, { intelligence }) => Math.max(most, intelligence), -Infinity);

class ModelPicker {
  readonly #input: PickInput;
  readonly #reasons: string[] = [];

  constructor(input: PickInput) {
    this.#input = input;
  }

  pick(): PickedModel {
    const { needs, base } = this.#input;
    for (const { words } of needs) this.#reasons.push(...words);
    // as if servers that nobody vouches for had said nothing
    const vouched = needs.map((need) => (need.by === 'unvouched' ? { ...need, intelligence: base } : need));
    const model = this.#pushed(vouched) ?? this.#vouched(vouched);
    return { model, reasons: this.#reasons };
  }

  readonly #affordable = (model: Model): boolean => {
    const { budgetLeft, price } = this.#input;
    return budgetLeft === null || price(model) <= budgetLeft;
  };

  #wanted(needs: readonly ModelNeed[]): number {
    const { base } = this.#input;
    return needs.length === 0 ? base : Math.max(...needs.map(({ intelligence }) => intelligence));
  }

  /** Where servers that nobody vouches for push further than the others do: as far as cap and budget let them. */
  #pushed(vouched: readonly ModelNeed[]): Model | undefined {
    const { needs, usable, untrustedCap } = this.#input;
    const [without, wanted] = [this.#wanted(vouched), this.#wanted(needs)];
    if (untrustedCap === null || wanted <= without) return undefined;
    const within = usable.filter(
      (model) =>
        model.intelligence > without && model.intelligence <= untrustedCap && this.#affordable(model),
    );
    if (within.length === 0) {
      this.#reasons.push(texts.noneWithin({ cap: formatShare(untrustedCap) }));
      return undefined;
    }
    const reached = Math.min(wanted, ablest(within));
    return this.#best(
      within.filter(({ intelligence }) => intelligence >= reached),
      vouched,
      reached,
    );
  }

  #vouched(needs: readonly ModelNeed[]): Model | undefined {
    const { base, own, usable } = this.#input;
    const moves = needs.some(
      (need) =>
        need.intelligence !== base ||
        need.cost > 0 ||
        need.speed > 0 ||
        findHintedModels(usable, need.hints).length > 0,
    );
    if (own !== undefined && !moves && this.#affordable(own)) {
      this.#reasons.push(texts.nothingAsks);
      return own;
    }
    const wanted = this.#withinBudget(needs);
    return this.#best(this.#afforded(this.#adequate(wanted)), needs, wanted);
  }

  #best(pool: ModelCatalogue, needs: readonly ModelNeed[], wanted: number): Model | undefined {
    const { own, price } = this.#input;
    const hinted = needs
      .map(({ hints }) => findHintedModels(pool, hints))
      .find((models) => models.length > 0);
    const best = pickBestModel(combinePreferences(needs), hinted ?? pool, price, own);
    if (best === undefined) return undefined;
    this.#reasons.push(
      best === own
        ? texts.best
        : texts.enough({ model: displayModelName(best.name), share: formatShare(wanted) }),
    );
    return best;
  }

  /** What is wanted; of that, what servers claim beyond the host's own model only as far as it can be paid for. */
  #withinBudget(needs: readonly ModelNeed[]): number {
    const { base, usable } = this.#input;
    const wanted = this.#wanted(needs);
    const unclaimed = needs.map((need) =>
      need.by === 'operator' ? need : { ...need, intelligence: Math.min(base, need.intelligence) },
    );
    const reached = ablest(usable.filter(this.#affordable));
    // an abler model would do, but for what it costs
    const tooDear = reached < wanted && ablest(usable) > reached;
    const counts = tooDear ? Math.min(wanted, Math.max(reached, this.#wanted(unclaimed))) : wanted;
    if (counts < wanted) this.#reasons.push(texts.beyondBudget({ counted: formatShare(counts) }));
    return counts;
  }

  /** Those that reach what is wanted; where none does, the ablest. */
  #adequate(wanted: number): ModelCatalogue {
    const { usable } = this.#input;
    const adequate = usable.filter((model) => model.intelligence >= wanted);
    if (adequate.length > 0) return adequate;
    const most = ablest(usable);
    this.#reasons.push(texts.noneReaches({ share: formatShare(wanted) }));
    return usable.filter((model) => model.intelligence === most);
  }

  /** Those within what is left; where none is, the cheapest of them. */
  #afforded(adequate: ModelCatalogue): ModelCatalogue {
    const affordable = adequate.filter(this.#affordable);
    if (affordable.length === adequate.length) return adequate;
    if (affordable.length > 0) {
      this.#reasons.push(texts.dearLeftOut);
      return affordable;
    }
    this.#reasons.push(texts.allOverBudget);
    return sortByPrice(adequate, this.#input.price).slice(0, 1);
  }
}

/** The model that the needs of a step lead to, among those that may be used. */
export const pickModel = (input: PickInput): PickedModel => new ModelPicker(input).pick();
