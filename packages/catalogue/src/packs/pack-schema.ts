import { HINT_NAMES } from '@callgate/core';
import { fileShapeMessages } from '@callgate/messages/file-shape';
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
  /** `npm:@scope/name`, or another name that names the same server everywhere. */
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

const { pack: demands } = fileShapeMessages;

const sentence = (demand: string): z.ZodString =>
  z
    .string()
    .trim()
    .min(1, demand)
    .max(LONGEST, demands.longSentence({ max: LONGEST }))
    .regex(/^[^\p{Cc}\p{Cf}]*$/u, demands.oneLine);

const checkHints = (named: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void => {
  for (const hint of Object.keys(named)) {
    if (PACKED_HINTS.includes(hint)) continue;
    const help = suggestName(hint, PACKED_HINTS) ?? demands.hints({ hints: PACKED_HINTS });
    const message = hint === 'trusted' ? demands.trusted : demands.unknownHint;
    context.addIssue({ code: 'custom', path: [hint], message, params: { key: hint, help } });
  }
};

const set = z.record(z.string(), z.enum(['yes', 'no'])).superRefine((answers, context) => {
  checkHints(answers, context);
  if (Object.keys(answers).length === 0) context.addIssue({ code: 'custom', message: demands.noHint });
  for (const hint of ['destructive', 'reversible'])
    if (answers['readOnly'] === 'yes' && Object.hasOwn(answers, hint))
      context.addIssue({
        code: 'custom',
        path: [hint],
        message: demands.readsOnly,
        params: { key: hint },
      });
});

const tool = z
  .strictObject({
    definition: z.string().regex(/^sha256:[0-9a-f]{64}$/, demands.digest),
    set,
    why: sentence(demands.why),
    doubt: sentence(demands.doubt).exactOptional(),
    differs: z.record(z.string(), sentence(demands.differs)).superRefine(checkHints).exactOptional(),
  })
  .superRefine(({ set: answers, differs }, context) => {
    for (const hint of Object.keys(differs ?? {}))
      if (!Object.hasOwn(answers, hint) && PACKED_HINTS.includes(hint))
        context.addIssue({
          code: 'custom',
          path: ['differs', hint],
          message: demands.differsFromNothing,
          params: { key: hint },
        });
  });

export const packSchema: z.ZodType<Pack> = z.strictObject({
  version: z.literal(1),
  server: z.string().regex(/^\S{1,214}$/, demands.server),
  serverVersion: z.string().regex(/^\S{1,100}$/, demands.serverVersion),
  reviewed: z.strictObject({
    by: sentence(demands.reviewer),
    at: z.iso.datetime({ offset: true }),
  }),
  notes: z.array(sentence(demands.note)).readonly().exactOptional(),
  tools: z.record(z.string().min(1), tool),
});
