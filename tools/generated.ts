import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { HINTS, HINT_NAMES } from '@callgate/core';
import { FIELDS } from '@callgate/core/decide';
import { CLAIM_KEYS } from '@callgate/core/vocabulary';
import { AUTORUN_FILES } from '@callgate/core/host-tools';
import { toolAnnotationsSchema } from '@callgate/core/zod';
import { PRESET_NAMES, formatProblem, loadPolicy, policyFileSchema } from '@callgate/policy';
import { presetText } from '@callgate/policy/presets';
import { z } from 'zod';
import { configFileSchema } from '../packages/gateway/src/config/config-file-schema.ts';
import { testFileSchema } from '../packages/callgate/src/tests/test-file-schema.ts';
import { manifestSchema } from '../packages/manifest/src/manifest-schema.ts';
import { PHRASED_HINTS, HINT_PHRASES } from '../packages/manifest/src/hint-sentence.ts';
import { exampleLengths } from './ten-lines.ts';
import { survivalTable } from './survival-table.ts';
import { scaleRegion } from '../bench/scale/region.ts';
import { ROOT } from './list-pages.ts';
import { COMBINATIONS, cellOf, decideCombination } from './combinations.ts';

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

const code = (text: string): string => `\`${text}\``;

const hintTable = (): string =>
  table(
    [
      'hint',
      'key (boolean, in `annotations` or `_meta`)',
      'comes from',
      'default',
      'relaxing value',
      'means',
    ],
    HINT_NAMES.map((name) => {
      const { key, document, default: value, relaxing, description } = HINTS[name];
      return [code(name), code(key), document, value, relaxing, description];
    }),
  );

const saysText = (says: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(says)
    .map(([hint, answer]) => `${hint} ${answer ?? ''}`)
    .join(', ') || 'nothing';

/** Readings of the values of one key, in order; neighbours that are read alike share one. */
const valueReadings = (readings: readonly (readonly [value: string, reading: string])[]): string => {
  const groups: { readonly reading: string; readonly values: string[] }[] = [];
  for (const [value, reading] of readings) {
    const last = groups.at(-1);
    if (last?.reading === reading) last.values.push(value);
    else groups.push({ reading, values: [value] });
  }
  return groups.map(({ reading, values }) => `${values.map(code).join(', ')}: ${reading}`).join('; ');
};

const aliasTable = (): string => {
  const own = new Set(HINT_NAMES.map((name) => HINTS[name].key));
  const rows = CLAIM_KEYS.flatMap((key): string[][] => {
    const where = key.in === 'top' ? key.key : `${key.in}.${key.key}`;
    if (key.type === 'texts') return [[code(where), 'list of texts: kept as it is', key.document]];
    if (key.type === 'enum') {
      const readings = Object.entries(key.values).map(([value, says]) => [value, saysText(says)] as const);
      return [[code(where), valueReadings(readings), key.document]];
    }
    if (
      own.has(key.key) &&
      key.yes[HINT_NAMES.find((name) => HINTS[name].key === key.key) ?? 'readOnly'] !== undefined
    )
      return [];
    const readings = [
      ['true', saysText(key.yes)],
      ['false', saysText(key.no)],
    ] as const;
    return [[code(where), valueReadings(readings), key.document]];
  });
  return table(['key', 'values and how they are read', 'comes from'], rows);
};

const fieldTable = (): string =>
  table(
    ['field', 'type', 'what it is'],
    FIELDS.filter(({ name }) => !name.startsWith('claims.')).map(({ name, type, description, values }) => [
      code(name),
      type === 'answer'
        ? 'yes, no, unknown'
        : type === 'label'
          ? 'none, possible, known'
          : (values?.map(code).join(', ') ?? type),
      description,
    ]),
  );

const combinationTable = (): string =>
  table(
    ['hints (trusted server, fresh session)', '`strict`', '`balanced`', '`intent`'],
    COMBINATIONS.map(({ name, annotations, trust }) => [
      name,
      ...(['strict', 'balanced', 'intent'] as const).map((preset) =>
        cellOf(decideCombination(preset, annotations, trust)),
      ),
    ]),
  );

const phraseTable = (): string =>
  table(
    ['hint', 'value', 'phrase'],
    PHRASED_HINTS.map((name) => [
      code(name),
      code(String(HINTS[name].relaxing === 'no')),
      HINT_PHRASES[name],
    ]),
  );

const autorunTable = (): string =>
  table(
    ['kind', 'files'],
    AUTORUN_FILES.map(({ kind, files, programs }) => [kind, (programs ?? files).map(code).join(' ')]),
  );

const exampleTable = (): string =>
  table(
    ['example', 'lines'],
    exampleLengths().map(({ name, path, lines }) => [`[\`${name}\`](../../${path})`, String(lines)]),
  );

/** What stands between the markers of a page, by the marker's name. */
export const REGIONS: Readonly<Record<string, () => string>> = {
  hints: hintTable,
  aliases: aliasTable,
  fields: fieldTable,
  combinations: combinationTable,
  phrases: phraseTable,
  survival: survivalTable,
  scale: scaleRegion,
  autorun: autorunTable,
  'ten-lines': exampleTable,
};

const schemaText = (schema: z.ZodType, id: string): string =>
  `${JSON.stringify({ $id: id, ...z.toJSONSchema(schema, { target: 'draft-2020-12', io: 'input' }) }, null, 2)}\n`;

/** Codes in errors, and in what the gate says of calls that it stops. */
const CODES: Readonly<Record<string, RegExp>> = {
  'packages/*/src/**/*.ts': /\b(?:new \w*Error|super|refuse|errorText)\([^'"`()]*'([A-Z][A-Z0-9_]+)'/g,
  'packages/gate/src/{receive,decide,confirm,dispatch,absorb}/**/*.ts': /\bcode: '([A-Z][A-Z0-9_]+)'/g,
};

const errorCodes = (): readonly string[] => {
  const found = Object.entries(CODES).flatMap(([files, pattern]) =>
    globSync(files, { cwd: ROOT })
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap((file) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(pattern)])
      .map(([, name = '']) => name),
  );
  return [...new Set(found)].toSorted();
};

const errorCodeType = (): string =>
  [
    '// Generated from the errors of all packages by `npm run generate`.',
    '/** The codes of errors that Callgate raises itself. */',
    'export type CallgateErrorCode =',
    `${errorCodes()
      .map((name) => `  | '${name}'`)
      .join('\n')};`,
    '',
  ].join('\n');

const PRESETS = 'packages/policy/presets';

const literal = (text: string): string => `\`${text.replaceAll(/[\\`]|\$(?=\{)/g, String.raw`\$&`)}\``;

