import { Validator } from '@cfworker/json-schema';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ToolAnnotations } from './annotations.ts';
import { CLAIM_KEYS } from './claim-keys.ts';
import { readClaims } from './read-claims.ts';
import { toolAnnotationsSchema } from './zod.ts';
import type { JsonObject } from '../receive/json.ts';

/** The annotations of every example the five documents give. */
const EXAMPLES: Readonly<Record<string, ToolAnnotations & JsonObject>> = {
  'agencyHint: an agent that may destroy': { agencyHint: true, destructiveHint: true },
  'agencyHint: an agent that only reads': { agencyHint: true, readOnlyHint: true },
  'governance: AI code analyzer': {
    title: 'AI Code Analyzer',
    readOnlyHint: true,
    openWorldHint: true,
    aiProcessingHint: true,
    slowExecutionHint: true,
    sensitiveDataHint: true,
  },
  'governance: restart service': {
    title: 'Restart Service',
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
    privilegedAccessHint: true,
    reversibleHint: true,
  },
  'governance: database backup': {
    title: 'Database Backup',
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
    slowExecutionHint: true,
    resourceIntensiveHint: true,
    sensitiveDataHint: true,
    privilegedAccessHint: true,
    reversibleHint: true,
  },
  'disclosure: read calendar': { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  'disclosure: delete calendar event': {
    destructiveHint: true,
    idempotentHint: false,
    requiresConfirmation: true,
  },
  'model preferences: list organizations': {
    readOnlyHint: true,
    openWorldHint: true,
    title: 'List Organizations',
    modelPreferences: { costPriority: 0.9, speedPriority: 0.8, intelligencePriority: 0.1 },
  },
  'model preferences: diagnose field': {
    readOnlyHint: true,
    openWorldHint: true,
    title: 'Diagnose Field',
    modelPreferences: { intelligencePriority: 0.9, costPriority: 0.2, speedPriority: 0.3 },
  },
  'risk vocabulary: the four hints of the specification': {
    title: 'Search',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: true,
  },
};

const jsonSchema = z.toJSONSchema(toolAnnotationsSchema, { target: 'draft-2020-12' });
const validator = new Validator(JSON.parse(JSON.stringify(jsonSchema)), '2020-12');

describe('the extended ToolAnnotations', () => {
  for (const [name, example] of Object.entries(EXAMPLES)) {
    it(`accepts the example: ${name}`, () => {
      expect(toolAnnotationsSchema.safeParse(example).success).toBe(true);
      expect(validator.validate(example).valid).toBe(true);
      expect(readClaims({ name: 't', annotations: example }).malformed).toEqual([]);
    });
  }

  it('refuses wrong types for every key of the registry, as zod and as JSON Schema alike', () => {
    for (const key of CLAIM_KEYS.filter((entry) => entry.in === 'top')) {
      const wrong = { [key.key]: { not: 'this' } };
      expect(toolAnnotationsSchema.safeParse(wrong).success, key.key).toBe(false);
      expect(validator.validate(wrong).valid, key.key).toBe(false);
    }
    for (const wrong of [
      { minTrustLevel: 9 },
      { modelPreferences: { costPriority: 2 } },
      { inputMetadata: { destination: 'mars' } },
      { returnMetadata: { source: 3 } },
      { title: 1 },
    ]) {
      expect(toolAnnotationsSchema.safeParse(wrong).success).toBe(false);
      expect(validator.validate(wrong).valid).toBe(false);
    }
  });

  it('accepts every value the registry names, scalar or set', () => {
    for (const key of CLAIM_KEYS) {
      if (key.type !== 'enum' || key.in === 'actionMetadata') continue;
      for (const value of Object.keys(key.values)) {
        const written = value === 'regulated' ? { regulated: { scopes: ['HIPAA'] } } : value;
        const holder = key.in === 'top' ? { [key.key]: written } : { [key.in]: { [key.key]: [written] } };
        expect(toolAnnotationsSchema.safeParse(holder).success, `${key.key} ${value}`).toBe(true);
        expect(validator.validate(holder).valid, `${key.key} ${value}`).toBe(true);
      }
    }
  });

  it('lets unknown keys pass, as a hint of tomorrow', () => {
    expect(toolAnnotationsSchema.parse({ futureHint: { a: 1 } })).toEqual({ futureHint: { a: 1 } });
  });

  it('describes every key', () => {
    const { properties } = jsonSchema;
    for (const key of CLAIM_KEYS.filter((entry) => entry.in === 'top')) {
      const described = properties?.[key.key];
      expect(typeof described === 'object' && (described.description ?? '').length > 10, key.key).toBe(true);
    }
  });
});
