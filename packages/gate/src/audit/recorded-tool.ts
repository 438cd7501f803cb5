import type { ToolInput } from '@callgate/core';
import { sealTool } from '@callgate/core/disclose';
import type { ParseLimits } from '@callgate/core/receive';
import { digestCanonical, parseStrict } from '@callgate/core/receive';
import { z } from 'zod';

const MIB = 1_048_576;

/** What is kept beside the record may be large: policies and definitions in whole. */
export const KEPT_LIMITS: ParseLimits = {
  bytes: 64 * MIB,
  depth: 128,
  keys: 2_000_000,
  string: 16 * MIB,
  array: 1_000_000,
};

const list = z.array(z.unknown());
const toolShape = z.looseObject({
  kind: z.string(),
  name: z.string(),
  server: z.looseObject({ name: z.string(), trust: z.string() }),
  definition: z.string(),
  claims: z.looseObject({ answers: list, details: z.looseObject({}), malformed: list }),
  resolved: list,
  overrides: list,
  reviews: list,
  observations: list,
});
const toolSchema = z.custom<ToolInput>((value) => toolShape.safeParse(value).success, 'is no tool');

/** A tool as the record kept it. Undefined where it cannot be read. */
export const readRecordedTool = (kept: unknown): ToolInput | undefined => {
  const parsed = toolSchema.safeParse(kept);
  return parsed.success ? sealTool(parsed.data) : undefined;
};

/** The same from the text that is kept under a digest; undefined also where it is not that text. */
export const readKeptTool = (text: string, expected: string): ToolInput | undefined =>
  digestCanonical('tool-input', text) === expected
    ? readRecordedTool(parseStrict(text, KEPT_LIMITS))
    : undefined;
