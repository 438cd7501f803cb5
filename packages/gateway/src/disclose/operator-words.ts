import { HINTS, HINT_NAMES } from '@callgate/core';
import type { Override, Review } from '@callgate/core/disclose';
import { z } from 'zod';

const sha = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const name = z.string().min(1).max(1024);
const answers = z.record(z.string().min(1).max(128), z.enum(['yes', 'no']));
/** Which tool, of one alias and what it stands for. */
const toolName = z.strictObject({ server: name, identity: name, tool: name });
/** Who said it, when in milliseconds since 1970, and why. */
const word = z.strictObject({
  by: name,
  at: z.int().nonnegative(),
  reason: z.string().min(1).max(4096),
});
const useWord = word.extend({ allowed: z.boolean(), definition: sha.exactOptional() });

export const toolWordsSchema = toolName.extend({
  /** Whether the tool may be used at all; with `definition`, only while it is defined so. */
  use: useWord.exactOptional(),
  /** What is believed on the operator's word. What relaxes counts only for `definition`, where one is named. */
  override: word.extend({ set: answers, definition: sha.exactOptional() }).exactOptional(),
  /** What somebody found who looked at exactly this definition. */
  review: word.extend({ set: answers, definition: sha }).exactOptional(),
  /** Somebody took a changed definition for the pinned one. */
  accepted: word.extend({ definition: sha }).exactOptional(),
});

export type ToolName = Readonly<z.infer<typeof toolName>>;
export type Word = Readonly<z.infer<typeof word>>;
export type UseWord = Readonly<z.infer<typeof useWord>>;
export type ToolWords = Readonly<z.infer<typeof toolWordsSchema>>;

export const isAbout = (words: ToolName, { server, identity, tool }: ToolName): boolean =>
  words.server === server && words.identity === identity && words.tool === tool;

/** What counts of all that was said, for one server as it stands now. */
export interface ServerWords {
  /** Why nobody can tell what was said, or null. Safe to show. */
  readonly damaged: string | null;
  of(tool: string): ToolWords | undefined;
  /** Why the tool is not offered, or null. */
  disabled(tool: string, digest: string): UseWord | null;
}

export const NOTHING_SAID: ServerWords = Object.freeze({
  damaged: null,
  of: () => undefined,
  disabled: () => null,
});

/** Nothing is offered where nobody can tell what was disabled. */
export const unreadable = (why: string): ServerWords => ({ ...NOTHING_SAID, damaged: why });

const holds = (use: UseWord | undefined, digest: string): use is UseWord =>
  use !== undefined && (use.definition === undefined || use.definition === digest);

/**
 * A tool that was disabled stays so when its alias comes to stand for something else, until somebody allows it there:
 * another version of the same server must not bring it back.
 */
export const wordsFor = (all: readonly ToolWords[], server: string, identity: string): ServerWords => {
  const here = all.filter((words) => words.server === server);
  if (here.length === 0) return NOTHING_SAID;
  const own = new Map(
    here.filter((words) => words.identity === identity).map((words) => [words.tool, words]),
  );
  const elsewhere = new Map<string, UseWord>();
  for (const { tool, use, ...words } of here)
    if (words.identity !== identity && use !== undefined && use.at >= (elsewhere.get(tool)?.at ?? 0))
      elsewhere.set(tool, use);
  return {
    damaged: null,
    of: (tool) => own.get(tool),
    disabled: (tool, digest) => {
      const said = own.get(tool)?.use;
      const use = holds(said, digest) ? said : elsewhere.get(tool);
      return holds(use, digest) && !use.allowed ? use : null;
    },
  };
};

const RELAXING: ReadonlyMap<string, 'yes' | 'no'> = new Map(
  HINT_NAMES.map((hint) => [hint, HINTS[hint].relaxing]),
);

/** Hints of an operator's own are not known here: what is said of them may relax. */
export const relaxes = (hint: string, answer: 'yes' | 'no'): boolean =>
  (RELAXING.get(hint) ?? answer) === answer;

/** What the operator's word comes to for a tool that is defined so. */
export const overridesOf = (words: ToolWords | undefined, digest: string): readonly Override[] => {
  const said = words?.override;
  if (said === undefined) return [];
  const { set, definition, by, reason } = said;
  const counts =
    definition === undefined || definition === digest
      ? set
      : Object.fromEntries(Object.entries(set).filter(([hint, answer]) => !relaxes(hint, answer)));
  return Object.keys(counts).length === 0 ? [] : [{ set: counts, reason: `${by}: ${reason}` }];
};

export const reviewsOf = (words: ToolWords | undefined, digest: string): readonly Review[] => {
  const said = words?.review;
  if (said === undefined || said.definition !== digest) return [];
  const { set, definition, by, at, reason } = said;
  return [{ set, definition, by, at: new Date(at).toISOString(), reason }];
};
