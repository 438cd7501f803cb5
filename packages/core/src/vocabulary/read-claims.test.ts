import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../receive/json.ts';
import { ACTION_METADATA_KEY, CLAIM_KEYS } from './claim-keys.ts';
import type { ClaimKey, HintValues } from './claim-keys.ts';
import { readClaims, readResolvedClaims } from './read-claims.ts';
import { HINT_NAMES } from './hint-names.ts';
import { HINTS } from './hints.ts';

/** A definition with `value` at the place a key lives. */
const holding = (home: 'annotations' | '_meta', key: ClaimKey, value: Json): JsonObject => {
  if (key.in === 'top') return { name: 't', [home]: { [key.key]: value } };
  if (key.in === 'actionMetadata')
    return { name: 't', [home]: { [ACTION_METADATA_KEY]: { [key.key]: value } } };
  return { name: 't', [home]: { [key.in]: { [key.key]: value } } };
};

/** What all keys of that name in that place say together. */
const saidBy = (same: readonly ClaimKey[], value: string | boolean): string[] =>
  same
    .flatMap((key): HintValues[] => {
      if (key.type === 'boolean') return typeof value === 'boolean' ? [value ? key.yes : key.no] : [];
      return key.type === 'enum' && typeof value === 'string' ? [key.values[value] ?? {}] : [];
    })
    .flatMap((says) => Object.entries(says).map(([hint, answer]) => `${hint} ${answer}`))
    .toSorted();

const answersOf = (tool: JsonObject): string[] =>
  readClaims(tool)
    .answers.map((claim) => `${claim.hint} ${claim.answer}`)
    .toSorted();

const twins = (key: ClaimKey): ClaimKey[] =>
  CLAIM_KEYS.filter((other) => other.key === key.key && other.in === key.in);

describe('every key of the vocabulary', () => {
  for (const home of ['annotations', '_meta'] as const) {
    for (const key of CLAIM_KEYS) {
      const values =
        key.type === 'boolean' ? [true, false] : key.type === 'enum' ? Object.keys(key.values) : [];
      for (const value of values.filter((name) => name !== 'regulated')) {
        it(`is read from ${home}: ${key.in} ${key.key} ${value}`, () => {
          const read = readClaims(holding(home, key, value));
          expect(answersOf(holding(home, key, value))).toEqual(saidBy(twins(key), value));
          expect(read.malformed).toEqual([]);
          for (const claim of read.answers) {
            expect(claim.home).toBe(home);
            expect(claim.key).toContain(key.key);
          }
          if (key.type === 'enum') expect(read.details.sets[key.detail]).toEqual([value]);
        });
      }
      it(`gives a malformed claim for its own hints only, if it holds something else: ${home} ${key.in} ${key.key}`, () => {
        for (const wrong of [null, 'true', 1, {}, [null], ['nonsense'], { __proto__: 1 }] as Json[]) {
          if (key.type === 'texts' && (wrong === 'true' || Array.isArray(wrong))) continue;
          const tool = holding(home, key, wrong);
          const read = readClaims({
            ...tool,
            ...(home === 'annotations'
              ? { _meta: { agencyHint: true } }
              : { annotations: { agencyHint: true } }),
          });
          expect(read.malformed.length).toBeGreaterThan(0);
          expect(read.malformed.every((claim) => claim.home === home)).toBe(true);
          expect(read.answers).toContainEqual({
            hint: 'agency',
            answer: 'yes',
            home: home === 'annotations' ? '_meta' : 'annotations',
            key: 'agencyHint',
          });
          expect(read.answers.filter((claim) => claim.home === home)).toEqual([]);
        }
      });
    }
  }

  it('covers every hint with a boolean key of its own', () => {
    for (const name of HINT_NAMES) {
      expect(answersOf({ name: 't', annotations: { [HINTS[name].key]: true } })).toContain(`${name} yes`);
      expect(answersOf({ name: 't', annotations: { [HINTS[name].key]: false } })).toContain(`${name} no`);
    }
  });

  it('orders the values of every enum from least to most care', () => {
    const danger = (says: HintValues): number =>
      Object.entries(says).filter(([hint, answer]) => HINTS[hint as 'readOnly'].relaxing !== answer).length -
      Object.entries(says).filter(([hint, answer]) => HINTS[hint as 'readOnly'].relaxing === answer).length;
    for (const key of CLAIM_KEYS) {
      if (key.type !== 'enum') continue;
      const ranks = Object.entries(key.values)
        .filter(([name]) => name !== 'regulated')
        .map(([, says]) => danger(says));
      expect(ranks, key.key).toEqual(ranks.toSorted((a, b) => a - b));
    }
  });
});

