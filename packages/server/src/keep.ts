/** What may be done with something, from least to most. */
export type Power = 'reads' | 'writes' | 'destroys';

/** Something that handlers get at through their scope alone, each with as much power as its call has. */
export interface Kept<P extends { readonly [K in Power]?: unknown }> {
  /** Only for the types: what is kept cannot be reached through it. */
  readonly '~powers'?: P;
}

const insides = new WeakMap<object, { readonly [K in Power]?: unknown }>();

/**
 * Keeps something apart by what may be done with it. Hand round what this gives, and nothing else:
 * `scope.take(kept, 'writes')` is then the only way to the writer, and a read-only call does not get it.
 *
 * @example
 * export const notes = keep({ reads: new NotesReader(db), writes: new NotesWriter(db) });
 */
export const keep = <P extends { readonly [K in Power]?: unknown }>(powers: P): Kept<P> => {
  const kept: Kept<P> = Object.freeze({});
  insides.set(kept, powers);
  return kept;
};

/** For scopes, after they checked. */
export const insideOf = <P extends { readonly [K in Power]?: unknown }>(kept: Kept<P>): P =>
  insides.get(kept) as P;
