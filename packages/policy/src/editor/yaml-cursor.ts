import type { Document, Node, ParsedNode } from 'yaml';
import { isMap, isPair, isScalar, isSeq, parseDocument } from 'yaml';
import { MAX_YAML_BYTES } from '../yaml/parse-yaml.ts';
import type { YamlPath } from '../yaml/yaml-file.ts';

/** What a place in the text of a file is a part of. */
export interface YamlPlace {
  /** Of a key: the path of the map it is in. Of a value: its own. */
  readonly path: YamlPath;
  readonly kind: 'key' | 'value';
  /** Where the key or value begins and ends in the text; both at the place where there is none yet. */
  readonly from: number;
  readonly to: number;
  /** Other keys of the map, of a key. */
  readonly siblings: readonly string[];
}

const rangeOf = (node: unknown): readonly [number, number] | undefined => {
  const range = typeof node === 'object' && node !== null ? (node as Partial<Node>).range : undefined;
  return range === undefined || range === null ? undefined : [range[0], range[1]];
};

const holds = (node: unknown, offset: number): boolean => {
  const range = rangeOf(node);
  return range !== undefined && range[0] <= offset && offset <= range[1];
};

const keyName = (key: unknown): string => (isScalar(key) ? String(key.value) : '');

const placeIn = (node: unknown, offset: number, path: YamlPath): YamlPlace | undefined => {
  if (isMap(node)) {
    for (const pair of node.items.filter(isPair)) {
      const range = rangeOf(pair.key);
      if (range === undefined) continue;
      const siblings = node.items.filter((each) => each !== pair).map(({ key }) => keyName(key));
      if (holds(pair.key, offset)) return { path, kind: 'key', from: range[0], to: range[1], siblings };
      const found = placeIn(pair.value, offset, [...path, keyName(pair.key)]);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (isSeq(node)) {
    for (const [at, item] of node.items.entries()) {
      const found = placeIn(item, offset, [...path, at]);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const range = rangeOf(node);
  if (range === undefined || !holds(node, offset)) return undefined;
  return { path, kind: 'value', from: range[0], to: range[1], siblings: [] };
};

/** Half a document is read as far as it goes; what nests without end is no document. */
const parseLeniently = (text: string): Document.Parsed<ParsedNode> | undefined => {
  if (text.length > MAX_YAML_BYTES) return undefined;
  try {
    return parseDocument(text, { prettyErrors: false, uniqueKeys: false, logLevel: 'silent' });
  } catch {
    return undefined;
  }
};

/** The key or value at a place of a text. */
export const findYamlPlace = (text: string, offset: number): YamlPlace | undefined =>
  placeIn(parseLeniently(text)?.contents, offset, []);

/** Stands where the next key or value will, so that the parser says what it would be a part of. */
const MARK = 'callgateCursor';

/** What would be written at a place: a key or a value that is not there yet, or only in part. */
export interface YamlCursor extends YamlPlace {
  /** The text before the cursor. */
  readonly written: string;
  /** It is the only thing of its map: it may just as well become a text. */
  readonly isAlone: boolean;
}

const placeOfMark = (before: string, mark: string, after: string): YamlPlace | undefined =>
  findYamlPlace(`${before}${mark}${after}`, before.length);

export const findYamlCursor = (text: string, offset: number): YamlCursor | undefined => {
  const [before, after] = [text.slice(0, offset), text.slice(offset)];
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const isKeyLine = /^\s*(?:- +)*[\w-]*$/.test(line) && /^[\w-]*[ \t]*\r?(?:\n|$)/.test(after);
  const place =
    (isKeyLine ? placeOfMark(before, `${MARK}: `, after) : undefined) ?? placeOfMark(before, MARK, after);
  if (place === undefined) return undefined;
  const written = text.slice(place.from, offset);
  const isAlone = place.kind === 'key' && place.siblings.length === 0;
  return { ...place, to: Math.max(offset, place.to - MARK.length), written, isAlone };
};
