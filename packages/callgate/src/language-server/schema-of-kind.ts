import { packSchema } from '@callgate/catalogue/packs';
import { readConfigSchema } from '@callgate/gateway/config';
import { manifestSchema } from '@callgate/manifest';
import { policyFileSchema } from '@callgate/policy';
import type { JsonSchema } from '@callgate/policy/editor';
import { z } from 'zod';
import type { ReadFileKind } from '../catalogue/file-kind.ts';
import { testFileSchema } from '../tests/test-file-schema.ts';

const made: Map<ReadFileKind, JsonSchema> = new Map();

const readSchema = async (kind: ReadFileKind): Promise<z.ZodType | undefined> => {
  switch (kind) {
    case 'policy':
      return policyFileSchema;
    case 'tests':
      return testFileSchema;
    case 'manifest':
      return manifestSchema;
    case 'pack':
      return packSchema;
    case 'config':
      return await readConfigSchema();
    default:
      return undefined;
  }
};

/** The JSON Schema of a kind of file; undefined where people do not write it. */
export const schemaOfKind = async (kind: ReadFileKind): Promise<JsonSchema | undefined> => {
  const known = made.get(kind);
  if (known !== undefined) return known;
  const schema = await readSchema(kind);
  if (schema === undefined) return undefined;
  const json = z.toJSONSchema(schema, { io: 'input' });
  made.set(kind, json);
  return json;
};
