/** What a message may cost before it is even looked at. */
export interface ParseLimits {
  /** UTF-8 bytes of the whole text. */
  readonly bytes: number;
  /** Containers inside containers; the outermost is 1. Never more than `MAX_DEPTH`: the parser recurses. */
  readonly depth: number;
  /** Keys of all objects together. */
  readonly keys: number;
  /** UTF-16 units of one string or key, after unescaping. */
  readonly string: number;
  /** Elements of one array. */
  readonly array: number;
}

export const MAX_DEPTH = 128;

export const DEFAULT_PARSE_LIMITS: ParseLimits = Object.freeze({
  bytes: 4 * 1024 * 1024,
  depth: 64,
  keys: 10_000,
  string: 1024 * 1024,
  array: 100_000,
});
