import type { ModelPreferences } from '@callgate/core/vocabulary';

/** A difference of this much tells two preferences wholly apart. */
const APART = 0.5;

/** A push counts whole where this share of the server's other tools stand wholly below it. */
const RARE = 0.5;

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

export type Priority = 'intelligencePriority' | 'costPriority' | 'speedPriority';

/** A priority as it was said, or undefined where nothing usable was. */
export const readPriority = (preferences: ModelPreferences | null, name: Priority): number | undefined => {
  const value = preferences?.[name];
  return value !== undefined && value >= 0 && value <= 1 ? value : undefined;
};

/** What the server's other tools ask for. A tool that asks for nothing can be read by any model. */
const othersOf = (others: readonly (ModelPreferences | null)[], name: Priority): readonly number[] =>
  others.map((preferences) => readPriority(preferences, name) ?? 0);

/**
 * How much of a push upwards counts, 0 to 1: it must be rare in the server's own list. One cheap tool among many that
 * ask for the most gives them next to nothing.
 */
const rarity = (value: number, others: readonly number[]): number =>
  clamp(mean(others.map((other) => clamp((value - other) / APART))) / RARE);

/** How much of a step downwards counts: the server must have shown that it can ask for more. */
const contrast = (value: number, others: readonly number[]): number =>
  clamp((others.reduce((most, other) => Math.max(most, other), 0) - value) / APART);

/**
 * The intelligence a result needs, by what its tool claims beside the rest of its server and from where the host
 * stands. What does not tell the tool apart is taken off the claim, so a server that says the same everywhere changes
 * nothing. Rises with the claim, without jumps.
 */
export const levelIntelligence = (
  claim: number,
  peers: readonly (ModelPreferences | null)[],
  base: number,
): number => {
  const others = othersOf(peers, 'intelligencePriority');
  return claim > base
    ? Math.max(base, claim - (1 - rarity(claim, others)))
    : Math.min(base, claim + (1 - contrast(claim, others)));
};

/** How much a wish for low cost or speed weighs: as much as it differs from what the server's other tools wish. */
export const levelPreference = (
  preferences: ModelPreferences | null,
  peers: readonly (ModelPreferences | null)[],
  name: 'costPriority' | 'speedPriority',
): number => {
  const wish = readPriority(preferences, name) ?? 0;
  const differing = othersOf(peers, name).map((other) => clamp(Math.abs(wish - other) / APART));
  return wish * clamp(mean(differing) / RARE);
};

/** Names of models count where at least half of the server's other tools do not begin with the same one. */
export const hasDistinctiveHints = (
  hints: readonly string[] | undefined,
  peers: readonly (ModelPreferences | null)[],
): boolean => {
  const [first] = hints ?? [];
  if (first === undefined || peers.length === 0) return false;
  const others = peers.filter((preferences) => preferences?.hints?.[0] !== first);
  return others.length / peers.length >= RARE;
};
