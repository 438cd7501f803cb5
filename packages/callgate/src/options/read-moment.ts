import { CallgateError, display } from '@callgate/core';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** `2026-11-15` (midnight, UTC) or a whole date and time with its zone, in milliseconds since 1970. */
export const readMoment = (option: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const at = DAY.test(text) || MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  // a day that no month has is moved on by some engines
  if (!Number.isNaN(at) && (!DAY.test(text) || new Date(at).toISOString().startsWith(text))) return at;
  throw new CallgateError(
    'OPTION_VALUE',
    `--${option}: \`${display(text, { max: 40 })}\` is not a valid time`,
    {
      help: 'write 2026-11-15 or 2026-11-15T08:30:00Z',
    },
  );
};
