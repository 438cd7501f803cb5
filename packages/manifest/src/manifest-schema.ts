import type { JsonObject, Json } from '@callgate/core';
import { HINTS, HINT_NAMES } from '@callgate/core';
import type { SetDetail } from '@callgate/core/vocabulary';
import { CLAIM_KEYS, ARGUMENT_ROLES, SET_DETAILS } from '@callgate/core/vocabulary';
import { fileShapeMessages } from '@callgate/messages/file-shape';
import { z } from 'zod';
import type { Manifest } from './manifest.ts';
import { listSetValues } from './set-values.ts';

const { examples } = fileShapeMessages;

const MAX_DEPTH = 100;

/** Whether a value is JSON, wholly: no cycles, nothing that a wire would drop or change. */
const isJson = (value: unknown, depth = 0): value is Json => {
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

const MAX_TEXT = 256;
const MAX_SET = 256;

/** A namespaced key that is nobody's of the vocabulary. */
export const OTHER_KEY: RegExp = /^(?!dev\.callgate\/|io\.modelcontextprotocol\/)[^/]+\/.+$/;

const aboutSet = (detail: SetDetail): string => {
  const key = CLAIM_KEYS.find((each) => each.type !== 'boolean' && each.detail === detail);
  return key === undefined || key.type === 'boolean' ? '' : `${key.about} (${key.document})`;
};

const setSchema = (detail: SetDetail): z.ZodType => {
  const values = listSetValues(detail);
  const member =
    values.length === 0
      ? z
          .string()
          .max(MAX_TEXT)
          .meta({ examples: ['example.com'] })
      : z.enum(values);
  return z
    .union([member, z.array(member).min(1).max(MAX_SET)])
    .optional()
    .describe(
      values.length === 0 ? aboutSet(detail) : `${aboutSet(detail)} One value, or all that are possible.`,
    );
};

const conditionalShape: Readonly<Record<string, z.ZodType>> = {
  ...Object.fromEntries(
    HINT_NAMES.map((name) => [
      name,
      z.boolean().optional().describe(`${HINTS[name].description} (${HINTS[name].document})`),
    ]),
  ),
  ...Object.fromEntries(SET_DETAILS.map((detail) => [detail, setSchema(detail)])),
};

const priority = z.number().min(0).max(1).optional();

const modelPreferences = z
  .strictObject({
    intelligencePriority: priority
      .describe('How much to value capability, 0 to 1.')
      .meta({ examples: [0.8] }),
    costPriority: priority.describe('How much to value low cost, 0 to 1.').meta({ examples: [0.3] }),
    speedPriority: priority.describe('How much to value low latency, 0 to 1.').meta({ examples: [0.5] }),
    hints: z
      .array(z.string().max(MAX_TEXT))
      .max(MAX_SET)
      .optional()
      .describe('Names of models, or parts of them, best first.')
      .meta({ examples: [['large']] }),
  })
  .optional()
  .describe('What the model that reads the output should be good at. (SEP-2417)');

const hints = z
  .strictObject({
    ...conditionalShape,
    modelPreferences,
    minTrustLevel: z
      .int()
      .min(1)
      .max(5)
      .optional()
      .describe('Advisory level, 1 to 5. (SEP-2793)')
      .meta({ examples: [3] }),
  })
  .describe('The worst case over all arguments. What is absent is not declared, and counts as unknown.');

const condition = z.strictObject({
  when: z
    .string()
    .min(1)
    .max(4000)
    .describe('CEL over `args`, as in policies.')
    .meta({ examples: ['args.method == "GET"'] }),
  hints: z
    .strictObject(conditionalShape)
    .describe('What holds for these calls: as safe as the worst case, or safer.'),
});

/** A copy, so that nobody else's object is frozen with the manifest. */
const copied = <T extends z.ZodType>(schema: T): z.ZodType<JsonObject> =>
  schema
    .refine((value) => isJson(value), fileShapeMessages.manifestTool.json)
    .transform((value) => structuredClone(value)) as unknown as z.ZodType<JsonObject>;

const jsonSchema = copied(z.looseObject({}));

const objectSchema = copied(
  z.looseObject({ type: z.literal('object').describe('Arguments are an object.') }),
);

const tool = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(MAX_TEXT)
    .describe('As the model calls it.')
    .meta({ examples: ['send_report'] }),
  title: z
    .string()
    .optional()
    .describe('A name for people.')
    .meta({ examples: [examples.toolTitle] }),
  description: z
    .string()
    .optional()
    .describe('What it does, for the model.')
    .meta({ examples: [examples.toolDescription] }),
  inputSchema: objectSchema.describe('JSON Schema of the arguments.'),
  outputSchema: jsonSchema.optional().describe('JSON Schema of what it returns.'),
  hints,
  conditions: z.array(condition).max(MAX_SET).optional().describe('What is safer with some arguments.'),
  arguments: z
    .record(z.string().min(1), z.enum(ARGUMENT_ROLES))
    .optional()
    .describe('What arguments are for, by name or path such as `message.to` or `items[].id`.')
    .meta({ examples: [{ to: 'destination' }] }),
  directory: z
    .boolean()
    .optional()
    .describe('What it returns is a directory: its entries are good for an internal audience.'),
  undo: z
    .string()
    .min(1)
    .max(MAX_TEXT)
    .optional()
    .describe('The tool of this manifest that undoes a call. Approvers are told its name.')
    .meta({ examples: ['delete_report'] }),
  other: z
    .record(
      z.string().regex(OTHER_KEY, fileShapeMessages.manifestTool.otherKey),
      z.union([z.boolean(), z.number(), z.string().max(MAX_TEXT)]),
    )
    .optional()
    .describe('Namespaced keys for hints that an operator registers.')
    .meta({ examples: [{ 'com.example/production': true }] }),
});

/** The shape of a manifest; what its parts mean together is checked besides. */
export const manifestSchema: z.ZodType<Manifest> = z
  .strictObject({
    manifest: z.literal(1).describe('The version of this format.'),
    name: z
      .string()
      .min(1)
      .max(MAX_TEXT)
      .optional()
      .describe('The name of the program, for people.')
      .meta({ examples: ['reports'] }),
    tools: z.array(tool).describe('All tools of one server or program.'),
  })
  .describe('What tools do, in the words of the vocabulary.') as unknown as z.ZodType<Manifest>;
