import type { Json } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import { auditLogMessages } from '@callgate/messages/audit-log';
import type { StoredEntry } from '../../record/audit-entry.ts';
import type { ParsedEntry } from '../../record/entry-schema.ts';
import { parseEntry } from '../../record/entry-schema.ts';

/** What a row that cannot be read is shown as. */
export const UNREADABLE_ENTRY: string = auditLogMessages.entry.unreadable;

/** The row, or undefined where its bytes are none. */
export const tryParseEntry = ({ bytes }: Pick<StoredEntry, 'bytes'>): ParsedEntry | undefined => {
  try {
    return parseEntry(bytes);
  } catch {
    return undefined;
  }
};

/** A sealed value shows its fingerprint: equal secrets look equal, and nothing more is told. */
export const hideCiphertext = (value: Json): Json => {
  if (Array.isArray(value)) return value.map((item: Json) => hideCiphertext(item));
  if (!isJsonObject(value)) return value;
  const { $sealed: sealed, $fingerprint: fingerprint } = value;
  if (typeof sealed === 'string' && fingerprint !== undefined) return { secret: fingerprint };
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, hideCiphertext(item)]));
};
