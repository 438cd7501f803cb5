import type { Json } from '../../receive/json.ts';
import { isJsonObject, getOwn } from '../../receive/json.ts';

/** Every text and number in a piece of data, as texts; of a large one those in the first `most` values. */
export const listScalars = (data: Json, most: number): readonly string[] => {
  const scalars: string[] = [];
  const queue: Json[] = [data];
  for (let at = 0; at < queue.length && at < most; at++) {
    const value = queue[at];
    if (typeof value === 'string' || typeof value === 'number') scalars.push(String(value));
    else if (Array.isArray(value)) for (const item of value) queue.push(item);
    else if (value !== undefined && isJsonObject(value))
      for (const key of Object.keys(value)) queue.push(getOwn(value, key) ?? null);
  }
  return scalars;
};