describe('a set of possible values', () => {
  const outcomes = (value: Json): string[] =>
    answersOf({ name: 't', annotations: { inputMetadata: { outcomes: value } } });
  const destination = (value: Json): string[] =>
    answersOf({ name: 't', annotations: { inputMetadata: { destination: value } } });

  it('says what its most careful member says', () => {
    expect(outcomes(['benign', 'irreversible'])).toEqual(['readOnly no', 'reversible no']);
    expect(destination(['internal', 'public'])).toEqual(['openWorld yes']);
  });

  it('relaxes only if every member relaxes', () => {
    expect(outcomes(['benign'])).toEqual(['destructive no']);
    expect(outcomes(['benign', 'consequential'])).toEqual(['readOnly no']);
    expect(destination(['internal', 'user'])).toEqual(['openWorld no']);
  });

  it('does not relax beside a member nobody can read', () => {
    expect(destination(['internal', 42])).toEqual([]);
    expect(destination(['internal', 'nowhere'])).toEqual([]);
    expect(destination(['public', 42])).toEqual(['openWorld yes']);
  });

  it('says nothing when empty', () => {
    expect(destination([])).toEqual([]);
    expect(readClaims({ annotations: { inputMetadata: { destination: [] } } }).details.sets).toEqual({});
  });

  it('reads regulated data as sensitive', () => {
    const tool = {
      annotations: { returnMetadata: { sensitivity: ['none', { regulated: { scopes: ['HIPAA'] } }] } },
    };
    expect(answersOf(tool)).toEqual(['sensitiveData yes']);
    expect(readClaims(tool).details.sets.returnSensitivity).toEqual(['none', 'regulated']);
    expect(
      readClaims({ annotations: { returnMetadata: { sensitivity: { regulated: 1 } } } }).malformed,
    ).toHaveLength(1);
  });

  it('is cut and no longer relaxes when it is too long', () => {
    const many: Json[] = Array.from({ length: 65 }, () => 'internal');
    const read = readClaims({ annotations: { inputMetadata: { destination: many } } });
    expect(read.answers).toEqual([]);
    expect(read.malformed.map((claim) => claim.problem)).toEqual(['more than 64 values']);
    expect(answersOf({ annotations: { inputMetadata: { destination: many.slice(1) } } })).toEqual([
      'openWorld no',
    ]);
  });
});

