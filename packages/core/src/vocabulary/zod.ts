/** The extended `ToolAnnotations` as a zod schema, made from the registry. Needs `zod`, an optional peer. */
import { z } from 'zod';
import type { ToolAnnotations } from './annotations.ts';
import type { ClaimKey } from './claim-keys.ts';
import { ACTION_METADATA_KEY, CLAIM_KEYS } from './claim-keys.ts';
import { HINT_NAMES } from './hint-names.ts';
import { HINTS } from './hints.ts';

const regulated = z.object({ regulated: z.object({ scopes: z.array(z.string()).optional() }) });

const saysOf = (key: ClaimKey): string => {
  const hint = HINT_NAMES.find((name) => HINTS[name].key === key.key);
  if (hint !== undefined) {
    const { description, default: value, document } = HINTS[hint];
    return `${description} Default: ${value === 'unknown' ? 'no claim' : value === 'yes'}. (${document})`;
  }
  if (key.type !== 'boolean') return `${key.about} (${key.document})`;
  const maps = Object.entries(key.yes).map(([name, answer]) => `${name}: ${answer}`);
  return `true is read as ${maps.join(', ')}. (${key.document})`;
};

const schemaOf = (key: ClaimKey): z.ZodType => {
  if (key.type === 'boolean') return z.boolean().optional().describe(saysOf(key));
  if (key.type === 'texts') return z.array(z.string()).optional().describe(saysOf(key));
  const names = Object.keys(key.values).filter((name) => name !== 'regulated');
  const member =
    names.length < Object.keys(key.values).length ? z.union([z.enum(names), regulated]) : z.enum(names);
  const described = `${saysOf(key)} From least to most care.`;
  return key.in === 'top'
    ? member.optional().describe(described)
    : z
        .union([member, z.array(member)])
        .optional()
        .describe(described);
};

const shapeIn = (container: ClaimKey['in']): Record<string, z.ZodType> =>
  Object.fromEntries(CLAIM_KEYS.filter((key) => key.in === container).map((key) => [key.key, schemaOf(key)]));

const priority = (what: string): z.ZodOptional<z.ZodNumber> =>
  z.number().min(0).max(1).optional().describe(`How much to value ${what}, 0 to 1.`);

const modelPreferences = z
  .looseObject({
    intelligencePriority: priority('capability'),
    costPriority: priority('low cost'),
    speedPriority: priority('low latency'),
    hints: z.array(z.looseObject({ name: z.string().optional() })).optional(),
  })
  .optional()
  .describe('What the model that reads the output should be good at. (SEP-2417)');

const metadata = {
  inputMetadata: z
    .looseObject(shapeIn('inputMetadata'))
    .optional()
    .describe('What happens to the input. (SEP-1913)'),
  returnMetadata: z
    .looseObject(shapeIn('returnMetadata'))
    .optional()
    .describe('Where the output comes from. (SEP-1913)'),
};

export const toolAnnotationsSchema: z.ZodType<ToolAnnotations> = z
  .looseObject({
    title: z.string().optional().describe('A name for people.'),
    ...shapeIn('top'),
    ...metadata,
    modelPreferences,
    minTrustLevel: z.number().int().min(1).max(5).optional().describe('Advisory level, 1 to 5. (SEP-2793)'),
    [ACTION_METADATA_KEY]: z
      .looseObject({ ...shapeIn('actionMetadata'), ...metadata })
      .optional()
      .describe('The action metadata extension.'),
  })
  .describe('What a tool says about itself. Every property is a hint.');
