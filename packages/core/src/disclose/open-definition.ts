import type { Json, JsonObject } from '../receive/json.ts';
import { isJsonObject } from '../receive/json.ts';

const openSchema = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(openSchema);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => key !== 'additionalProperties' || inner !== false)
      .map(([key, inner]) => [key, openSchema(inner)]),
  );
};

/**
 * The definition without the `additionalProperties: false` of its input schema. The same server lists both forms,
 * depending on the library that writes its schemas. A review of the open form covers the closed one, which takes less;
 * never the other way round.
 */
export const openDefinition = (definition: JsonObject): JsonObject => {
  const schema = definition['inputSchema'];
  return schema === undefined ? definition : { ...definition, inputSchema: openSchema(schema) };
};
