const done = new WeakSet<object>();

/**
 * Freezes a value and all it holds, in place, and gives it back. An object that somebody froze already may still
 * hold what can change, so being frozen is no reason to stop.
 */
export const deepFreeze = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null || done.has(value)) return value;
  done.add(Object.freeze(value));
  for (const inner of Object.values(value)) deepFreeze(inner);
  return value;
};
