import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import type { BenchRandom } from './bench-random.ts';

const TEXTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/path|file|dir/i, ['/home/me/notes/today.md', 'src/index.ts', '/etc/hosts', './report.pdf']],
  [/url|uri|link/i, ['https://intranet.example/wiki/Plan', 'https://example.com/a?b=c', 'http://10.0.0.7/']],
  [/sql|query/i, ['SELECT name FROM people WHERE id = 7', 'DELETE FROM people', 'release notes 2026']],
  [/branch|ref/i, ['main', 'feature/quicker-decisions', 'release-3']],
  [/mail|recipient|^to$/i, ['ana@example.com', 'team@intranet.example']],
  [/command|script|code/i, ['ls -la', 'npm test', 'rm -rf build']],
];
const OTHER_TEXTS = ['42', 'Minutes of the meeting', 'a1b2c3d4', 'high'];

const textFor = (random: BenchRandom, name: string): string =>
  random.pick(TEXTS.find(([pattern]) => pattern.test(name))?.[1] ?? OTHER_TEXTS);

const typeOf = (schema: JsonObject): Json | undefined =>
  Array.isArray(schema['type']) ? schema['type'].find((type) => type !== 'null') : schema['type'];

const valueFor = (random: BenchRandom, name: string, schema: Json | undefined, depth: number): Json => {
  if (schema === undefined || !isJsonObject(schema)) return textFor(random, name);
  const options = schema['enum'];
  if (Array.isArray(options) && options.length > 0) return random.pick<Json>(options);
  switch (typeOf(schema)) {
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
    case 'number':
      return 1 + random.below(2000);
    case 'array':
      return depth === 0 ? [] : [valueFor(random, name, schema['items'], depth - 1)];
    case 'object':
      return depth === 0 ? {} : argumentsFor(random, schema, depth - 1);
    default:
      return textFor(random, name);
  }
};

/** Arguments a model might send for an input schema: what is required, and half of the rest. */
export const argumentsFor = (
  random: BenchRandom,
  schema: Json | undefined,
  depth: number = 2,
): JsonObject => {
  if (schema === undefined || !isJsonObject(schema)) return {};
  const { properties, required } = schema;
  if (properties === undefined || !isJsonObject(properties)) return {};
  const args: Record<string, Json> = {};
  for (const [name, property] of Object.entries(properties)) {
    const needed = Array.isArray(required) && required.includes(name);
    if (needed || random.chance(0.5)) args[name] = valueFor(random, name, property, depth);
  }
  return args;
};
