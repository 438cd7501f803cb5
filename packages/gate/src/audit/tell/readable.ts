import type { Json } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import type { RecordRow } from '../../record/entry.ts';
import type { ReadRow } from '../../record/row-schema.ts';
import { readRow } from '../../record/row-schema.ts';

/** What a row that cannot be read is shown as. */
export const UNREADABLE = 'not a row that Callgate wrote: run callgate audit verify';

/** The row, or undefined where its bytes are none. */
export const readable = ({ bytes }: Pick<RecordRow, 'bytes'>): ReadRow | undefined => {
  try {
    return readRow(bytes);
  } catch {
    return undefined;
  }
};

/** A sealed value shows its fingerprint: equal secrets look equal, and nothing more is told. */
export const withoutCiphertext = (value: Json): Json => {
  if (Array.isArray(value)) return value.map((item: Json) => withoutCiphertext(item));
  if (!isJsonObject(value)) return value;
  const { $sealed: sealed, $fingerprint: fingerprint } = value;
  if (typeof sealed === 'string' && fingerprint !== undefined) return { secret: fingerprint };
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutCiphertext(item)]));
};