describe('details beside the three-valued hints', () => {
  it('keeps model preferences from either home, the first that is there', () => {
    const preferences = {
      intelligencePriority: 0.9,
      costPriority: 0,
      speedPriority: 1,
      hints: [{ name: 'big' }],
    };
    const read = { intelligencePriority: 0.9, costPriority: 0, speedPriority: 1, hints: ['big'] };
    expect(readClaims({ annotations: { modelPreferences: preferences } }).details.modelPreferences).toEqual(
      read,
    );
    expect(
      readClaims({ _meta: { 'com.example/model-preferences': preferences } }).details.modelPreferences,
    ).toEqual(read);
    const both = readClaims({
      annotations: { modelPreferences: { costPriority: 0.5 } },
      _meta: { modelPreferences: preferences },
    });
    expect(both.details.modelPreferences).toEqual({ costPriority: 0.5 });
  });

  it.each([
    'com.example/model-preferences',
    'com.example/modelPreferences',
    'dev.farm/model-preferences',
    'x/modelPreferences',
  ])('reads model preferences under the vendor key %s in either home', (key) => {
    const preferences = { intelligencePriority: 0.9 };
    for (const home of ['annotations', '_meta'])
      expect(readClaims({ [home]: { [key]: preferences } }).details.modelPreferences).toEqual(preferences);
  });

  it('prefers the plain key, then vendors in the order of their names, and passes over what is none', () => {
    const said = (meta: JsonObject): unknown => readClaims({ _meta: meta }).details.modelPreferences;
    const [one, two] = [{ costPriority: 0.1 }, { costPriority: 0.2 }];
    expect(said({ 'a/model-preferences': one, modelPreferences: two })).toEqual(two);
    expect(said({ 'b/model-preferences': one, 'a/modelPreferences': two })).toEqual(two);
    expect(said({ 'a/model-preferences': 7, 'b/model-preferences': one })).toEqual(one);
    for (const other of [
      '/model-preferences',
      'a/b/model-preferences',
      'model-preferences',
      'a/modelpreferences',
    ])
      expect(said({ [other]: one })).toBeUndefined();
  });

  it('drops a preference out of range, with a word about it', () => {
    const read = readClaims({
      annotations: {
        modelPreferences: { intelligencePriority: 1.1, costPriority: -0.1, speedPriority: 'x', hints: 3 },
      },
    });
    expect(read.details.modelPreferences).toEqual({});
    expect(read.malformed.map((claim) => claim.key)).toEqual([
      'modelPreferences.intelligencePriority',
      'modelPreferences.costPriority',
      'modelPreferences.speedPriority',
      'modelPreferences.hints',
    ]);
    const hints = readClaims({
      annotations: { modelPreferences: { hints: [{ name: 'a' }, {}, 7, { name: 'x'.repeat(257) }] } },
    });
    expect(hints.details.modelPreferences?.hints).toEqual(['a']);
    expect(hints.malformed).toHaveLength(1);
  });

  it('keeps the higher trust level of two homes', () => {
    expect(
      readClaims({ annotations: { minTrustLevel: 2 }, _meta: { minTrustLevel: 4 } }).details.minTrustLevel,
    ).toBe(4);
    expect(
      readClaims({ annotations: { minTrustLevel: 4 }, _meta: { minTrustLevel: 2 } }).details.minTrustLevel,
    ).toBe(4);
    for (const wrong of [0, 6, 2.5, '3', null]) {
      const read = readClaims({ annotations: { minTrustLevel: wrong } });
      expect(read.details.minTrustLevel).toBeUndefined();
      expect(read.malformed).toHaveLength(1);
    }
    expect(readClaims({ annotations: { minTrustLevel: 1 } }).details.minTrustLevel).toBe(1);
    expect(readClaims({ annotations: { minTrustLevel: 5 } }).details.minTrustLevel).toBe(5);
  });

  it('keeps title, roles, directory, the undo tool and resolvable as claims', () => {
    const read = readClaims({
      annotations: { title: 'A title' },
      _meta: {
        title: 'Another',
        'dev.callgate/arguments': { to: 'destination', wrong: 'boss', __proto__: null },
        'dev.callgate/directory': true,
        'dev.callgate/undo': 'restore',
        'io.modelcontextprotocol/tool-resolution': { resolvable: true },
      },
    });
    expect(read.details.title).toBe('A title');
    expect({ ...read.details.roles }).toEqual({ to: 'destination' });
    expect(read.details.directory).toBe(true);
    expect(read.details.undo).toBe('restore');
    expect(read.details.resolvable).toBe(true);
    expect(read.malformed.map((claim) => claim.key)).toEqual(['dev.callgate/arguments.wrong']);
  });

  it('reports wrong titles, directories and resolution marks', () => {
    const read = readClaims({
      annotations: { title: 7 },
      _meta: {
        'dev.callgate/directory': 'yes',
        'dev.callgate/arguments': [],
        'io.modelcontextprotocol/tool-resolution': { resolvable: 1 },
      },
    });
    expect(read.details).toEqual({ sets: {} });
    expect(read.malformed.map((claim) => claim.key).toSorted()).toEqual([
      'dev.callgate/arguments',
      'dev.callgate/directory',
      'io.modelcontextprotocol/tool-resolution.resolvable',
      'title',
    ]);
  });

  it('keeps texts, short ones only', () => {
    expect(
      readClaims({ annotations: { sideEffects: ['sends mail', 'x'.repeat(300)] } }).details.sets.sideEffects,
    ).toEqual(['sends mail']);
    expect(readClaims({ annotations: { attribution: 'one' } }).details.sets.attribution).toEqual(['one']);
    const many = readClaims({ annotations: { sideEffects: Array.from({ length: 65 }, (_, i) => `e${i}`) } });
    expect(many.details.sets.sideEffects).toHaveLength(64);
    expect(many.malformed).toHaveLength(1);
  });

  it('joins the sets of both homes', () => {
    const read = readClaims({ annotations: { sideEffects: ['a', 'b'] }, _meta: { sideEffects: ['b', 'c'] } });
    expect(read.details.sets.sideEffects).toEqual(['a', 'b', 'c']);
  });
});

