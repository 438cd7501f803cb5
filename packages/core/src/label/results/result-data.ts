import type { Json } from '../../receive/json.ts';
import { isJsonObject, getOwn } from '../../receive/json.ts';
import { parseStrict } from '../../receive/strict-parse.ts';
import { readBlockYaml } from './block-yaml.ts';

/** The one JSON or YAML document a text is, or undefined. */
export const readResultText = (text: string): Json | undefined => {
  const start = text.trimStart().slice(0, 1);
  if (start !== '{' && start !== '[') return readBlockYaml(text);
  try {
    return parseStrict(text);
  } catch {
    return undefined;
  }
};

const textOf = (part: Json): string | undefined => {
  const text = isJsonObject(part) && getOwn(part, 'type') === 'text' ? getOwn(part, 'text') : undefined;
  return typeof text === 'string' ? text : undefined;
};

/** Every text of a result, with where it stands. */
export const listResultTexts = (result: Json): readonly string[] => {
  const content = isJsonObject(result) ? getOwn(result, 'content') : undefined;
  return Array.isArray(content) ? content.map(textOf).filter((text) => text !== undefined) : [];
};

const structuredOf = (result: Json): Json | undefined => {
  const structured = isJsonObject(result) ? getOwn(result, 'structuredContent') : undefined;
  return structured === null ? undefined : structured;
};

/** Whether the server itself gave the data its shape. */
export const isStructuredResult = (result: Json): boolean => structuredOf(result) !== undefined;

export const isErrorResult = (result: Json): boolean =>
  isJsonObject(result) && getOwn(result, 'isError') === true;

/** The data of a result: its structured content, else every text that is one JSON or YAML document. */
export const readResultData = (result: Json): readonly Json[] => {
  if (isErrorResult(result)) return [];
  const structured = structuredOf(result);
  if (structured !== undefined) return [structured];
  return listResultTexts(result)
    .map(readResultText)
    .filter((data) => data !== undefined);
};
