import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DecisionInput, JsonObject, Labels, Outcome, ToolInput, TrustLevel } from '@callgate/core';
import {
  Engine,
  HINTS,
  HINT_NAMES,
  LOCAL_PRINCIPAL,
  OUTCOMES,
  UNTRACED_ORIGINS,
  isJsonObject,
} from '@callgate/core';
import { TRUST_LEVELS, listApplicableOverrides, disclose } from '@callgate/core/disclose';
import { LABEL_STRENGTHS } from '@callgate/core/label';
import { digest, parseStrict } from '@callgate/core/receive';
import type { Claim } from '@callgate/core/vocabulary';
import { presetPolicy } from '@callgate/policy';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ServerConfig } from '../../src/config/gateway-config.ts';
import { RESOLUTION_KEY } from '../../src/disclose/is-resolvable.ts';
import { SUGGESTED_KEY } from '../../src/disclose/suggested-claims.ts';
import { lists, serverConfig, openCatalogue } from './catalogue-harness.ts';

const DEEP = process.env['CALLGATE_DEEP'] === '1';
const FOLDER = join(import.meta.dirname, '../../../../../shared/catalogue');
const PRESETS = ['strict', 'balanced', 'intent', 'observe'] as const;
const ALL_LABELS: readonly Labels[] = LABEL_STRENGTHS.flatMap((priv) =>
  LABEL_STRENGTHS.map((untrusted) => ({ private: priv, untrusted })),
);
const ENDS = ALL_LABELS.filter(
  ({ private: priv, untrusted }) => priv !== 'possible' && untrusted !== 'possible',
);

const inputOf = (tool: ToolInput, labels: Labels, proven: boolean): DecisionInput => ({
  v: 1,
  tool,
  labels,
  words: true,
  origins: proven ? { ...UNTRACED_ORIGINS, proven: 'yes', destination: 'yes' } : UNTRACED_ORIGINS,
  principal: LOCAL_PRINCIPAL,
  args: {},
  time: { at: 0, offsetMinutes: 0 },
  policy: '',
});

const ENGINES = PRESETS.map((preset) => {
  const policy = presetPolicy(preset);
  const engine = new Engine(policy);
  return [
    preset,
    (tool: ToolInput, labels: Labels, proven = false): Outcome =>
      engine.decide({ ...inputOf(tool, labels, proven), policy: policy.revision }).outcome,
  ] as const;
});

const NONE: Labels = { private: 'none', untrusted: 'none' };

const decideBy = (preset: (typeof PRESETS)[number]): (typeof ENGINES)[number][1] => {
  const found = ENGINES.find(([name]) => name === preset);
  if (found === undefined) throw new Error(preset);
  return found[1];
};

type ToolLookup = (name: string) => ToolInput | undefined;

const catalogueOf = (
  tools: readonly JsonObject[],
  more: Partial<ServerConfig>,
  resolved: readonly Claim[],
): ToolLookup => {
  const { catalogue } = openCatalogue([serverConfig('s', more)]);
  catalogue.update('s', lists({ tool: tools }));
  const args = digest('test', 'args');
  for (const { name } of tools) catalogue.noteResolved('s', String(name), args, resolved);
  return (name) => catalogue.find('tool', 's', name, args)?.tool;
};

interface ClaimComparison {
  readonly looser: readonly string[];
  readonly stricter: number;
}

/** Every decision about these tools with suggestions that tighten, against the same without. */
const compare = (
  tools: readonly JsonObject[],
  more: Partial<ServerConfig>,
  { labels = ENDS, resolved = [] }: { labels?: readonly Labels[]; resolved?: readonly Claim[] } = {},
): ClaimComparison => {
  const off = catalogueOf(tools, more, resolved);
  const on = catalogueOf(tools, { ...more, suggestions: 0.5 }, resolved);
  const looser: string[] = [];
  let stricter = 0;
  for (const { name } of tools) {
    const [before, after] = [off(String(name)), on(String(name))];
    expect(after === undefined).toBe(before === undefined);
    if (before === undefined || after === undefined) continue;
    const [believed, believes] = [before, after].map(
      (tool) => disclose(tool, 'all', listApplicableOverrides(tool), []).beliefs,
    );
    for (const hint of HINT_NAMES)
      if (believes?.[hint].value === HINTS[hint].relaxing && believed?.[hint].value !== HINTS[hint].relaxing)
        looser.push(`${String(name)} ${hint}`);
    for (const [preset, decide] of ENGINES)
      for (const each of labels)
        for (const proven of [false, true]) {
          const was = OUTCOMES.indexOf(decide(before, each, proven));
          const is = OUTCOMES.indexOf(decide(after, each, proven));
          if (is < was) looser.push(`${preset} ${String(name)} ${JSON.stringify(each)}`);
          if (is > was) stricter += 1;
        }
  }
  return { looser, stricter };
};

