import { hash } from 'node:crypto';
import type { Principal } from '@callgate/core';
import type { Caller, Client } from '../../wire/exchange.ts';

/** Without a session there is no context of its own: what is labelled is the principal. */
export const callerOf = (principal: Principal): Caller => ({
  principal,
  context: `http:${principal.subject}`,
  authenticated: false,
  transport: 'http',
});

/** Whoever has the session, in every process: records name the context, so it must not be what opens the session. */
export const callerWith = (sessionId: string, principal: Principal): Caller => ({
  principal,
  context: `http:${hash('sha256', sessionId, 'base64url').slice(0, 22)}`,
  // a client opens as many sessions as it likes: what it has touched stays with its principal
  authenticated: false,
  transport: 'http',
});

export const clientWith = (
  caller: Caller,
  { version, capabilities, info }: Pick<Client, 'version' | 'capabilities' | 'info'>,
): Client => ({ ...caller, version, capabilities, info, key: caller.context, era: 'legacy', stateful: true });
