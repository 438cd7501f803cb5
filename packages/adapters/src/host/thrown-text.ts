import { display } from '@callgate/core';

const UNREADABLE = 'what was thrown has no text';

const raw = (thrown: unknown): string => {
  try {
    const text: unknown = thrown instanceof Error ? thrown.message : String(thrown);
    return typeof text === 'string' ? text : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
};

/** The text of whatever was thrown, safe to show. Never throws itself. */
export const thrownText = (thrown: unknown, max = 2000): string => display(raw(thrown), { max, lines: true });

/** The same with the name of an error, as for a reason to abort. */
export const reasonOf = (thrown: unknown): string => {
  try {
    return display(String(thrown), { max: 2000, lines: true });
  } catch {
    return UNREADABLE;
  }
};
