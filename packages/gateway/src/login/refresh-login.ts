import { identityMessages } from '@callgate/messages/identity';
import type { TokenEndpointResponse } from 'oauth4webapi';
import { ResponseBodyError, processRefreshTokenResponse, refreshTokenGrantRequest } from 'oauth4webapi';
import type { ProviderTransport } from '../identity/ask-provider.ts';
import {
  clientAuthFor,
  describeIssuerError,
  issuerError,
  issuerOptions,
  knownClient,
  knownIssuer,
} from './issuer-requests.ts';
import type { SavedLogin } from './saved-login.ts';
import { savedLoginSchema } from './saved-login.ts';

/** The authorization server takes this sign-in no longer. */
export class LoginRefusedError extends Error {}

const FINAL: ReadonlySet<string> = new Set(['invalid_grant', 'invalid_client', 'unauthorized_client']);

/** A sign-in with the tokens of an answer. */
export const withTokens = (
  login: Omit<SavedLogin, 'accessToken' | 'savedAt' | 'expiresAt'>,
  answer: TokenEndpointResponse,
  now: number,
): SavedLogin => {
  if (answer.token_type !== 'bearer') throw issuerError(identityMessages.provider.tokenType);
  const read = savedLoginSchema.safeParse({
    ...login,
    accessToken: answer.access_token,
    // a server that does not rotate leaves it out
    refreshToken: answer.refresh_token ?? login.refreshToken,
    scope: answer.scope ?? login.scope,
    savedAt: now,
    expiresAt: answer.expires_in === undefined ? null : now + Math.floor(answer.expires_in * 1000),
  });
  if (!read.success) throw issuerError(identityMessages.provider.tokenForm);
  return read.data;
};

/** Exchanges the refresh token. Throws `LoginRefusedError` where a person has to sign in again. */
export const refreshLogin = async (
  login: SavedLogin,
  refreshToken: string,
  send: ProviderTransport,
  now: number,
): Promise<SavedLogin> => {
  const [issuer, client] = [knownIssuer(login), knownClient(login)];
  try {
    const response = await refreshTokenGrantRequest(issuer, client, clientAuthFor(login), refreshToken, {
      ...issuerOptions(send),
      additionalParameters: { resource: login.resource },
    });
    return withTokens(login, await processRefreshTokenResponse(issuer, client, response), now);
  } catch (error) {
    if (error instanceof ResponseBodyError && FINAL.has(error.error)) throw new LoginRefusedError();
    throw describeIssuerError(error);
  }
};
