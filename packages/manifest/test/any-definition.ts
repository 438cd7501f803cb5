import type { Json, JsonObject } from '@callgate/core';
import {
  ACTION_METADATA_KEY,
  ARGUMENT_ROLES_KEY,
  CLAIM_KEYS,
  DIRECTORY_KEY,
  ARGUMENT_ROLES,
} from '@callgate/core/vocabulary';
import * as fc from 'fast-check';

const text = fc.string({ maxLength: 12 });

const nonsense: fc.Arbitrary<Json> = fc.constantFrom<Json>(null, 'nonsense', 7, {}, ['nonsense'], [null]);

/** Values of every key of one container, all readable ones and, where asked for, unreadable ones. */
const container = (name: string, broken: boolean): fc.Arbitrary<JsonObject> => {
  const entries = CLAIM_KEYS.filter((key) => key.in === name).map((key): [string, fc.Arbitrary<Json>] => {
    const good: fc.Arbitrary<Json> =
      key.type === 'boolean'
        ? fc.boolean()
        : key.type === 'texts'
          ? fc.array(text, { minLength: 1, maxLength: 2 })
          : fc.oneof(
              fc.constantFrom(...Object.keys(key.values)),
              fc.uniqueArray(fc.constantFrom(...Object.keys(key.values)), { minLength: 1, maxLength: 3 }),
            );
    const mixed = fc
      .array(fc.oneof(good, nonsense), { minLength: 1, maxLength: 3 })
      .map((list): Json => list.flat());
    return [key.key, broken ? fc.oneof({ weight: 4, arbitrary: good }, nonsense, mixed) : good];
  });
  // few keys at a time, or nearly every definition would contradict itself
  return fc
    .subarray(entries, { maxLength: Math.min(3, entries.length) })
    .chain((chosen) => fc.record(Object.fromEntries(chosen)) as fc.Arbitrary<JsonObject>);
};

const sometimes = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 2 });

const without = (object: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(
    Object.entries(object).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  );

const home = (broken: boolean): fc.Arbitrary<JsonObject> =>
  fc
    .tuple(
      container('top', broken),
      sometimes(container('inputMetadata', broken)),
      sometimes(container('returnMetadata', broken)),
      sometimes(container('actionMetadata', broken)),
      sometimes(
        fc.record(
          {
            intelligencePriority: fc.double({ min: 0, max: 1, noNaN: true }),
            costPriority: fc.double({ min: 0, max: 1, noNaN: true }),
            hints: fc.array(fc.record({ name: text }), { maxLength: 2 }),
          },
          { requiredKeys: [] },
        ) as fc.Arbitrary<JsonObject>,
      ),
      sometimes(fc.integer({ min: 1, max: 5 })),
    )
    .map(([top, inputMetadata, returnMetadata, action, modelPreferences, minTrustLevel]) => ({
      ...top,
      ...without({
        inputMetadata,
        returnMetadata,
        [ACTION_METADATA_KEY]: action,
        modelPreferences,
        minTrustLevel,
      }),
    }));

/** A tool as a server lists it, with any part of the vocabulary in any home. */
export const anyDefinition = (broken: boolean): fc.Arbitrary<JsonObject> =>
  fc
    .tuple(
      sometimes(fc.oneof(text, fc.constantFrom('Does it.\n\nSide effects: uses an AI model.', ''))),
      sometimes(text),
      sometimes(home(broken)),
      sometimes(home(broken)),
      sometimes(
        fc.dictionary(fc.constantFrom('to', 'body', 'message.to'), fc.constantFrom(...ARGUMENT_ROLES)),
      ),
      sometimes(fc.boolean()),
      sometimes(fc.oneof(fc.boolean(), text, fc.integer())),
      sometimes(fc.constantFrom<Json>({ type: 'object', properties: {} }, {})),
      sometimes(fc.constantFrom('/x', 'x/', 'dev.callgate/x', 'io.modelcontextprotocol/x', 'x')),
    )
    .map(([description, title, annotations, meta, roles, directory, other, outputSchema, odd]) => ({
      name: 'tool',
      inputSchema: { type: 'object', properties: { to: { type: 'string' }, body: { type: 'string' } } },
      ...without({
        description,
        title,
        outputSchema,
        annotations,
        _meta: {
          ...meta,
          ...(odd === undefined || !broken ? {} : { [odd]: true }),
          ...without({
            [ARGUMENT_ROLES_KEY]: roles === undefined ? undefined : { ...roles },
            [DIRECTORY_KEY]: directory,
            'com.example/costly': other,
          }),
        },
      }),
    }));
