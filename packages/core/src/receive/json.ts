/** JSON as the strict parser makes it: objects have no prototype, numbers are finite and exact. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An own property, or undefined: `__proto__` and `constructor` are ordinary keys here. */
export const own = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

/** Where a value stands: member names and positions, outermost first. */
export type Path = readonly (string | number)[];
