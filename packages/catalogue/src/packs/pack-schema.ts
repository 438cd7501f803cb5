import { HINT_NAMES } from '@callgate/core';
import { suggestName } from '@callgate/policy';
import { z } from 'zod';

/** The reviewed classification of one tool, from its own definition. */
export interface PackedTool {
  /** Digest of the definition that was judged. For any other one the pack says nothing. */
  readonly definition: string;
  readonly set: Readonly<Record<string, 'yes' | 'no'>>;
  /** One sentence: what the tool does, as judged. */
  readonly why: string;
  /** What the judge was not sure of. */
  readonly doubt?: string;
  /** Hints where the judge differs from the suggestion, and why. */
  readonly differs?: Readonly<Record<string, string>>;
}

/** Reviewed classifications of one version of one popular server. */
export interface Pack {
  readonly version: 1;
  /** `npm:@scope/name`, or another name that tells everybody the same server. */
  readonly server: string;
  readonly serverVersion: string;
  readonly reviewed: { readonly by: string; readonly at: string };
  /** Other sentences about the server that an operator should read first. */
  readonly notes?: readonly string[];
  readonly tools: Readonly<Record<string, PackedTool>>;
}

/** What a pack may judge. Whether the output of a server is vouched for is the operator's word alone. */
export const PACKED_HINTS: readonly string[] = HINT_NAMES.filter((hint) => hint !== 'trusted');

const LONGEST = 600;

const sentence = (demand: string): z.ZodString =>
  z
    .string()
    .trim()
    .min(1, demand)
    .max(LONGEST, `at most ${LONGEST} characters`)
    .regex(/^[^\p{Cc}\p{Cf}]*$/u, 'one line without hidden characters');

const checkHints = (named: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void => {
  for (const hint of Object.keys(named)) {
    if (PACKED_HINTS.includes(hint)) continue;
    const help = suggestName(hint, PACKED_HINTS) ?? `hints are ${PACKED_HINTS.join(', ')}`;
    const message = hint === 'trusted' ? 'a pack cannot vouch for what a server returns' : 'no such hint';
    context.addIssue({ code: 'custom', path: [hint], message, params: { key: hint, help } });
  }
};

const set = z.record(z.string(), z.enum(['yes', 'no'])).superRefine((answers, context) => {
  checkHints(answers, context);
  if (!Object.hasOwn(answers, 'readOnly'))
    context.addIssue({ code: 'custom', message: 'say whether it is `readOnly`' });
  for (const hint of ['destructive', 'reversible'])
    if (answers['readOnly'] === 'yes' && Object.hasOwn(answers, hint))
      context.addIssue({
        code: 'custom',
        path: [hint],
        message: 'what only reads has nothing to say about it',
        params: { key: hint },
      });
});

const tool = z
  .strictObject({
    definition: z.string().regex(/^sha256:[0-9a-f]{64}$/, 'a digest is `sha256:` and 64 digits'),
    set,
    why: sentence('say what the tool does, as you judge it'),
    doubt: sentence('say what you were not sure of, or leave it out').exactOptional(),
    differs: z.record(z.string(), sentence('say why you differ')).superRefine(checkHints).exactOptional(),
  })
  .superRefine(({ set: answers, differs }, context) => {
    for (const hint of Object.keys(differs ?? {}))
      if (!Object.hasOwn(answers, hint) && PACKED_HINTS.includes(hint))
        context.addIssue({
          code: 'custom',
          path: ['differs', hint],
          message: 'it is not in `set`',
          params: { key: hint },
        });
  });

export const packSchema: z.ZodType<Pack> = z.strictObject({
  version: z.literal(1),
  server: z.string().regex(/^\S{1,214}$/, 'a name without spaces, such as `npm:@scope/name`'),
  serverVersion: z.string().regex(/^\S{1,100}$/, 'a version without spaces'),
  reviewed: z.strictObject({
    by: sentence('say who'),
    at: z.iso.datetime({ offset: true, message: 'a time is written as 2026-01-31T12:00:00Z' }),
  }),
  notes: z.array(sentence('say something or leave it out')).readonly().exactOptional(),
  tools: z.record(z.string().min(1), tool),
});
