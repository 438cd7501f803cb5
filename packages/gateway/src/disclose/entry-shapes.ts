import type { JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import { logMessages } from '@callgate/messages/log';
import { z } from 'zod';

const shapeTexts = logMessages.shapes;

/** What servers list. */
export type ListKind = 'tool' | 'prompt' | 'resource' | 'template';

const object = z.custom<JsonObject>(isJsonObject, shapeTexts.notObject);
const text = z.string().optional();

const icons = z
  .array(
    z.looseObject({
      src: z.string(),
      mimeType: text,
      sizes: z.array(z.string()).optional(),
      theme: z.enum(['light', 'dark']).optional(),
    }),
  )
  .optional();

const named = { name: z.string(), title: text, description: text, icons, _meta: object.optional() };

const contentAnnotations = z
  .looseObject({
    audience: z.array(z.enum(['user', 'assistant'])).optional(),
    priority: z.number().min(0).max(1).optional(),
    lastModified: z.iso.datetime({ offset: true }).optional(),
  })
  .optional();

const flag = z.boolean().optional();

/**
 * What a client checks before it takes an entry. Many clients throw the whole list away for one bad entry, so a bad one
 * must not reach them. Unknown keys are nobody's business here.
 */
const SHAPES: Readonly<Record<ListKind, z.ZodType>> = {
  tool: z.looseObject({
    ...named,
    inputSchema: z.looseObject({
      type: z.literal('object'),
      properties: z.record(z.string(), object).optional(),
      required: z.array(z.string()).optional(),
    }),
    outputSchema: object.optional(),
    annotations: z
      .looseObject({
        title: text,
        readOnlyHint: flag,
        destructiveHint: flag,
        idempotentHint: flag,
        openWorldHint: flag,
      })
      .optional(),
    execution: z
      .looseObject({ taskSupport: z.enum(['required', 'optional', 'forbidden']).optional() })
      .optional(),
  }),
  prompt: z.looseObject({
    ...named,
    arguments: z.array(z.looseObject({ name: z.string(), description: text, required: flag })).optional(),
  }),
  resource: z.looseObject({
    ...named,
    uri: z.string(),
    mimeType: text,
    size: z.number().optional(),
    annotations: contentAnnotations,
  }),
  template: z.looseObject({
    ...named,
    uriTemplate: z.string(),
    mimeType: text,
    annotations: contentAnnotations,
  }),
};

export const ENTRY_KEYS: Readonly<Record<ListKind, string>> = {
  tool: 'name',
  prompt: 'name',
  resource: 'uri',
  template: 'uriTemplate',
};

/** Words of our own: zod's would read `constructor.name` of what a server wrote, and throw where that is no text. */
const schemaErrorText: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type') return shapeTexts.expected({ type: issue.expected });
  if (issue.code === 'invalid_value')
    return shapeTexts.expected({ type: issue.values.map(String).join(' or ') });
  return shapeTexts.invalid;
};

/** Why an entry is not what the protocol says it is; undefined where it is. */
export const shapeProblem = (kind: ListKind, entry: JsonObject): string | undefined => {
  const parsed = SHAPES[kind].safeParse(entry, { error: schemaErrorText });
  if (parsed.success) return undefined;
  const issue = parsed.error.issues[0];
  const place = issue?.path.filter((part) => typeof part !== 'symbol').join('.') ?? '';
  return shapeTexts.at({
    place: place === '' ? shapeTexts.entry : place,
    problem: issue?.message ?? shapeTexts.invalid,
  });
};
