import type { Gate } from '@callgate/gate';

/** Something that adapters keep for a gate, made when it is first asked for and gone with it. */
export const perGate = <T>(make: (gate: Gate) => T): ((gate: Gate) => T) => {
  const made = new WeakMap<Gate, { readonly kept: T }>();
  return (gate) => {
    const known = made.get(gate) ?? { kept: make(gate) };
    made.set(gate, known);
    return known.kept;
  };
};

/** Lets go of what was put in first, until no more than so many are left. */
export const dropOldest = (
  kept: { readonly size: number; keys(): Iterable<string>; delete(key: string): boolean },
  most: number,
): void => {
  for (const oldest of kept.keys()) {
    if (kept.size <= most) return;
    kept.delete(oldest);
  }
};
