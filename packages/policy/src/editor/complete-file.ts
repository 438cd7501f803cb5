import { HINTS, HINT_NAMES } from '@callgate/core';
import { PRESET_NAMES } from '../presets.ts';
import type { ConditionWord } from './condition-completions.ts';
import { listConditionWords } from './condition-completions.ts';
import type { EditedKind, EditorWords } from './editor-words.ts';
import { wordKindAt } from './editor-words.ts';
import type { JsonSchema } from '../yaml/json-schema-at.ts';
import { schemasAt } from '../yaml/json-schema-at.ts';
import type { YamlCursor } from './yaml-cursor.ts';
import { findYamlCursor } from './yaml-cursor.ts';

/** Something that can be written at the cursor. */
export interface Completion {
  readonly label: string;
  readonly kind: 'key' | 'value' | 'field' | 'rule' | 'tool';
  readonly says: string;
  /** Takes the place of what stands between `from` and `to`. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

export interface EditedFile {
  readonly kind: EditedKind;
  readonly text: string;
  /** None where its shape has no schema. */
  readonly schema?: JsonSchema | undefined;
  readonly words: EditorWords;
}

type Suggestion = Pick<Completion, 'label' | 'kind' | 'says'>;

const keysOf = (schemas: readonly JsonSchema[], siblings: readonly string[]): readonly Suggestion[] => {
  const found = new Map<string, string>();
  for (const { properties = {} } of schemas)
    for (const [key, inner] of Object.entries(properties))
      if (!siblings.includes(key) && !found.has(key))
        found.set(key, typeof inner === 'object' ? (inner.description ?? '') : '');
  return [...found].map(([label, says]) => ({ label, kind: 'key', says }));
};

const literalsOf = ({ enum: listed, const: only, type }: JsonSchema): readonly unknown[] => {
  if (listed !== undefined) return listed;
  if (only !== undefined) return [only];
  return type === 'boolean' ? [true, false] : [];
};

const asValues = (values: readonly unknown[]): readonly Suggestion[] =>
  [...new Set(values.map(String))].map((label) => ({ label, kind: 'value', says: '' }));

/** A value of a list may be written where the list may. */
const valuesOf = (root: JsonSchema, path: YamlCursor['path']): readonly Suggestion[] =>
  asValues([...schemasAt(root, path), ...schemasAt(root, [...path, 0])].flatMap(literalsOf));

/** Examples of what may be anything; those of a list have what it may hold. */
const examplesOf = (root: JsonSchema, path: YamlCursor['path']): readonly Suggestion[] => {
  const keyed = typeof path.at(-1) === 'number' ? path.slice(0, -1) : path;
  const found = schemasAt(root, keyed).flatMap(({ examples = [] }) => examples.flat());
  return asValues(found.filter((example) => typeof example !== 'object'));
};

const namesAt = ({ kind, words }: EditedFile, path: YamlCursor['path']): readonly Suggestion[] => {
  switch (wordKindAt(kind, path)) {
    case 'rule':
      return words.rules.map(({ id, reason }) => ({ label: id, kind: 'rule', says: reason }));
    case 'tool':
      return words.tools.map((label) => ({ label, kind: 'tool', says: '' }));
    case 'preset':
      return PRESET_NAMES.map((label) => ({ label, kind: 'value', says: '' }));
    default:
      return [];
  }
};

const hintKeys = (siblings: readonly string[]): readonly Suggestion[] =>
  HINT_NAMES.filter((name) => !siblings.includes(name)).map((label) => ({
    label,
    kind: 'key',
    says: HINTS[label].description,
  }));

const isPlain = (text: string): boolean => /^[\w./-]+$/.test(text);

const quoted = (text: string, open: string): string => {
  if (open !== '') return `${open}${text}${open}`;
  return isPlain(text) ? text : JSON.stringify(text);
};

const asKey = (
  suggestions: readonly Suggestion[],
  cursor: YamlCursor,
  after: string,
): readonly Completion[] =>
  suggestions.map((each) => ({
    ...each,
    text: /^\s*:/.test(after) ? each.label : `${each.label}: `,
    from: cursor.from,
    to: cursor.to,
  }));

const asValue = (suggestions: readonly Suggestion[], cursor: YamlCursor): readonly Completion[] => {
  const [open = ''] = /^["']/.exec(cursor.written) ?? [];
  return suggestions.map((each) => ({
    ...each,
    text: quoted(each.label, open),
    from: cursor.from,
    to: cursor.to,
  }));
};

const asCondition = (words: readonly ConditionWord[], offset: number): readonly Completion[] =>
  words.map(({ label, says, written }) => ({
    label,
    kind: label.includes('.') ? 'field' : 'value',
    says,
    text: label,
    from: offset - written,
    to: offset,
  }));

const startsAs = (written: string): ((each: Suggestion) => boolean) => {
  const wanted = written.replace(/^["']/, '').toLowerCase();
  return ({ label }) => label.toLowerCase().includes(wanted);
};

/** What can be written at a place of a file, however broken the rest of it is. */
export const completeFile = (file: EditedFile, offset: number): readonly Completion[] => {
  const { kind, text, schema, words } = file;
  const cursor = findYamlCursor(text, offset);
  if (cursor === undefined) return [];
  const { path, written, siblings } = cursor;
  const fits = startsAs(written);
  const literals = (at: YamlCursor['path']): readonly Suggestion[] => [
    ...namesAt(file, at),
    ...(schema === undefined ? [] : valuesOf(schema, at)),
  ];
  if (cursor.kind === 'value') {
    if (wordKindAt(kind, path) === 'condition')
      return asCondition(listConditionWords(written, words.fields), offset);
    const found = literals(path);
    const isFree = found.length === 0 && schema !== undefined && wordKindAt(kind, path) === undefined;
    return asValue((isFree ? examplesOf(schema, path) : found).filter(fits), cursor);
  }
  const keys = [
    ...(wordKindAt(kind, path) === 'hint' ? hintKeys(siblings) : []),
    ...(schema === undefined ? [] : keysOf(schemasAt(schema, path), siblings)),
  ];
  return [
    ...asKey(keys.filter(fits), cursor, text.slice(cursor.to)),
    ...(cursor.isAlone ? asValue(literals(path).filter(fits), cursor) : []),
  ];
};
