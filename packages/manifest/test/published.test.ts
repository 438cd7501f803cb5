import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import { DEFAULT_PARSE_LIMITS, parseStrict } from '@callgate/core/receive';
import { describe, expect, it } from 'vitest';
import { readTools } from '../src/convert/read-tools.ts';
import { CONVERTERS, TOOL_FORMATS, definitionsOf, fromMcp } from '../src/index.ts';
import { checkManifestInput } from '../src/load-manifest.ts';
import { listLoosenedBeliefs, listLoosenedFacts, roundTripJson } from './care.ts';

const FOLDER = join(import.meta.dirname, '../../../../shared/catalogue');
const there = existsSync(FOLDER);
if (!there)
  process.stdout.write('skipped: ../shared/catalogue is not there, published tools are not converted\n');

const servers = there ? readdirSync(FOLDER).filter((name) => name.endsWith('.json')) : [];

const read = (file: string): Json =>
  parseStrict(readFileSync(join(FOLDER, file)), { ...DEFAULT_PARSE_LIMITS, keys: 1_000_000 });

const byName = (tools: readonly JsonObject[]): ReadonlyMap<unknown, JsonObject> =>
  new Map(tools.map((tool) => [tool['name'], tool]));

const manifests = new Map(servers.map((file) => [file, fromMcp(read(file))]));

describe.skipIf(!there)('the tools of published servers', () => {
  it.each(servers)('become a manifest and come back, relaxing nothing: %s', (file) => {
    const listed = byName(readTools(read(file)));
    const { manifest, lost } = manifests.get(file) ?? fromMcp([]);
    expect(manifest.tools).toHaveLength(listed.size);
    expect(lost.filter(({ what }) => what === 'tool')).toEqual([]);
    const loosened = definitionsOf(manifest).flatMap((definition) => {
      const before = listed.get(definition.name);
      return isJsonObject(before)
        ? [...listLoosenedBeliefs(before, definition), ...listLoosenedFacts(before, definition)]
        : ['unknown tool'];
    });
    expect(loosened).toEqual([]);
    expect(fromMcp(roundTripJson({ tools: definitionsOf(manifest) })).manifest).toEqual(manifest);
    expect(checkManifestInput(manifest).ok).toBe(true);
  });

  it.each(TOOL_FORMATS)('go to %s and back, and no belief is relaxed', (format) => {
    const { to, from } = CONVERTERS[format];
    let count = 0;
    for (const { manifest } of manifests.values()) {
      const before = byName(definitionsOf(manifest));
      for (const definition of definitionsOf(from(roundTripJson(to(manifest).tools)).manifest)) {
        count += 1;
        expect(listLoosenedBeliefs(before.get(definition.name) ?? {}, definition)).toEqual([]);
      }
    }
    expect(count).toBeGreaterThan(1000);
  });
});
