import { CallgateError, display } from '@callgate/core';
import { NotSentError } from '@callgate/gate';
import { upstreamErrors } from '@callgate/messages/errors/upstream';
import { upstreamMessages } from '@callgate/messages/upstream';

/** Thrown for a call of which bytes were written and no answer came. */
export const indeterminateError = (server: string, fault: string): CallgateError =>
  new CallgateError(upstreamErrors.lost({ server: display(server), fault }));

export const notSentError = (server: string, why: string, cause?: unknown): NotSentError =>
  new NotSentError(upstreamMessages.notSent({ server: display(server), why }), { cause });

export const disconnectedError = (server: string): CallgateError =>
  new CallgateError(upstreamErrors.closed({ server: display(server) }));

/** `target` is what `callgate login` takes; null where it cannot sign in to this server. */
export const signInRequiredError = (server: string, target: string | null): CallgateError =>
  new CallgateError(
    target === null
      ? upstreamErrors.credentials({ server: display(server) })
      : upstreamErrors.signIn({ server: display(server), target: display(target, { max: 300 }) }),
  );

/** What an error says, safe to show. */
export const reasonText = (error: unknown): string =>
  display(error instanceof Error ? error.message : String(error), { max: 300 });
