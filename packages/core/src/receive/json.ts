/** JSON as the strict parser makes it: objects have no prototype, numbers are finite and exact. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An own property, or undefined: `__proto__` and `constructor` are ordinary keys here. */
export const getOwn = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined;

/** Where a value stands: member names and positions, outermost first. */
export type Path = readonly (string | number)[];
/** Freezes a value and all it holds, in place. */
export const freezeJson = <T extends Json>(value: T): T => {
  if (typeof value === 'object' && value !== null) {
    if (isJsonObject(value)) for (const key in value) freezeJson(value[key] ?? null);
    else value.forEach((inner) => freezeJson(inner));
    Object.freeze(value);
  }
  return value;
};

/**
 * Why a JSON number would not mean the same to every program that reads it, or undefined when it does.
 * A literal is exact when the nearest double, printed the shortest way, denotes the same decimal value.
 */
export const findNumberFault = (literal: string, value: number): string | undefined => {
  if (Object.is(value, -0)) return 'is a negative zero';
  if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) return `is beyond ±${Number.MAX_SAFE_INTEGER}`;
  const printed = String(value);
  if (printed === literal || decimal(printed) === decimal(literal)) return undefined;
  return `would be read as ${printed}`;
};

/** The value of a number literal as sign, significant digits and exponent: `1.50e1` is `15e0`. */
const decimal = (literal: string): string => {
  const mark = literal.search(/[eE]/);
  const mantissa = mark === -1 ? literal : literal.slice(0, mark);
  const dot = mantissa.indexOf('.');
  const digits = mantissa.replace(/[-.]/g, '');
  // Loops, because /0+$/ is quadratic on a megabyte of zeros that ends in a one.
  let start = 0;
  while (digits[start] === '0') start++;
  if (start === digits.length) return '0';
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  const scale = dot === -1 ? 0 : mantissa.length - dot - 1;
  const written = mark === -1 ? 0 : Number(literal.slice(mark + 1));
  const sign = literal.startsWith('-') ? '-' : '';
  return `${sign}${digits.slice(start, end)}e${written - scale + digits.length - end}`;
};
