import type { Principal } from '@callgate/core';
import type { Caller } from '../../wire/exchange.ts';

/** Without a session there is no context of its own: what is labelled is the principal. */
export const callerOf = (principal: Principal): Caller => ({
  principal,
  context: `http:${principal.subject}`,
  authenticated: false,
  transport: 'http',
});
