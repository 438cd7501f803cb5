import type { HintName } from '@callgate/core';
import { HINTS, HINT_NAMES } from '@callgate/core';
import type { EditedFile } from './complete-file.ts';
import { wordKindAt } from './editor-words.ts';
import type { JsonSchema } from '../yaml/json-schema-at.ts';
import { schemasAt } from '../yaml/json-schema-at.ts';
import type { YamlPlace } from './yaml-cursor.ts';
import { findYamlPlace } from './yaml-cursor.ts';

/** The hover text of a place, as paragraphs. */
export interface HoverText {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly from: number;
  readonly to: number;
}

/** What only a policy and a catalogue know: which tools a rule is about. */
export type DescribeRule = (id: string) => readonly string[];

const isHint = (name: string): name is HintName => HINT_NAMES.some((hint) => hint === name);

/** The word of a condition at a place: a field, or the value of one. */
const wordAt = (text: string, offset: number): { readonly word: string; readonly from: number } => {
  const [before = ''] = /[\w.]*$/.exec(text.slice(0, offset)) ?? [];
  const [after = ''] = /^\w*/.exec(text.slice(offset)) ?? [];
  return { word: before + after, from: offset - before.length };
};

const exampleOf = ({ examples = [] }: JsonSchema): readonly string[] =>
  examples.map((example) => JSON.stringify(example) ?? '');

const describeKey = (schema: JsonSchema, place: YamlPlace, key: string): HoverText | undefined => {
  const found = schemasAt(schema, [...place.path, key]);
  const [says] = found.flatMap(({ description }) => description ?? []);
  const examples = [...new Set(found.flatMap(exampleOf))];
  if (says === undefined && examples.length === 0) return undefined;
  const { from, to } = place;
  return { title: key, paragraphs: [...(says === undefined ? [] : [says]), ...examples], from, to };
};

const describeField = ({ text, words }: EditedFile, offset: number): HoverText | undefined => {
  const { word, from } = wordAt(text, offset);
  const field = words.fields.find(({ name }) => name === word);
  if (field === undefined) return undefined;
  const values = field.values === undefined ? [] : [field.values.join(', ')];
  return { title: word, paragraphs: [field.description, ...values], from, to: from + word.length };
};

const isRuleId = (kind: EditedFile['kind'], { path }: YamlPlace): boolean =>
  wordKindAt(kind, path) === 'rule' || (kind === 'policy' && /^rules\.\d+\.id$/.test(path.join('.')));

/** What the key, hint, field or rule at a place means. */
export const hoverFile = (
  file: EditedFile,
  offset: number,
  describeRule: DescribeRule,
): HoverText | undefined => {
  const { kind, text, schema } = file;
  const place = findYamlPlace(text, offset);
  if (place === undefined) return undefined;
  const { path, from, to } = place;
  const written = text.slice(from, to).replaceAll(/^["']|["']$/g, '');
  if (place.kind === 'key') {
    if (wordKindAt(kind, path) === 'hint' && isHint(written))
      return { title: written, paragraphs: [HINTS[written].description], from, to };
    return schema === undefined ? undefined : describeKey(schema, place, written);
  }
  if (wordKindAt(kind, path) === 'condition') return describeField(file, offset);
  if (!isRuleId(kind, place)) return undefined;
  const paragraphs = describeRule(written);
  return paragraphs.length === 0 ? undefined : { title: written, paragraphs, from, to };
};
