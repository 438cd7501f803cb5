const done = new WeakSet<object>();

/**
 * Freezes a value and all it holds, in place, and gives it back. An object that is frozen already may still
 * hold what can change, so being frozen is no reason to stop.
 */
export const deepFreeze = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null || done.has(value)) return value;
  done.add(Object.freeze(value));
  for (const inner of Object.values(value)) deepFreeze(inner);
  return value;
};

/** Freezes what was made here and nobody else has seen: whatever in it is frozen was frozen wholly. Quicker. */
export const freezeNewValue = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) freezeNewValue(inner);
  return value;
};
