import type { Model, ModelCatalogue } from './model.ts';
import type { ModelNeed } from './model-need.ts';

const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** What the step costs with a model. */
export type ModelPricing = (model: Model) => number;

/** Cheaper first; of two that cost the same the faster, then the abler, then by name. */
export const sortByPrice = (models: ModelCatalogue, price: ModelPricing): ModelCatalogue =>
  models.toSorted(
    (one, other) =>
      price(one) - price(other) ||
      other.speed - one.speed ||
      other.intelligence - one.intelligence ||
      compareText(one.name, other.name),
  );

/** Abler first, for people who have to pick another. */
export const sortByIntelligence = (models: ModelCatalogue): ModelCatalogue =>
  models.toSorted((one, other) => other.intelligence - one.intelligence || compareText(one.name, other.name));

/** The tightest first; of two alike by name. */
export const sortByNeed = (needs: readonly ModelNeed[]): readonly ModelNeed[] =>
  needs.toSorted((one, other) => other.intelligence - one.intelligence || compareText(one.of, other.of));

export interface PreferenceWeights {
  readonly cost: number;
  readonly speed: number;
}

/** What all results of a step wish for: the strongest wish of each kind. Low cost where none wishes for anything. */
export const combinePreferences = (needs: readonly ModelNeed[]): PreferenceWeights => {
  const cost = Math.max(0, ...needs.map((need) => need.cost));
  const speed = Math.max(0, ...needs.map((need) => need.speed));
  return cost === 0 && speed === 0 ? { cost: 1, speed: 0 } : { cost, speed };
};

/** The best by the wishes, none dearer than both the host’s own and the cheapest; the host’s own where no other is better. */
export const pickBestModel = (
  wishes: PreferenceWeights,
  pool: ModelCatalogue,
  price: ModelPricing,
  own: Model | undefined,
): Model | undefined => {
  const ordered = sortByPrice(pool, price);
  const [cheapest] = ordered;
  if (cheapest === undefined) return undefined;
  const ceiling = Math.max(price(cheapest), own === undefined ? 0 : price(own));
  const score = (model: Model): number =>
    wishes.cost * (ceiling === 0 ? 1 : 1 - price(model) / ceiling) + wishes.speed * model.speed;
  let best = own !== undefined && pool.includes(own) ? own : cheapest;
  for (const model of ordered) if (price(model) <= ceiling && score(model) > score(best)) best = model;
  return best;
};
