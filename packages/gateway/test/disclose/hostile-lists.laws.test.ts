import type { Json, JsonObject } from '@callgate/core';
import { canonical, isJsonObject } from '@callgate/core';
import { digest } from '@callgate/core/receive';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIST_KINDS, readLists } from '../../src/disclose/read-lists.ts';
import { ME, listing, serverConfig, openCatalogue, tool } from './catalogue-harness.ts';

const RUNS = process.env['CALLGATE_DEEP'] === '1' ? 20_000 : 400;
const HELLO = { capabilities: { tools: {}, prompts: {}, resources: {} } };
const MEMBERS = {
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
} as const;

const key = fc.constantFrom(
  'name',
  'uri',
  'uriTemplate',
  'inputSchema',
  'annotations',
  '_meta',
  'arguments',
  'title',
  'description',
  '__proto__',
  'constructor',
  'readOnlyHint',
  'dev.callgate/hints',
  'type',
  'properties',
  'toString',
);
const text = fc.oneof(
  fc.constantFrom(
    'a',
    'A',
    'read',
    '__proto__',
    'constructor',
    'toString',
    'a:b',
    'a:{x}',
    'object',
    '\u202e',
    'l1',
    'll',
  ),
  fc.string({ maxLength: 6 }),
);
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<Json>(null, true, false, 0, 1),
    text,
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(key, tie('json'), { maxKeys: 5, noNullPrototype: false }) as fc.Arbitrary<Json>,
  ),
}));
const entry = fc.oneof(
  json,
  fc
    .tuple(text, fc.dictionary(key, json, { maxKeys: 3 }))
    .map(([name, more]): Json => ({ ...tool(name), ...more, name })),
  fc.tuple(text, text).map(([name, uri]): Json => ({ name, uri, uriTemplate: uri })),
);
const page = fc.record({
  entries: fc.array(entry, { maxLength: 6 }),
  cursor: fc.constantFrom<Json>(null, '', 'x', 'y', 7),
});
const pages = fc.array(page, { minLength: 1, maxLength: 4 });

const upstreamOf = (all: readonly { readonly entries: readonly Json[]; readonly cursor: Json }[]) => {
  let asked = 0;
  return {
    server: 's',
    identity: 'sha256:one',
    control: async (method: string): Promise<Json> => {
      const here = all[asked % all.length];
      asked += 1;
      const member = MEMBERS[method as keyof typeof MEMBERS];
      return { [member]: here?.entries ?? [], nextCursor: asked > 30 ? null : (here?.cursor ?? null) };
    },
  };
};

describe('whatever a server lists', () => {
  it('is read and offered without an accident, under names that lead back, and only as it was listed', async () => {
    let offered = 0;
    await fc.assert(
      fc.asyncProperty(pages, pages, async (first, second) => {
        const { catalogue } = openCatalogue([serverConfig('s')], {
          listing: listing({ effectiveHints: true }),
        });
        for (const each of [first, second]) {
          const lists = await readLists(upstreamOf(each), HELLO);
          catalogue.update('s', lists);
          const view = catalogue.viewFor(ME);
          for (const definition of view.tools) {
            offered += 1;
            const name = String(definition['name']);
            expect(name).toMatch(/^s__[A-Za-z0-9_.-]{1,125}$/);
            const target = view.tool(name);
            expect(target?.name).toBe(name.slice(3));
            expect(catalogue.find('tool', 's', name.slice(3))?.tool.name).toBe(name.slice(3));
          }
          for (const definition of view.resources)
            expect(catalogue.find('resource', 's', String(definition['uri']))).toBeDefined();
          for (const kind of LIST_KINDS)
            for (const { definition, digest: said } of lists[kind]?.entries ?? [])
              expect(digest('definition', definition)).toBe(said);
          for (const { message, what } of catalogue.diagnoses)
            expect(`${what}${message}`).not.toMatch(/[\p{Cc}\u202e]/u);
          canonical([...view.tools, ...view.prompts, ...view.resources, ...view.templates]);
        }
      }),
      { numRuns: RUNS },
    );
    expect(offered).toBeGreaterThan(RUNS / 10);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('may be called %s', async (name) => {
    const definition: JsonObject = tool(name);
    const { catalogue, view } = openCatalogue([serverConfig('s')]);
    expect(view().tool(`s__${name}`)).toBeUndefined();
    catalogue.update('s', await readLists(upstreamOf([{ entries: [definition], cursor: null }]), HELLO));
    expect(view().tool(`s__${name}`)?.definition).toEqual(definition);
    expect(catalogue.find('tool', 's', name)?.tool.quarantine).toBeNull();
    expect(isJsonObject(view().tools[0])).toBe(true);
  });
});
