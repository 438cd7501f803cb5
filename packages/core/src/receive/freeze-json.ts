import type { Json } from './json.ts';

/** Freezes a value and all it holds, in place. */
export const freezeJson = <T extends Json>(value: T): T => {
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) freezeJson(inner);
    Object.freeze(value);
  }
  return value;
};
