import type { IncomingHttpHeaders } from 'node:http';
import type { Principal } from '@callgate/core';

export interface AuthRequest {
  readonly headers: IncomingHttpHeaders;
  /** The address of the other end of the socket. */
  readonly remote: string;
}

export type AuthOutcome =
  | {
      readonly ok: true;
      readonly principal: Principal;
      readonly tokenId: string;
      /** When what was presented ends; streams end with it. */
      readonly until?: number;
    }
  | {
      readonly ok: false;
      /** 503 where nobody can be checked at the moment, and so nobody enters. */
      readonly status: 401 | 403 | 503;
      /** The value of WWW-Authenticate. */
      readonly challenge?: string;
      /** Told and recorded: nothing of what was presented may be in them, and nothing that is not ASCII. */
      readonly reason?: string;
      readonly message?: string;
    };

/**
 * Says who sends a request, before its body is read. No token that arrives here is ever sent on to a server.
 */
export type Authenticator = (request: AuthRequest) => AuthOutcome | Promise<AuthOutcome>;
