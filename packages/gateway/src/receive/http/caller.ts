import { hash } from 'node:crypto';
import type { Principal } from '@callgate/core';
import type { Caller, ConnectedClient } from '../../wire/exchange.ts';

/** Without a session there is no context of its own: what is labelled is the principal. */
export const callerWithoutSession = (principal: Principal): Caller => ({
  principal,
  context: `http:${principal.subject}`,
  authenticated: false,
  transport: 'http',
});

/** The owner of the session, in every process. The audit log names the context, so it must not open the session. */
export const callerOfSession = (sessionId: string, principal: Principal): Caller => ({
  principal,
  context: `http:${hash('sha256', sessionId, 'base64url').slice(0, 22)}`,
  // a client opens as many sessions as it likes: what it has touched stays with its principal
  authenticated: false,
  transport: 'http',
});

export const createClient = (
  caller: Caller,
  { version, capabilities, info }: Pick<ConnectedClient, 'version' | 'capabilities' | 'info'>,
): ConnectedClient => ({
  ...caller,
  version,
  capabilities,
  info,
  key: caller.context,
  era: 'legacy',
  stateful: true,
});
