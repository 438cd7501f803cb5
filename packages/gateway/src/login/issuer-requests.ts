import { CallgateError, display } from '@callgate/core';
import { loginErrors } from '@callgate/messages/errors/login';
import { identityMessages } from '@callgate/messages/identity';
import type { AuthorizationServer, Client, ClientAuth } from 'oauth4webapi';
import {
  AuthorizationResponseError,
  ClientSecretBasic,
  ClientSecretPost,
  None,
  OperationProcessingError,
  ResponseBodyError,
  allowInsecureRequests,
  customFetch,
} from 'oauth4webapi';
import type { ProviderTransport } from '../identity/ask-provider.ts';
import { fetchProvider } from '../identity/ask-provider.ts';
import type { SavedLogin } from './saved-login.ts';

export const issuerError = (problem: string): CallgateError =>
  new CallgateError(loginErrors.issuer({ problem }));

/** Headers of the answer are left out: a challenge of the authorization server says nothing that its body does not. */
const issuerFetch =
  (send: ProviderTransport) =>
  async (url: string, init: RequestInit): Promise<Response> => {
    const { status, body } = await fetchProvider(url, { failed: issuerError, init, send });
    return new Response(status === 204 ? null : Buffer.from(body), {
      status: status < 200 ? 502 : status,
      headers: { 'content-type': 'application/json' },
    });
  };

/** How every request to an authorization server leaves. Plain HTTP is refused before, except on this machine. */
export const issuerOptions = (
  send: ProviderTransport,
): {
  readonly [customFetch]: ReturnType<typeof issuerFetch>;
  readonly [allowInsecureRequests]: true;
} => ({ [customFetch]: issuerFetch(send), [allowInsecureRequests]: true });

export const clientAuthFor = ({
  clientAuth,
  clientSecret,
}: Pick<SavedLogin, 'clientAuth' | 'clientSecret'>): ClientAuth => {
  if (clientAuth === 'none' || clientSecret === null) return None();
  return clientAuth === 'basic' ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret);
};

/** What is needed of the authorization server once a person has signed in. */
export const knownIssuer = ({
  issuer,
  tokenEndpoint,
  revocationEndpoint,
}: SavedLogin): AuthorizationServer => ({
  issuer,
  token_endpoint: tokenEndpoint,
  ...(revocationEndpoint === null ? {} : { revocation_endpoint: revocationEndpoint }),
});

export const knownClient = ({ clientId }: Pick<SavedLogin, 'clientId'>): Client => ({ client_id: clientId });

/** What went wrong, without the answer itself: tokens may be in it. */
export const describeIssuerError = (error: unknown): CallgateError => {
  if (error instanceof CallgateError) return error;
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return new CallgateError(loginErrors.refused({ reason: display(error.error, { max: 80 }) }));
  return issuerError(
    error instanceof OperationProcessingError
      ? display(error.message, { max: 200 })
      : identityMessages.provider.unusable,
  );
};
