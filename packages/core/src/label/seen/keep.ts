import type { Json } from '../../receive/json.ts';
import { isJsonObject, own } from '../../receive/json.ts';

/** Of one result this many characters are kept. */
export const MAX_RESULT = 65_536;

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
        queue.push(own(value, key) ?? null);
      }
    size += 8;
    if (size > most || queue.length > MAX_NODES) return undefined;
  }
  return size;
};

export interface Kept {
  readonly result: Json;
  readonly size: number;
  readonly whole: boolean;
}

const structuredCopy = (text: string): string => {
  const copy: unknown = JSON.parse(JSON.stringify(text));
  return typeof copy === 'string' ? copy : '';
};

const keptTexts = (result: Json): readonly Json[] => {
  const content = isJsonObject(result) ? own(result, 'content') : undefined;
  if (!Array.isArray(content)) return [];
  const parts: Json[] = [];
  let room = MAX_RESULT;
  for (const part of content as readonly Json[]) {
    const text = isJsonObject(part) ? own(part, 'text') : undefined;
    if (typeof text !== 'string' || room <= 0) continue;
    // a slice would keep the whole text alive
    parts.push({ type: 'text', text: structuredCopy(text.slice(0, room)) });
    room -= text.length;
  }
  return parts;
};

/** As much of a result as is kept. Of a large one only the beginning of its texts is: it can show where a value was seen, never prove one. */
export const keep = (result: Json): Kept => {
  const size = sizeOf(result, MAX_RESULT);
  if (size !== undefined) return { result, size, whole: true };
  const content = keptTexts(result);
  return { result: { content }, size: MAX_RESULT, whole: false };
};
