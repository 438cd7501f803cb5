import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import { digestDefinition } from '@callgate/core/disclose';
import { parseStrict } from '@callgate/core/receive';
import { expect, it } from 'vitest';
import { mutationsOf } from './mutations.ts';

const DEEP = process.env['CALLGATE_DEEP'] === '1';
const FOLDER = join(import.meta.dirname, '../../../../../shared/catalogue');
const WANTED = 500;
/** A digest takes as long as the definition is: the few with thousands of leaves are for the long form. */
const MOST_LEAVES = DEEP ? Infinity : 80;
const LIMITS = { bytes: 64e6, depth: 64, keys: 1e6, string: 4e6, array: 1e5 };

const leavesIn = (value: Json): number => {
  const inner = Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
  return inner.length === 0 ? 1 : inner.reduce((sum: number, each) => sum + leavesIn(each), 0);
};

const recorded = (): readonly JsonObject[] => {
  const all = readdirSync(FOLDER)
    .toSorted()
    .flatMap((file) => {
      const read = parseStrict(readFileSync(join(FOLDER, file), 'utf8'), LIMITS);
      const tools = isJsonObject(read) ? read['tools'] : [];
      return (Array.isArray(tools) ? tools : []).filter(isJsonObject);
    })
    .filter((definition) => leavesIn(definition) <= MOST_LEAVES);
  // from everywhere in the list, and exactly so many
  return Array.from({ length: WANTED }, (_, at) => all[Math.floor((at * all.length) / WANTED)] ?? {});
};

const there = existsSync(FOLDER);
if (!there) process.stdout.write('no recorded definitions here: single leaves are not changed\n');

it.skipIf(!there)(
  'every change of a single leaf of 500 recorded definitions gives another digest',
  () => {
    const definitions = recorded();
    expect(new Set(definitions).size).toBe(WANTED);
    let changes = 0;
    const same: string[] = [];
    for (const definition of definitions) {
      const before = digestDefinition(definition).digest;
      for (const { definition: after, path, how } of mutationsOf(definition)) {
        changes += 1;
        if (digestDefinition(after).digest === before)
          same.push(`${String(definition['name'])}: ${path.join('.')} ${how}`);
      }
    }
    process.stdout.write(`${changes} changes of single leaves of ${definitions.length} definitions\n`);
    expect(same).toEqual([]);
    expect(changes).toBeGreaterThan(WANTED * 10);
  },
  600_000,
);
