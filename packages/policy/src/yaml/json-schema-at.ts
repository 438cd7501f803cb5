import type { z } from 'zod';
import type { YamlPath } from './yaml-file.ts';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

const isSchema = (found: unknown): found is JsonSchema => typeof found === 'object' && found !== null;

/** A schema may name a part of itself; one that leads back to itself ends. */
const resolveRef = (root: JsonSchema, schema: JsonSchema): JsonSchema => {
  const name = /^#\/\$defs\/(.+)$/.exec(schema.$ref ?? '')?.[1];
  const found = name === undefined ? undefined : root.$defs?.[name];
  return isSchema(found) && found.$ref === undefined ? found : schema;
};

const branchesOf = (root: JsonSchema, written: JsonSchema): readonly JsonSchema[] => {
  const schema = resolveRef(root, written);
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(isSchema);
  return [schema, ...inner.flatMap((each) => branchesOf(root, each))];
};

const below = (schema: JsonSchema, part: string | number): readonly unknown[] => {
  if (typeof part === 'number') return [schema.items].flat();
  return [schema.properties?.[part] ?? schema.additionalProperties];
};

/** Everything that a schema says of the value at a path: each branch of its unions by itself. */
export const schemasAt = (root: JsonSchema, path: YamlPath): readonly JsonSchema[] => {
  let here = branchesOf(root, root);
  for (const part of path)
    here = here.flatMap((each) =>
      below(each, part)
        .filter(isSchema)
        .flatMap((inner) => branchesOf(root, inner)),
    );
  return here;
};