/** The files of the presets as one module, for programs without a file system. */
const presetTexts = (): string =>
  [
    '// Generated from the files in `presets` by `npm run generate`.',
    'export const PRESET_TEXTS = {',
    ...globSync('*.yaml', { cwd: join(ROOT, PRESETS) })
      .filter((file) => !file.endsWith('.test.yaml'))
      .toSorted()
      .map((file) => {
        const text = readFileSync(join(ROOT, PRESETS, file), 'utf8');
        return `  ${basename(file, '.yaml')}: ${literal(text)},`;
      }),
    '};',
    '',
  ].join('\n');

/** The presets as the loader makes policies of them, so that a start reads no YAML for them. */
const presetPolicies = (): string =>
  [
    '// Generated from the files in `presets` by `npm run generate`.',
    'export const PRESET_POLICIES = {',
    ...PRESET_NAMES.map((name) => {
      const loaded = loadPolicy([{ name: `preset:${name}`, text: presetText(name) }]);
      if (!loaded.ok) throw new Error(loaded.problems.map(formatProblem).join('\n'));
      return `  ${name}: ${literal(JSON.stringify(loaded.policy))},`;
    }),
    '};',
    '',
  ].join('\n');

/** Files that are wholly generated. The first of them is what others are made with. */
export const FILES: Readonly<Record<string, () => string>> = {
  'packages/policy/src/preset-texts.ts': presetTexts,
  'packages/policy/src/preset-policies.ts': presetPolicies,
  'packages/core/src/error-code.ts': errorCodeType,
  'packages/core/schema/tool-annotations.schema.json': () =>
    schemaText(toolAnnotationsSchema, 'urn:callgate:schema:tool-annotations:1'),
  'packages/policy/schema/policy.schema.json': () =>
    schemaText(policyFileSchema, 'urn:callgate:schema:policy:1'),
  'packages/policy/schema/policy-tests.schema.json': () =>
    schemaText(testFileSchema, 'urn:callgate:schema:policy-tests:1'),
  'packages/gateway/schema/callgate.schema.json': () =>
    schemaText(configFileSchema, 'urn:callgate:schema:configuration:1'),
  'packages/manifest/schema/manifest.schema.json': () =>
    schemaText(manifestSchema, 'urn:callgate:schema:manifest:1'),
};

const fenced = (program: string): string => `\`\`\`typescript\n${program.trimEnd()}\n\`\`\``;

const MARK = /^\/\/ #(?:region|endregion).*\n/gm;

/** Programs that are compiled and run where their packages are, shown as they stand. */
const withFiles = (page: string): string =>
  page.replaceAll(/<!-- generated: file (\S+) -->\n[^]*?<!-- end -->/g, (_, path: string) => {
    const program = readFileSync(join(ROOT, path), 'utf8').replaceAll(MARK, '');
    return `<!-- generated: file ${path} -->\n\n${fenced(program)}\n\n<!-- end -->`;
  });

/** A page with every generated region made anew. */
export const withRegions = (page: string): string =>
  withFiles(page).replaceAll(/<!-- generated: ([\w-]+) -->\n[^]*?<!-- end -->/g, (_, name: string) => {
    const make = REGIONS[name];
    if (make === undefined) throw new Error(`no generator for the region ${name}`);
    return `<!-- generated: ${name} -->\n\n${make()}\n\n<!-- end -->`;
  });
