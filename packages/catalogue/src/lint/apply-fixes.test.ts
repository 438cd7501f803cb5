import type { JsonObject, Outcome, TrustLevel } from '@callgate/core';
import {
  Engine,
  HINTS,
  HINT_NAMES,
  LOCAL_PRINCIPAL,
  OUTCOMES,
  UNTRACED_ORIGINS,
  describeTool,
} from '@callgate/core';
import { TRUST_LEVELS, listApplicableOverrides, disclose } from '@callgate/core/disclose';
import { PRESET_NAMES, presetPolicy } from '@callgate/policy';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyFixes } from './apply-fixes.ts';
import { lintServer } from './lint-server.ts';

const ENGINES = PRESET_NAMES.map((preset) => new Engine(presetPolicy(preset)));
const STRENGTHS = ['none', 'possible', 'known'] as const;
const SESSIONS = STRENGTHS.flatMap((own) => STRENGTHS.map((untrusted) => ({ private: own, untrusted })));

/** By preset and trust, for every session. */
const outcomesOf = (definition: JsonObject): Readonly<Record<string, readonly Outcome[]>> =>
  Object.fromEntries(
    TRUST_LEVELS.flatMap((trust) => {
      const tool = describeTool({ server: 's', trust, definition });
      return ENGINES.map((engine): [string, readonly Outcome[]] => [
        `${engine.policy.name} ${trust}`,
        SESSIONS.map(
          (labels) =>
            engine.decide({
              v: 1,
              tool,
              labels,
              words: true,
              origins: UNTRACED_ORIGINS,
              principal: LOCAL_PRINCIPAL,
              args: {},
              time: { at: 0, offsetMinutes: 0 },
              policy: engine.policy.revision,
            }).outcome,
        ),
      ]);
    }),
  );

const looser = (before: JsonObject, after: JsonObject): readonly string[] => {
  const was = outcomesOf(before);
  return Object.entries(outcomesOf(after)).flatMap(([where, outcomes]) =>
    outcomes.flatMap((now, at) => {
      const then = was[where]?.[at] ?? 'block';
      return OUTCOMES.indexOf(now) < OUTCOMES.indexOf(then)
        ? [`${where} ${JSON.stringify(SESSIONS[at])}: ${then} to ${now}`]
        : [];
    }),
  );
};

const findingsOf = (definition: JsonObject): ReturnType<typeof lintServer> =>
  lintServer({ server: 'notes', trust: 'untrusted', from: 'a test', tools: [definition] });

const fixed = (definition: JsonObject): ReturnType<typeof applyFixes> =>
  applyFixes(definition, findingsOf(definition));

describe('a fix', () => {
  it('is applied where it describes or tightens', () => {
    const { definition, applied } = fixed({
      name: 'delete_note',
      description: 'Delete a note',
      annotations: { readOnlyHint: true },
    });
    expect(definition).toMatchObject({ title: 'Delete note', annotations: { readOnlyHint: false } });
    expect(applied.map(({ rule }) => rule)).toContain('hints/contradicted');
  });

  it('is left to the author where it lowers care', () => {
    const { definition, left } = fixed({
      name: 'get_note',
      title: 'Get',
      description: 'Get a note by its id',
    });
    expect(definition).not.toHaveProperty('annotations.readOnlyHint');
    expect(left).toContainEqual(
      expect.objectContaining({
        rule: 'hints/missing',
        fix: { path: ['annotations', 'readOnlyHint'], value: true },
      }),
    );
  });

  it.each<[string, JsonObject]>([
    ['missing', { openWorldHint: false }],
    ['malformed', { readOnlyHint: 'false', openWorldHint: false }],
  ])(
    'is left to the author where it describes a tool that is asked about for saying nothing (%s)',
    (_, annotations) => {
      const before = { name: 'create_note', description: 'Creates a new local note on disk.', annotations };
      const declared = { ...before, annotations: { ...annotations, readOnlyHint: false } };
      expect(looser(before, declared)).toEqual(
        expect.arrayContaining([expect.stringMatching(/^strict trusted .*: block to confirm$/u)]),
      );
      const { definition, left } = fixed(before);
      expect(definition).toMatchObject({ annotations });
      expect(left).toContainEqual(
        expect.objectContaining({ fix: { path: ['annotations', 'readOnlyHint'], value: false } }),
      );
      expect(looser(before, definition)).toEqual([]);
    },
  );

  it('of another tool is not applied', () => {
    const other = findingsOf({ name: 'delete_note', description: 'Delete a note' });
    const definition = { name: 'get_note', description: 'Get a note' };
    expect(applyFixes(definition, other)).toEqual({ definition, applied: [], left: [] });
  });

  it('does not change what it was given', () => {
    const definition = Object.freeze({
      name: 'delete_note',
      annotations: Object.freeze({ readOnlyHint: 'true' }),
    });
    expect(fixed(definition).definition).not.toBe(definition);
    expect(definition).toEqual({ name: 'delete_note', annotations: { readOnlyHint: 'true' } });
  });

  it.each([
    { path: ['__proto__', 'polluted'], value: true },
    { path: ['tools', 0, 'title'], value: 'x' },
    { path: [], value: 'x' },
  ])('that leads nowhere is left ($path)', (fix) => {
    const finding = {
      rule: 'x/y',
      severity: 'note',
      server: 's',
      tool: 't',
      path: [],
      message: '',
      help: '',
      fix,
    } as const;
    expect(applyFixes({ name: 't' }, [finding])).toEqual({
      definition: { name: 't' },
      applied: [],
      left: [finding],
    });
    expect(Object.prototype).not.toHaveProperty('polluted');
  });
});

