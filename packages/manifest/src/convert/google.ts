import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';
import { conversionMessages } from '@callgate/messages/conversion';
import type { ConversionLoss } from '../conversion-loss.ts';
import type { Manifest } from '../manifest.ts';
import type { ConvertedTool, ImportResult } from './build-manifest.ts';
import { buildManifest } from './build-manifest.ts';
import { getObject, getText, readTools } from './read-tools.ts';
import type { VendorLimits } from './vendor.ts';
import { fromVendor, toVendor } from './vendor.ts';

/** A function declaration of the Gemini API. */
export interface GoogleTool {
  readonly name: string;
  readonly description?: string;
  readonly parametersJsonSchema: JsonObject;
  readonly responseJsonSchema?: JsonObject;
}

const LIMITS: VendorLimits = {
  vendor: 'Google',
  names: /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/,
  outputSchema: true,
};

/** The tools of a manifest as function declarations of the Gemini API. */
export const toGoogle = (
  manifest: Manifest,
): { readonly tools: GoogleTool[]; readonly lost: readonly ConversionLoss[] } => {
  const converted = manifest.tools.map((tool) => toVendor(tool, LIMITS));
  return {
    tools: converted.map(({ parts: { name, description, inputSchema, outputSchema } }) => ({
      name,
      ...(description === undefined ? {} : { description }),
      parametersJsonSchema: inputSchema,
      ...(outputSchema === undefined ? {} : { responseJsonSchema: outputSchema }),
    })),
    lost: converted.flatMap(({ lost }) => lost),
  };
};

const SCHEMA_LISTS: ReadonlySet<string> = new Set(['anyOf', 'prefixItems']);

/** The older form writes types in capitals; everything else in it is read as JSON Schema. */
const lowerTypes = (schema: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(schema).map(([key, value]): [string, Json] => {
      if (key === 'type' && typeof value === 'string') return [key, value.toLowerCase()];
      if (key === 'properties' && isJsonObject(value))
        return [
          key,
          Object.fromEntries(
            Object.entries(value).map(([name, inner]) => [
              name,
              isJsonObject(inner) ? lowerTypes(inner) : inner,
            ]),
          ),
        ];
      if (key === 'items' && isJsonObject(value)) return [key, lowerTypes(value)];
      if (SCHEMA_LISTS.has(key) && Array.isArray(value))
        return [key, value.map((inner: Json) => (isJsonObject(inner) ? lowerTypes(inner) : inner))];
      return [key, value];
    }),
  );

const READ: ReadonlySet<string> = new Set(
  'name description parametersJsonSchema parameters responseJsonSchema response'.split(' '),
);

const schemaAt = (tool: JsonObject, key: string, older: string): JsonObject | undefined => {
  const now = getObject(tool, key);
  if (now !== undefined) return now;
  const found = getObject(tool, older);
  return found === undefined ? undefined : lowerTypes(found);
};

const fromDeclaration = (tool: JsonObject): ConvertedTool => {
  const name = getText(tool, 'name') ?? '';
  if (name === '') return { lost: [{ tool: '', what: 'tool', why: conversionMessages.unnamedOrGoogle }] };
  const description = getText(tool, 'description');
  const outputSchema = schemaAt(tool, 'responseJsonSchema', 'response');
  return fromVendor(
    {
      name,
      ...(description === undefined ? {} : { description }),
      inputSchema: schemaAt(tool, 'parametersJsonSchema', 'parameters'),
      ...(outputSchema === undefined ? {} : { outputSchema }),
    },
    Object.keys(tool).filter((key) => !READ.has(key)),
    'Google',
  );
};

const declarationsIn = (tool: JsonObject): readonly JsonObject[] => {
  const inner = getOwn(tool, 'functionDeclarations') ?? getOwn(tool, 'function_declarations');
  return Array.isArray(inner) ? inner.filter(isJsonObject) : [tool];
};

/** A manifest of function declarations, bare or in `functionDeclarations`. Hints that no sentence says are not known. */
export const fromGoogle = (content: Json): ImportResult =>
  buildManifest(readTools(content).flatMap(declarationsIn).map(fromDeclaration));
