import { CallgateError, display } from '@callgate/core';
import { optionErrors } from '@callgate/messages/errors/option';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** `2026-11-15` (midnight, UTC) or a whole date and time with its zone, in milliseconds since 1970. */
export const readMoment = (option: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const at = DAY.test(text) || MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  // a day that no month has is moved on by some engines
  if (!Number.isNaN(at) && (!DAY.test(text) || new Date(at).toISOString().startsWith(text))) return at;
  throw new CallgateError(optionErrors.time({ name: option, value: display(text, { max: 40 }) }));
};

const DAY_MS = 86_400_000;

/** `7d`, or a day or moment. */
export const readSince = (written: string, until: number): number => {
  const [, days] = /^(\d{1,4})d$/.exec(written) ?? [];
  return days === undefined ? (readMoment('since', written) ?? 0) : until - Number(days) * DAY_MS;
};