const word = (...words: string[]): fc.Arbitrary<string> => fc.constantFrom(...words);
const claim = fc.oneof(
  fc.boolean(),
  fc.constantFrom<unknown>('true', 'false', null, 7, 'high', 'read', ['x'], {}),
);
const KEYS = [
  ...HINT_NAMES.map((hint) => HINTS[hint].key),
  'readOnly',
  'safeForContextHint',
  'SecretHint',
  'category',
  'riskLevel',
  'reversibility',
  'modelPreferences',
  'title',
];
const home = fc.oneof(
  { weight: 8, arbitrary: fc.dictionary(word(...KEYS), claim, { maxKeys: 6 }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 'x', []) },
);
const definitions = fc
  .record(
    {
      name: fc
        .tuple(
          word('get', 'delete', 'update', 'send', 'create', 'run', 'x'),
          word('note', 'mail', 'password', 'agent'),
        )
        .map((words) => words.join('_')),
      description: word(
        'Get a note',
        'Delete a note permanently',
        'Runs an autonomous agent',
        'Send a mail',
        '',
      ),
      annotations: home,
      _meta: home,
      readOnlyHint: claim,
      inputSchema: fc.constantFrom<unknown>(
        { type: 'object', properties: { action: { enum: ['list', 'delete'] } } },
        { type: 'object', properties: { url: { type: 'string' }, password: { type: 'string' } } },
        {},
      ),
    },
    { requiredKeys: ['name'] },
  )
  .map((definition) => JSON.parse(JSON.stringify(definition)) as JsonObject);

const careOf = (definition: JsonObject, trust: TrustLevel): readonly number[] => {
  const tool = describeTool({ server: 's', trust, definition });
  const { beliefs } = disclose(tool, 'all', listApplicableOverrides(tool), []);
  return HINT_NAMES.map((hint) => {
    const { value } = beliefs[hint];
    return value === 'unknown' ? 1 : value === HINTS[hint].relaxing ? 0 : 2;
  });
};

const runs = { numRuns: process.env['CALLGATE_DEEP'] === '1' ? 3000 : 100 };

describe('whatever a definition claims', () => {
  it('no fix loosens a belief about it', () => {
    let changed = 0;
    fc.assert(
      fc.property(definitions, (before) => {
        const { definition: after, applied } = fixed(before);
        changed += applied.length;
        for (const trust of TRUST_LEVELS) {
          const was = careOf(before, trust);
          for (const [at, now] of careOf(after, trust).entries())
            expect(now).toBeGreaterThanOrEqual(was[at] ?? 0);
        }
      }),
      runs,
    );
    expect(changed).toBeGreaterThan(runs.numRuns);
  });

  it('no fix loosens what happens when it is called, under any preset, trust and label', () => {
    let stricter = 0;
    fc.assert(
      fc.property(definitions, (before) => {
        const { definition: after } = fixed(before);
        expect(looser(before, after)).toEqual([]);
        stricter += looser(after, before).length;
      }),
      runs,
    );
    expect(stricter).toBeGreaterThan(0);
  });

  it('what was fixed is not found again', () => {
    fc.assert(
      fc.property(definitions, (before) => {
        const { definition: after, applied } = fixed(before);
        const again = new Set(findingsOf(after).map(({ rule, path }) => JSON.stringify([rule, path])));
        for (const { rule, path } of applied) expect(again).not.toContain(JSON.stringify([rule, path]));
      }),
      runs,
    );
  });
});
