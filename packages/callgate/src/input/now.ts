import type { Moment } from '@callgate/core/decide';

/** This moment, where the command is run. */
export const now = (): Moment => ({ at: Date.now(), offsetMinutes: -new Date().getTimezoneOffset() });
