import type { IncomingHttpHeaders } from 'node:http';
import type { Principal } from '@callgate/core';

export interface AuthRequest {
  readonly headers: IncomingHttpHeaders;
  /** The address of the other end of the socket. */
  readonly remote: string;
}

export type AuthOutcome =
  | { readonly ok: true; readonly principal: Principal; readonly tokenId: string }
  /** `challenge` is the value of WWW-Authenticate. */
  | { readonly ok: false; readonly status: 401 | 403; readonly challenge: string };

/**
 * Says who sends a request, before its body is read. OAuth plugs in here: an authenticator that checks an access token
 * for this gateway as its audience, and whose challenge names the protected resource metadata. No token that arrives
 * here is ever sent on to a server.
 */
export type Authenticator = (request: AuthRequest) => AuthOutcome | Promise<AuthOutcome>;