describe('namespaced _meta keys', () => {
  it('are kept for hints of the operator, scalars only', () => {
    const read = readClaims({
      _meta: {
        'com.acme/prod': true,
        'com.acme/level': 3,
        'com.acme/tier': 'gold',
        'com.acme/deep': {},
        plain: true,
        'com.acme/long': 'x'.repeat(257),
      },
    });
    expect({ ...read.other }).toEqual({
      'com.acme/prod': true,
      'com.acme/level': 3,
      'com.acme/tier': 'gold',
    });
  });

  it('are bounded', () => {
    const meta = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`a/${i}`, true]));
    expect(Object.keys(readClaims({ _meta: meta }).other)).toHaveLength(64);
    expect(Object.keys(readClaims({ _meta: { [`a/${'k'.repeat(300)}`]: true } }).other)).toHaveLength(0);
  });
});

describe('reading claims', () => {
  it('takes annotations or _meta that are no objects as one malformed claim', () => {
    for (const wrong of [null, [], 'x', 3, true] as Json[]) {
      const read = readClaims({ name: 't', annotations: wrong, _meta: wrong });
      expect(read.answers).toEqual([]);
      expect(read.malformed.map((claim) => [claim.home, claim.key, claim.hints.length])).toEqual([
        ['annotations', 'annotations', HINT_NAMES.length],
        ['_meta', '_meta', HINT_NAMES.length],
      ]);
    }
    expect(readClaims({ annotations: null }).malformed[0]?.problem).toBe('null, not an object');
    expect(readClaims({ annotations: [] }).malformed[0]?.problem).toBe('an array, not an object');
    expect(readClaims({ annotations: 'x' }).malformed[0]?.problem).toBe('a string, not an object');
    expect(readClaims({ annotations: { readOnlyHint: {} } }).malformed[0]?.problem).toBe(
      'an object, not true or false',
    );
  });

  it('never reads what an object inherits', () => {
    const inherited: JsonObject = Object.create({ readOnlyHint: true, title: 'x' });
    expect(readClaims({ annotations: inherited }).answers).toEqual([]);
    const parsed: JsonObject = JSON.parse(
      '{"annotations": {"__proto__": {"readOnlyHint": true}, "constructor": true}}',
    );
    expect(readClaims(parsed).answers).toEqual([]);
  });

  it('is total: whatever a definition holds, it returns', () => {
    const keys = [
      ...CLAIM_KEYS.map((key) => key.key),
      ACTION_METADATA_KEY,
      'inputMetadata',
      'returnMetadata',
      'modelPreferences',
      'title',
      'minTrustLevel',
      'dev.callgate/arguments',
    ];
    const value = fc.oneof(fc.jsonValue(), fc.boolean(), fc.constantFrom('public', 'irreversible', 'high'));
    const holder = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(fc.oneof(fc.constantFrom(...keys), fc.string()), value),
    );
    fc.assert(
      fc.property(holder, holder, (annotations, meta) => {
        const read = readClaims({ name: 't', annotations: annotations as Json, _meta: meta as Json });
        for (const claim of read.answers) expect(['yes', 'no']).toContain(claim.answer);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('a resolve answer', () => {
  it('is read like annotations, in a home of its own', () => {
    const { answers, malformed } = readResolvedClaims({ readOnlyHint: true, destructiveHint: 'no' });
    expect(answers).toEqual([{ hint: 'readOnly', answer: 'yes', home: 'resolve', key: 'readOnlyHint' }]);
    expect(malformed.map((claim) => claim.home)).toEqual(['resolve']);
    expect(readResolvedClaims(null).malformed).toHaveLength(1);
  });
});

describe('what a malformed claim says', () => {
  const told = (tool: JsonObject): unknown[] =>
    readClaims(tool).malformed.map(({ home, key, hints, problem }) => [home, key, [...hints], problem]);

  it('names its home, its key, the hints it leaves unknown and the problem', () => {
    expect(told({ annotations: { readOnlyHint: 'true' } })).toEqual([
      ['annotations', 'readOnlyHint', ['readOnly'], 'a string, not true or false'],
    ]);
    expect(told({ _meta: { maliciousActivityHint: 1 } })).toEqual([
      ['_meta', 'maliciousActivityHint', ['maliciousActivity'], 'a number, not true or false'],
      [
        '_meta',
        'maliciousActivityHint',
        ['requiresConfirmation', 'unsafeOutput'],
        'a number, not true or false',
      ],
    ]);
    expect(told({ annotations: { inputMetadata: { destination: 'mars' } } })).toEqual([
      [
        'annotations',
        'inputMetadata.destination',
        ['openWorld'],
        'not one of ephemeral, system, user, internal, public',
      ],
    ]);
    expect(told({ annotations: { inputMetadata: [] } })).toEqual([
      [
        'annotations',
        'inputMetadata',
        ['readOnly', 'destructive', 'openWorld', 'sensitiveData', 'reversible', 'secret'],
        'an array, not an object',
      ],
    ]);
    expect(told({ annotations: { returnMetadata: 3 } })).toEqual([
      [
        'annotations',
        'returnMetadata',
        ['sensitiveData', 'secret', 'unsafeOutput'],
        'a number, not an object',
      ],
    ]);
    expect(told({ annotations: { [ACTION_METADATA_KEY]: null } })).toEqual([
      [
        'annotations',
        ACTION_METADATA_KEY,
        ['readOnly', 'destructive', 'reversible', 'requiresConfirmation'],
        'null, not an object',
      ],
    ]);
    expect(told({ annotations: { [ACTION_METADATA_KEY]: { requiresReview: 'x' } } })).toEqual([
      [
        'annotations',
        `${ACTION_METADATA_KEY}.requiresReview`,
        ['requiresConfirmation'],
        'a string, not true or false',
      ],
    ]);
    expect(told({ annotations: { sideEffects: [1] } })).toEqual([
      ['annotations', 'sideEffects', [], 'not a list of short texts'],
    ]);
    expect(told({ annotations: { blastRadius: 'galaxy' } })).toEqual([
      ['annotations', 'blastRadius', [], 'not one of item, namespace, cluster, organization, global'],
    ]);
    expect(told({ annotations: { minTrustLevel: 9 } })).toEqual([
      ['annotations', 'minTrustLevel', [], 'not a whole number from 1 to 5'],
    ]);
    expect(told({ annotations: { title: [] } })).toEqual([
      ['annotations', 'title', [], 'an array, not text'],
    ]);
    expect(told({ annotations: { modelPreferences: 1 } })).toEqual([
      ['annotations', 'modelPreferences', [], 'a number, not an object'],
    ]);
    expect(told({ annotations: { modelPreferences: { costPriority: 'x', hints: 'y' } } })).toEqual([
      ['annotations', 'modelPreferences.costPriority', [], 'not a number from 0 to 1'],
      ['annotations', 'modelPreferences.hints', [], 'a string, not a list'],
    ]);
    expect(told({ annotations: { modelPreferences: { hints: [{}] } } })).toEqual([
      ['annotations', 'modelPreferences.hints', [], 'a model hint without a short name'],
    ]);
    expect(told({ annotations: { modelPreferences: { hints: [{ name: 'a' }] } } })).toEqual([]);
    expect(
      told({
        _meta: {
          'dev.callgate/arguments': { a: 'boss' },
          'dev.callgate/directory': 1,
          'dev.callgate/undo': '',
          'io.modelcontextprotocol/tool-resolution': [],
        },
      }),
    ).toEqual([
      ['_meta', 'dev.callgate/arguments.a', [], 'not an argument role'],
      ['_meta', 'dev.callgate/directory', [], 'a number, not true or false'],
      ['_meta', 'dev.callgate/undo', [], 'not the name of a tool'],
      ['_meta', 'io.modelcontextprotocol/tool-resolution', [], 'an array, not an object'],
    ]);
    expect(told({ _meta: { 'dev.callgate/arguments': 3 } })).toEqual([
      ['_meta', 'dev.callgate/arguments', [], 'a number, not an object'],
    ]);
    expect(readResolvedClaims(3).malformed).toEqual([
      { home: 'resolve', key: 'annotations', hints: HINT_NAMES, problem: 'a number, not an object' },
    ]);
  });

  it('is not made by what is just within bounds', () => {
    const long = 'x'.repeat(256);
    expect(readClaims({ annotations: { sideEffects: [long] } }).details.sets.sideEffects).toEqual([long]);
    expect(told({ annotations: { sideEffects: Array.from({ length: 64 }, (_, i) => `e${i}`) } })).toEqual([]);
    expect(told({ annotations: { sideEffects: [] } })).toEqual([]);
    expect(readClaims({ annotations: { sideEffects: [] } }).details).toEqual({ sets: {} });
    expect(
      readClaims({ annotations: { modelPreferences: { hints: [{ name: long }] } } }).details.modelPreferences
        ?.hints,
    ).toEqual([long]);
    expect(
      readClaims({
        annotations: { modelPreferences: { hints: Array.from({ length: 70 }, () => ({ name: 'a' })) } },
      }).details.modelPreferences?.hints,
    ).toHaveLength(64);
    expect({ ...readClaims({ _meta: { [`a/${'k'.repeat(254)}`]: long } }).other }).toEqual({
      [`a/${'k'.repeat(254)}`]: long,
    });
    expect(told({ annotations: { sideEffects: 'x'.repeat(257) } })).toHaveLength(1);
  });

  it('leaves nothing behind in the details', () => {
    expect(Object.keys(readClaims({ _meta: {} }).details)).toEqual(['sets']);
    expect(Object.keys(readClaims({ annotations: {} }).details.sets)).toEqual([]);
    expect(readClaims({}).details).toEqual({ sets: {} });
  });

  it('inside the action metadata extension, input and return metadata are read too', () => {
    const tool = {
      annotations: {
        [ACTION_METADATA_KEY]: {
          outcome: 'irreversible',
          inputMetadata: { destination: 'public' },
          returnMetadata: { source: 'user' },
        },
      },
    };
    expect(answersOf(tool)).toEqual(['openWorld yes', 'readOnly no', 'reversible no', 'unsafeOutput no']);
    expect(readClaims(tool).answers.map(({ key }) => key)).toContain(
      `${ACTION_METADATA_KEY}.inputMetadata.destination`,
    );
  });
});
