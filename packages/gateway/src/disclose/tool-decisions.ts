import { HINTS, HINT_NAMES } from '@callgate/core';
import type { Override, ToolReview } from '@callgate/core/disclose';
import { z } from 'zod';

const sha = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const name = z.string().min(1).max(1024);
const answers = z.record(z.string().min(1).max(128), z.enum(['yes', 'no']));
/** Which tool, of one alias and what it stands for. */
const toolName = z.strictObject({ server: name, identity: name, tool: name });
/** Who said it, when in milliseconds since 1970, and why. */
const attributionSchema = z.strictObject({
  by: name,
  at: z.int().nonnegative(),
  reason: z.string().min(1).max(4096),
});
const useDecisionSchema = attributionSchema.extend({ allowed: z.boolean(), definition: sha.exactOptional() });

export const toolDecisionsSchema = toolName.extend({
  /** Whether the tool may be used at all; with `definition`, only while it is defined so. */
  use: useDecisionSchema.exactOptional(),
  /** What is believed on the operator's word. What relaxes counts only for `definition`, where one is named. */
  override: attributionSchema.extend({ set: answers, definition: sha.exactOptional() }).exactOptional(),
  /** The review of exactly this definition. */
  review: attributionSchema.extend({ set: answers, definition: sha }).exactOptional(),
  /** An operator accepted a changed definition. */
  accepted: attributionSchema.extend({ definition: sha }).exactOptional(),
});

export type ToolIdentity = Readonly<z.infer<typeof toolName>>;
export type OperatorAttribution = Readonly<z.infer<typeof attributionSchema>>;
export type UseDecision = Readonly<z.infer<typeof useDecisionSchema>>;
export type ToolDecisions = Readonly<z.infer<typeof toolDecisionsSchema>>;

export const isSameTool = (words: ToolIdentity, { server, identity, tool }: ToolIdentity): boolean =>
  words.server === server && words.identity === identity && words.tool === tool;

/** What counts of all that was said, for one server as it stands now. */
export interface ServerToolDecisions {
  /** Why nobody can tell what was said, or null. Safe to show. */
  readonly damaged: string | null;
  of(tool: string): ToolDecisions | undefined;
  /** Why the tool is not offered, or null. */
  disabled(tool: string, digest: string): UseDecision | null;
}

export const NO_DECISIONS: ServerToolDecisions = Object.freeze({
  damaged: null,
  of: () => undefined,
  disabled: () => null,
});

/** Nothing is offered where nobody can tell what was disabled. */
export const damagedDecisions = (why: string): ServerToolDecisions => ({ ...NO_DECISIONS, damaged: why });

const isInForce = (use: UseDecision | undefined, digest: string): use is UseDecision =>
  use !== undefined && (use.definition === undefined || use.definition === digest);

/**
 * A tool that was disabled stays so when its alias comes to stand for something else, until an operator allows it there:
 * another version of the same server must not bring it back.
 */
export const selectServerDecisions = (
  all: readonly ToolDecisions[],
  server: string,
  identity: string,
): ServerToolDecisions => {
  const here = all.filter((words) => words.server === server);
  if (here.length === 0) return NO_DECISIONS;
  const own = new Map(
    here.filter((words) => words.identity === identity).map((words) => [words.tool, words]),
  );
  const elsewhere = new Map<string, UseDecision>();
  for (const { tool, use, ...words } of here)
    if (words.identity !== identity && use !== undefined && use.at >= (elsewhere.get(tool)?.at ?? 0))
      elsewhere.set(tool, use);
  return {
    damaged: null,
    of: (tool) => own.get(tool),
    disabled: (tool, digest) => {
      const said = own.get(tool)?.use;
      const use = isInForce(said, digest) ? said : elsewhere.get(tool);
      return isInForce(use, digest) && !use.allowed ? use : null;
    },
  };
};

const RELAXING: ReadonlyMap<string, 'yes' | 'no'> = new Map(
  HINT_NAMES.map((hint) => [hint, HINTS[hint].relaxing]),
);

/** Hints of an operator's own are not known here: what is said of them may relax. */
export const isRelaxingAnswer = (hint: string, answer: 'yes' | 'no'): boolean =>
  (RELAXING.get(hint) ?? answer) === answer;

/** What the operator's word comes to for a tool that is defined so. */
export const overridesFromDecisions = (
  words: ToolDecisions | undefined,
  digest: string,
): readonly Override[] => {
  const said = words?.override;
  if (said === undefined) return [];
  const { set, definition, by, reason } = said;
  const counts =
    definition === undefined || definition === digest
      ? set
      : Object.fromEntries(Object.entries(set).filter(([hint, answer]) => !isRelaxingAnswer(hint, answer)));
  return Object.keys(counts).length === 0 ? [] : [{ set: counts, reason: `${by}: ${reason}` }];
};

export const reviewsFromDecisions = (
  words: ToolDecisions | undefined,
  digest: string,
): readonly ToolReview[] => {
  const said = words?.review;
  if (said === undefined || said.definition !== digest) return [];
  const { set, definition, by, at, reason } = said;
  return [{ set, definition, by, at: new Date(at).toISOString(), reason }];
};
