import type { Json } from '@callgate/core';

const MAX_DEPTH = 100;

/** Whether a value is JSON, wholly: no cycles, nothing that a wire would drop or change. */
export const isJson = (value: unknown, depth = 0): value is Json => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((inner) => isJson(inner, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    (prototype === null || prototype === Object.prototype) &&
    Object.values(value).every((inner) => isJson(inner, depth + 1))
  );
};
