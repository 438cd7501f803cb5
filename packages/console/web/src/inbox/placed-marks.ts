import type { Json } from '@callgate/core';
import { isJsonObject, own } from '@callgate/core';
import type { PlacedMark } from '../parts/json-value.tsx';
import type { Value, ValuePath } from './types.ts';

const at = (value: Json, path: ValuePath): Json | undefined => {
  let found: Json | undefined = value;
  for (const key of path) {
    if (Array.isArray(found)) found = typeof key === 'number' ? (found as Json[])[key] : undefined;
    else found = found !== undefined && isJsonObject(found) ? own(found, String(key)) : undefined;
  }
  return found;
};

/** It matters here that nobody vouches for it: it came from untrusted content, or such content was seen before. */
export const isWorrying = ({ proven, origin }: Value): boolean => !proven && origin !== null;

/** Where in the arguments the values stand that decide something. */
export const placedMarks = (args: Json, values: readonly Value[]): readonly PlacedMark[] =>
  values.flatMap((value) => {
    const { path, text, proven, words } = value;
    const whole = at(args, path);
    if (typeof whole !== 'string' || text === null || text === '') return [];
    const start = whole.indexOf(text);
    return start === -1
      ? []
      : [
          {
            path,
            span: [start, start + text.length],
            tone: proven ? 'good' : isWorrying(value) ? 'untrusted' : 'accent',
            note: words,
          } as const,
        ];
  });