const realServers = (): readonly (readonly JsonObject[])[] => {
  if (!existsSync(FOLDER)) {
    process.stdout.write('no recorded definitions here: suggestions tighten made-up tools only\n');
    return [];
  }
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const read = parseStrict(readFileSync(join(FOLDER, name), 'utf8'), {
        bytes: 64e6,
        depth: 64,
        keys: 1e6,
        string: 4e6,
        array: 1e5,
      });
      const tools = isJsonObject(read) ? read['tools'] : [];
      const all = (Array.isArray(tools) ? tools : []).filter(isJsonObject);
      return all.slice(0, DEEP ? undefined : 6);
    });
};

const VERBS = ['get', 'delete', 'send', 'run', 'list', 'pay', 'ask', 'zap', 'deploy', 'read_secret', 'agent'];
const KEYS = [
  'readOnlyHint',
  'destructiveHint',
  'idempotentHint',
  'openWorldHint',
  'agencyHint',
  'reversibleHint',
];

const madeUp: fc.Arbitrary<JsonObject> = fc
  .record({
    verb: fc.constantFrom(...VERBS),
    noun: fc.constantFrom('file', 'mail', 'invoice', 'password', 'table', 'web_page', 'user', 'model'),
    description: fc.constantFrom(
      '',
      'Deletes everything for good',
      'Reads it and changes nothing',
      'Sends it to the address by e-mail; cannot be undone',
      'An autonomous agent that plans and acts in many steps',
      'Returns the passwords of all users',
    ),
    annotations: fc.dictionary(fc.constantFrom(...KEYS), fc.boolean(), { maxKeys: 6 }),
    argument: fc.constantFrom('id', 'url', 'command', 'to', 'sql'),
  })
  .map(({ verb, noun, description, annotations, argument }) => ({
    name: `${verb}_${noun}`,
    description,
    annotations,
    inputSchema: { type: 'object', properties: { [argument]: { type: 'string' } } },
  }));

const claim: fc.Arbitrary<Claim> = fc
  .tuple(fc.constantFrom(...HINT_NAMES), fc.constantFrom('yes' as const, 'no' as const))
  .map(([hint, answer]) => ({ hint, answer, home: 'resolve', key: hint }));

describe('suggestions that tighten', () => {
  it.each(TRUST_LEVELS.map((trust): [TrustLevel] => [trust]))(
    'loosen no outcome of any preset on recorded tools of a server that is %s',
    (trust) => {
      const compared = realServers().map((tools) => compare(tools, { trust }));
      expect(compared.flatMap(({ looser }) => looser)).toEqual([]);
      // untrusted tools are asked about anyway, and rarely more than that
      if (compared.length > 0 && trust !== 'untrusted')
        expect(compared.reduce((sum, { stricter }) => sum + stricter, 0)).toBeGreaterThan(0);
    },
  );

  it('loosen none of made-up tools either, whatever is said of them and whatever their server answers about a call', () => {
    fc.assert(
      fc.property(
        madeUp,
        fc.constantFrom(...TRUST_LEVELS),
        fc.dictionary(fc.constantFrom(...HINT_NAMES), fc.constantFrom('yes' as const, 'no' as const), {
          maxKeys: 3,
        }),
        fc.array(claim, { maxLength: 3 }),
        fc.boolean(),
        (tool, trust, set, resolved, reviewed) => {
          const resolvable = { ...tool, _meta: { [RESOLUTION_KEY]: { resolvable: true } } };
          const overrides = reviewed ? [{ tools: '*', override: { set } }] : [];
          const { looser } = compare([resolvable], { trust, overrides }, { labels: ALL_LABELS, resolved });
          expect(looser).toEqual([]);
        },
      ),
      { numRuns: DEEP ? 5000 : 200 },
    );
  });

  it('do not make a tool described that nobody described', () => {
    const tool = {
      name: 'delete_all',
      description: 'Deletes everything for good',
      inputSchema: { type: 'object' },
    };
    const input = catalogueOf([tool], { trust: 'trusted', suggestions: 0.5 }, [])('delete_all');
    expect(input?.claims.answers.map(({ hint }) => hint)).not.toContain('readOnly');
    expect(input === undefined ? '' : decideBy('strict')(input, NONE)).toBe('block');
  });

  it('stand against a relaxing claim of a trusted server, and show where they come from', () => {
    const tool = {
      name: 'delete_file',
      description: 'Deletes a file for good',
      inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
      annotations: { readOnlyHint: true, openWorldHint: false },
    };
    const of = (more: Partial<ServerConfig>): ToolInput | undefined =>
      catalogueOf([tool], { trust: 'trusted', ...more }, [])('delete_file');
    const outcome = (input: ToolInput | undefined): string =>
      input === undefined ? '' : decideBy('balanced')(input, NONE);
    expect(outcome(of({}))).toBe('auto');
    const tightened = of({ suggestions: 0.9 });
    expect(outcome(tightened)).toBe('confirm');
    const added = tightened?.claims.answers.filter(({ key }) => key === SUGGESTED_KEY) ?? [];
    expect(added).toContainEqual(expect.objectContaining({ hint: 'readOnly', answer: 'no' }));
    for (const { hint, answer } of added) expect(answer).not.toBe(HINTS[hint].relaxing);
    const said = [
      { tools: 'delete_file', override: { set: { readOnly: 'yes', destructive: 'no' } as const } },
    ];
    expect(outcome(of({ suggestions: 0.9, overrides: said }))).toBe('auto');
  });
});
