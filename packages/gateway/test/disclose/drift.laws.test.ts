import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@callgate/core';
import { digestDefinition } from '@callgate/core/disclose';
import { parseStrict, stripReservedMembers } from '@callgate/core/receive';
import { describe, expect, it } from 'vitest';
import { judgeDrift } from '../../src/disclose/reconcile-pins.ts';
import type { Mutation } from './mutations.ts';
import { mutationsOf } from './mutations.ts';
import { lists, serverConfig, openCatalogue, tool } from './catalogue-harness.ts';

const DEEP = process.env['CALLGATE_DEEP'] === '1';
const MOST_COMPARED = 200;
const FOLDER = join(import.meta.dirname, '../../../../../shared/catalogue');

const HAND_MADE: readonly JsonObject[] = [
  tool('full', {
    title: 'Full',
    annotations: {
      title: 'F',
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
      sensitiveDataHint: true,
      novelHint: 'x',
    },
    outputSchema: { type: 'object', properties: { a: { type: 'string', description: 'A' } } },
    inputSchema: {
      type: 'object',
      properties: {
        to: { type: 'string', description: 'Where', enum: ['a', 'b'], default: 'a' },
        deep: {
          type: 'array',
          items: { type: 'object', properties: { n: { type: 'integer', minimum: 0 } } },
        },
      },
      required: ['to'],
    },
    icons: [{ src: 'https://x.example/i.png' }],
    _meta: {
      'x.example/a': 1,
      'dev.callgate/directory': true,
      'dev.callgate/arguments': { to: 'destination' },
    },
    execution: { taskSupport: 'optional' },
  }),
  tool('loose', { annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true } }),
];

/** So many of them, from everywhere in the list. */
const evenly = <T>(all: readonly T[], wanted: number): readonly T[] => {
  const step = Math.max(1, all.length / wanted);
  return all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
};

const realTools = (): readonly JsonObject[] => {
  if (!existsSync(FOLDER)) {
    process.stdout.write('no recorded definitions here: the laws of drift run on two made by hand only\n');
    return [];
  }
  const all = readdirSync(FOLDER)
    .toSorted()
    .flatMap((file) => {
      const limits = { bytes: 64e6, depth: 64, keys: 1e6, string: 4e6, array: 1e5 };
      const read = parseStrict(readFileSync(join(FOLDER, file), 'utf8'), limits) as unknown as {
        readonly tools: readonly JsonObject[];
      };
      return read.tools;
    });
  const wanted = DEEP ? 500 : 40;
  return evenly(all, wanted);
};

const TOOLS = [...HAND_MADE, ...realTools()];

/** What must be read by a person before it runs again; written without a look at how drift is judged. */
const RELAXING: Readonly<Record<string, boolean>> = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
  sensitiveDataHint: false,
};
const READ_BY_MODELS = new Set(['title', 'description', 'inputSchema', 'outputSchema', 'icons']);

const mustBeApart = ({ path, how, before, after }: Mutation): boolean => {
  const [top, key] = path;
  if (READ_BY_MODELS.has(String(top))) return true;
  // agents get every string that is not Callgate's own
  if (typeof after === 'string' && !String(key).startsWith('dev.callgate/')) return true;
  if (top !== 'annotations' || path.length !== 2) return false;
  if (key === 'title') return true;
  const relaxing = RELAXING[String(key)];
  if (relaxing === undefined) return false;
  if (how === 'removed') return before !== relaxing;
  return after === relaxing;
};

/** Nobody reads it, or it only asks for more care. */
const mustBeHarmless = ({ path, how, before, after }: Mutation): boolean => {
  const [top, key] = path;
  if (typeof after === 'string') return false;
  if (how === 'added') return path.length === 1 || (top === 'annotations' && path.length === 2);
  if (top !== 'annotations' || path.length !== 2) return false;
  const relaxing = RELAXING[String(key)];
  return relaxing !== undefined && how === 'changed' && before === relaxing && after === !relaxing;
};

describe('every change of a single leaf of a definition', () => {
  const place = ({ definition, path, how }: Mutation): string =>
    `${String(definition['name'])}: ${path.join('.')} ${how}`;
  const changes = TOOLS.flatMap((definition) =>
    mutationsOf(definition).map((mutation) => ({ definition, mutation })),
  );
  // some definitions have thousands of leaves, and comparing each takes as long as the definition is
  const compared = TOOLS.flatMap((definition) =>
    evenly(mutationsOf(definition), MOST_COMPARED).map((mutation) => ({ definition, mutation })),
  );

  it('is there to be looked at', () => {
    expect(compared.length).toBeGreaterThan(100);
  });

  it('gives another digest', () => {
    const before = new Map(TOOLS.map((definition) => [definition, digestDefinition(definition).digest]));
    const same = changes.filter(
      ({ definition, mutation }) => before.get(definition) === digestDefinition(mutation.definition).digest,
    );
    expect(same.map(({ mutation }) => place(mutation))).toEqual([]);
  });

  it('sets the tool apart where models read it, where it is part of a schema, or where it asks for less care', () => {
    const missed = compared.filter(
      ({ definition, mutation }) =>
        mustBeApart(mutation) && judgeDrift('tool', definition, mutation.definition).type !== 'drifted',
    );
    expect(missed.map(({ mutation }) => place(mutation))).toEqual([]);
  });

  it('does not set the tool apart where it only asks for more care, or is nothing anybody reads', () => {
    const noise = compared.filter(
      ({ definition, mutation }) =>
        mustBeHarmless(mutation) && judgeDrift('tool', definition, mutation.definition).type !== 'harmless',
    );
    expect(noise.map(({ mutation }) => place(mutation))).toEqual([]);
  });
});

describe('whatever changes in a definition', () => {
  const some = TOOLS.slice(0, DEEP ? 60 : 12).flatMap((definition) =>
    evenly(mutationsOf(definition), MOST_COMPARED).map((mutation) => ({ definition, mutation })),
  );

  it('the gate no longer finds the old one, and what is not set apart is what agents see', () => {
    for (const { definition, mutation } of some) {
      const name = String(definition['name']);
      const { catalogue, view, news } = openCatalogue([serverConfig('s', { trust: 'owned' })]);
      catalogue.update('s', lists({ tool: [definition] }));
      const before = catalogue.find('tool', 's', name);
      catalogue.update('s', lists({ tool: [mutation.definition] }));
      const after = catalogue.find('tool', 's', name);
      expect(after?.tool.definition).not.toBe(before?.tool.definition);
      const apart = after?.tool.quarantine !== null;
      const shown = stripReservedMembers(apart ? definition : mutation.definition);
      expect(view().tools[0]).toEqual({ ...shown, name: `s__${name}` });
      expect(news.map(({ code }) => code)).toEqual(['PINNED', apart ? 'DRIFT' : 'REPINNED']);
      if (apart) expect(after?.tool.server.trust).toBe('untrusted');
    }
  });
});
