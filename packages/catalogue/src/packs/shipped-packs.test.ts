import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@callgate/core';
import { HINTS } from '@callgate/core';
import { digestDefinition } from '@callgate/core/disclose';
import { describe, expect, it } from 'vitest';
import { suggestHints } from '../suggest/suggest-hints.ts';
import { findDifferingHints } from './draft-pack.ts';
import { findMatchingPack } from './match-pack.ts';
import type { Pack, PackedTool } from './pack-schema.ts';
import { readPack } from './read-packs.ts';
import { readShippedPacks } from './shipped-packs.ts';

const packs = readShippedPacks().map(({ name, outcome }) => {
  if (!outcome.ok) throw new Error(`${name}: ${outcome.problems.map(({ message }) => message).join('; ')}`);
  return { name, pack: outcome.pack };
});

interface RawServerList {
  readonly pkg: string;
  readonly version: string;
  readonly serverInfo?: { readonly name?: string };
  readonly tools: readonly JsonObject[];
}

const FOLDER = join(import.meta.dirname, '../../../../../shared/catalogue');
const isThere = existsSync(FOLDER);
if (!isThere)
  process.stdout.write('skipped: ../shared/catalogue is not there, packs are not compared with it\n');

const listed: readonly RawServerList[] = isThere
  ? readdirSync(FOLDER)
      .filter((file) => file.endsWith('.json'))
      .map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as RawServerList)
  : [];

const judgedServers = listed.flatMap((raw) => {
  const found = packs.find(
    ({ pack }) => pack.server === `npm:${raw.pkg}` && pack.serverVersion === raw.version,
  );
  return found === undefined ? [] : [{ ...found, raw }];
});

const sentencesOf = (pack: Pack): readonly string[] => [
  ...(pack.notes ?? []),
  ...Object.values(pack.tools).flatMap(({ why, doubt, differs }: PackedTool) => [
    why,
    ...(doubt === undefined ? [] : [doubt]),
    ...Object.values(differs ?? {}),
  ]),
];

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

const RUN = 6;

const runsOf = (text: string): readonly string[] => {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN).join(' '));
};

describe('the packs that are shipped', () => {
  it('are at least twenty, each for a server of its own', () => {
    expect(packs.length).toBeGreaterThanOrEqual(20);
    expect(new Set(packs.map(({ pack }) => pack.server)).size).toBe(packs.length);
  });

  it.each(packs)('$name judges every tool in the four standard hints', ({ pack }) => {
    for (const [tool, { set }] of Object.entries(pack.tools)) {
      const needed = [
        'readOnly',
        'idempotent',
        'openWorld',
        ...(set['readOnly'] === 'no' ? ['destructive'] : []),
      ];
      expect(Object.keys(set), tool).toEqual(expect.arrayContaining(needed));
    }
  });
});

describe('the page about packs', () => {
  const [, page = ''] = readFileSync(
    join(import.meta.dirname, '../../../../docs/guides/tool-review.md'),
    'utf8',
  ).split('\n## Packs\n');

  it('lists exactly those that are shipped', () => {
    const rows = packs.map(
      ({ name, pack }) =>
        `| \`${name}\` | ${pack.server.replace('npm:', '')} | ${pack.serverVersion} | ${Object.keys(pack.tools).length} |`,
    );
    const list = page.split('### Shipped packs\n')[1]?.split('\n## ')[0] ?? '';
    expect(list.match(/^\| `.*$/gmu)?.toSorted()).toEqual(rows.toSorted());
  });

  it('shows a pack that can be read', () => {
    const example = /^```yaml\n([^]*?)^```$/mu.exec(page)?.[1] ?? '';
    expect(readPack(example, 'tool-review.md')).toMatchObject({ ok: true });
  });
});

describe.skipIf(!isThere)('a shipped pack, compared with what its server lists', () => {
  it('is there for at least twenty servers', () => {
    expect(judgedServers.length).toBeGreaterThanOrEqual(20);
    expect(judgedServers.length).toBe(packs.length);
  });

  it.each(judgedServers)('$name judges exactly the definitions that are listed', ({ pack, raw }) => {
    const digests = raw.tools.map((tool) => [String(tool['name']), digestDefinition(tool).digest]);
    const judged = Object.entries(pack.tools).map(([name, { definition }]) => [name, definition]);
    expect(judged.toSorted()).toEqual(digests.toSorted());
  });

  it.each(judgedServers)('$name says why where it is less careful than the suggestion', ({ pack, raw }) => {
    for (const definition of raw.tools) {
      const name = String(definition['name']);
      const tool = pack.tools[name];
      if (tool === undefined) throw new Error(`${name} is not judged`);
      const suggestions = suggestHints({
        definition,
        siblings: raw.tools,
        server: raw.serverInfo?.name ?? raw.pkg,
      });
      const relaxed = findDifferingHints(tool, suggestions).filter(
        (hint) => tool.set[hint] === HINTS[hint].relaxing,
      );
      expect(Object.keys(tool.differs ?? {}), name).toEqual(expect.arrayContaining(relaxed));
    }
  });

  it.each(judgedServers)('$name holds no words of the definitions', ({ pack, raw }) => {
    const theirs = new Set(textsIn(raw.tools).flatMap(runsOf));
    expect(
      sentencesOf(pack)
        .flatMap(runsOf)
        .filter((run) => theirs.has(run)),
    ).toEqual([]);
  });

  it('is the one that is offered for its server', () => {
    const files = readShippedPacks();
    for (const { name, raw } of judgedServers) expect(findMatchingPack(raw, files)?.name).toBe(name);
  });
});
