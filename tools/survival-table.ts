import type { Json } from '@callgate/core';
import { HINT_NAMES, canonical } from '@callgate/core';
import { SET_DETAILS } from '@callgate/core/vocabulary';
import type { ToolFormat } from '../packages/manifest/src/convert/tool-formats.ts';
import { CONVERTERS, TOOL_FORMATS } from '../packages/manifest/src/convert/tool-formats.ts';
import { disclose } from '../packages/manifest/src/load-manifest.ts';
import type { ManifestTool, ManifestHints } from '../packages/manifest/src/manifest.ts';
import { readHintAnswers } from '../packages/manifest/src/overrides.ts';
import { getTighteningAnswer, listSetValues } from '../packages/manifest/src/set-values.ts';

/** How one value comes through a conversion and back: as itself, as what its sentence says of the hints, or not. */
export type ConversionFate = 'kept' | 'in words' | 'lost';

/** One part of a manifest, with the values it is tried with. */
interface ConversionProbe {
  readonly what: string;
  /** Words in the description can say it. */
  readonly speakable: boolean;
  readonly tries: readonly { readonly value: string; readonly tool: ManifestTool }[];
  readonly part: (tool: ManifestTool) => unknown;
}

export interface SurvivalRow {
  readonly what: string;
  readonly fates: Readonly<Record<ToolFormat, Readonly<Record<string, ConversionFate>>>>;
}

const BASE: ManifestTool = {
  name: 'probe',
  description: 'Does something.',
  inputSchema: { type: 'object', properties: { to: { type: 'string' } } },
  hints: {},
};

const hintProbe = (
  what: keyof ManifestHints,
  values: readonly ManifestHints[string & keyof ManifestHints][],
): ConversionProbe => ({
  what: `hints.${what}`,
  speakable: true,
  tries: values.map((value) => ({ value: String(value), tool: { ...BASE, hints: { [what]: value } } })),
  part: (tool) => tool.hints[what],
});

const partProbe = (
  part: Exclude<keyof ManifestTool, 'hints'>,
  tool: Partial<ManifestTool>,
): ConversionProbe => ({
  what: part,
  speakable: false,
  tries: [{ value: '', tool: { ...BASE, ...tool } }],
  part: (back) => back[part],
});

const PROBES: readonly ConversionProbe[] = [
  partProbe('name', {}),
  partProbe('title', { title: 'Probe' }),
  partProbe('description', {}),
  partProbe('inputSchema', {}),
  partProbe('outputSchema', { outputSchema: { type: 'object' } }),
  ...HINT_NAMES.map((name) => hintProbe(name, [true, false])),
  ...SET_DETAILS.map((detail) =>
    hintProbe(detail, listSetValues(detail).length === 0 ? ['some words'] : listSetValues(detail)),
  ),
  {
    ...hintProbe('modelPreferences', []),
    tries: [
      {
        value: '',
        tool: { ...BASE, hints: { modelPreferences: { intelligencePriority: 1, hints: ['m'] } } },
      },
    ],
  },
  {
    ...hintProbe('minTrustLevel', []),
    tries: [{ value: '', tool: { ...BASE, hints: { minTrustLevel: 3 } } }],
  },
  partProbe('conditions', {
    hints: { readOnly: false },
    conditions: [{ when: 'args.to == "me"', hints: { readOnly: true } }],
  }),
  partProbe('arguments', { arguments: { to: 'destination' } }),
  partProbe('directory', { directory: true }),
  partProbe('undo', { undo: BASE.name }),
  partProbe('other', { other: { 'com.example/costly': true } }),
];

const same = (a: unknown, b: unknown): boolean =>
  a !== undefined && b !== undefined && canonical([a].flat() as Json) === canonical([b].flat() as Json);

const asksForCare = (tool: ManifestTool): readonly string[] => {
  const says = readHintAnswers(tool.hints);
  return HINT_NAMES.filter((hint) => says[hint] === getTighteningAnswer(hint));
};

const fateOf = (
  format: ToolFormat,
  tool: ManifestTool,
  { part, speakable }: ConversionProbe,
): ConversionFate => {
  const { to, from } = CONVERTERS[format];
  const wire = JSON.stringify(to(disclose({ tools: [tool] })).tools);
  const [back] = from(JSON.parse(wire) as Json).manifest.tools;
  if (back === undefined) return 'lost';
  const inWords = speakable && wire.includes('Side effects: ');
  if (same(part(tool), part(back))) return inWords ? 'in words' : 'kept';
  const care = asksForCare(tool);
  return inWords && care.every((hint) => asksForCare(back).includes(hint)) ? 'in words' : 'lost';
};

/** What comes through each conversion and back, found out by converting. */
export const measureSurvival = (): readonly SurvivalRow[] =>
  PROBES.map((probe) => ({
    what: probe.what,
    fates: Object.fromEntries(
      TOOL_FORMATS.map((format) => [
        format,
        Object.fromEntries(probe.tries.map(({ value, tool }) => [value, fateOf(format, tool, probe)])),
      ]),
    ) as SurvivalRow['fates'],
  }));

/** The fates of the values of one part in a few words. */
export const survivalCell = (fates: Readonly<Record<string, ConversionFate>>): string => {
  const values = Object.entries(fates);
  const [first] = values;
  if (first === undefined || values.every(([, fate]) => fate === first[1])) return first?.[1] ?? 'lost';
  return (['kept', 'in words'] as const)
    .map((fate) => ({
      fate,
      of: values.filter(([, each]) => each === fate).map(([value]) => `\`${value}\``),
    }))
    .filter(({ of }) => of.length > 0)
    .map(({ fate, of }) => `${of.join(', ')} ${fate}`)
    .join('; ');
};

/** The whole table, as Markdown. */
export const survivalTable = (): string =>
  [
    ['', ...TOOL_FORMATS.map((format) => CONVERTERS[format].title)],
    ['---', ...TOOL_FORMATS.map(() => '---')],
    ...measureSurvival().map(({ what, fates }) => [
      `\`${what}\``,
      ...TOOL_FORMATS.map((format) => survivalCell(fates[format])),
    ]),
  ]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
