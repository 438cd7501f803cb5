import { CallgateError, display } from '@callgate/core';
import { NotSent } from '@callgate/gate';

/** Thrown for a call of which bytes were written and no answer came. */
export const outcomeUnknown = (server: string, why: string): CallgateError =>
  new CallgateError(
    'UPSTREAM_LOST',
    `server \`${display(server)}\` ${why}; whether the call took effect is unknown`,
    { help: 'look at what the server did before the call is made again' },
  );

export const notSent = (server: string, why: string, cause?: unknown): NotSent =>
  new NotSent(`nothing was sent to server \`${display(server)}\`: ${why}`, { cause });

export const broken = (code: string, server: string, why: string, help?: string): CallgateError =>
  new CallgateError(code, `server \`${display(server)}\` ${why}`, help === undefined ? {} : { help });

/** What an error says, safe to show. */
export const reasonText = (error: unknown): string =>
  display(error instanceof Error ? error.message : String(error), { max: 300 });
