import type { Json, JsonObject } from '../../receive/json.ts';
import { isJsonObject, getOwn } from '../../receive/json.ts';
import type { SeenResult } from './seen-result.ts';

/** Of one result this many characters are kept. */
export const MAX_RESULT_CHARACTERS = 65_536;

const MAX_NODES = 20_000;

/** The characters of a piece of data, or undefined where they are more than `most`. */
const sizeOf = (data: Json, most: number): number | undefined => {
  let size = 0;
  const queue: Json[] = [data];
  for (let at = 0; at < queue.length; at++) {
    const value = queue[at];
    if (typeof value === 'string') size += value.length;
    else if (Array.isArray(value)) for (const item of value) queue.push(item);
    else if (value !== undefined && isJsonObject(value))
      for (const key of Object.keys(value)) {
        size += key.length;
        queue.push(getOwn(value, key) ?? null);
      }
    size += 8;
    if (size > most || queue.length > MAX_NODES) return undefined;
  }
  return size;
};

export interface TrimmedResult {
  readonly result: Json;
  readonly size: number;
  readonly whole: boolean;
  /** All that the result told is text, so that other texts can be compared with it. */
  readonly comparable: boolean;
}

/** Kinds of content that a model reads and that nobody can compare with a text. */
const OPAQUE_TYPES: ReadonlySet<string> = new Set(
  'audio document file image image_url input_audio input_file input_image media pdf resource_link unreadable video'.split(
    ' ',
  ),
);
const OPAQUE_KEYS: ReadonlySet<string> = new Set(['blob', 'base64', 'bytes']);
const TEXT_MEDIA = /^(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml|yaml|javascript|sql)\b)/i;
/** A file inside a text, and signs that no words are made of. */
const DATA_URL = /data:[a-z]+\/[\w.+-]+;base64,/i;
const LONG = 512;
const LONG_RUN = new RegExp(`[A-Za-z0-9+/]{${LONG}}`);

const isOpaquePart = (part: JsonObject): boolean => {
  const type = getOwn(part, 'type');
  if (typeof type === 'string' && OPAQUE_TYPES.has(type)) return true;
  const media = getOwn(part, 'mimeType') ?? getOwn(part, 'media_type');
  if (typeof media === 'string' && !TEXT_MEDIA.test(media) && typeof getOwn(part, 'data') === 'string')
    return true;
  return Object.keys(part).some((key) => OPAQUE_KEYS.has(key) && typeof getOwn(part, key) === 'string');
};

/** Whether a result is text all through. It is small already. */
const isComparable = (result: Json): boolean => {
  const queue: Json[] = [result];
  for (let at = 0; at < queue.length; at++) {
    const value = queue[at] ?? null;
    if (typeof value === 'string') {
      if (DATA_URL.test(value) || (value.length >= LONG && LONG_RUN.test(value))) return false;
    } else if (Array.isArray(value)) for (const item of value) queue.push(item);
    else if (isJsonObject(value)) {
      if (isOpaquePart(value)) return false;
      for (const key of Object.keys(value)) queue.push(getOwn(value, key) ?? null);
    }
  }
  return true;
};

/** A text of its own: a slice keeps the whole text alive that it was cut from, which may be a whole message. */
const detach = (text: string): string => ` ${text}`.slice(1);

const beginningOfTexts = (result: Json, most: number): readonly Json[] => {
  const content = isJsonObject(result) ? getOwn(result, 'content') : undefined;
  if (!Array.isArray(content)) return [];
  const parts: Json[] = [];
  let room = most;
  for (const part of content as readonly Json[]) {
    const text = isJsonObject(part) ? getOwn(part, 'text') : undefined;
    if (typeof text !== 'string' || room <= 0) continue;
    parts.push({ type: 'text', text: detach(text.slice(0, room)) });
    room -= text.length;
  }
  return parts;
};

/** As much of a result as is kept. Of a large one only the beginning of its texts is: it can show where a value was seen, never prove one. */
export const trimResult = (result: Json): TrimmedResult => {
  const size = sizeOf(result, MAX_RESULT_CHARACTERS);
  if (size !== undefined) return { result, size, whole: true, comparable: isComparable(result) };
  const content = beginningOfTexts(result, MAX_RESULT_CHARACTERS);
  return { result: { content }, size: MAX_RESULT_CHARACTERS, whole: false, comparable: false };
};

/** Of a result that is not whole, a store keeps this many characters: they only show where a value was seen. */
const STORED_CHARACTERS = 1024;

/** A result as a store keeps it. */
export const trimForStore = (seen: SeenResult): SeenResult =>
  seen.whole ? seen : { ...seen, result: { content: beginningOfTexts(seen.result, STORED_CHARACTERS) } };
