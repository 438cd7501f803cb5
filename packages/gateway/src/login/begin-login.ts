import { CallgateError } from '@callgate/core';
import { loginErrors } from '@callgate/messages/errors/login';
import type { AuthorizationServer } from 'oauth4webapi';
import {
  authorizationCodeGrantRequest,
  calculatePKCECodeChallenge,
  dynamicClientRegistrationRequest,
  generateRandomCodeVerifier,
  generateRandomState,
  processAuthorizationCodeResponse,
  processDynamicClientRegistrationResponse,
  validateAuthResponse,
} from 'oauth4webapi';
import type { ServerAuth } from '../config/gateway-config.ts';
import type { ProviderTransport } from '../identity/ask-provider.ts';
import { isSafeUrl } from '../identity/ask-provider.ts';
import { createCheckedTransport, issuerHosts } from './checked-transport.ts';
import { discoverIssuer } from './discover-issuer.ts';
import { clientAuthFor, describeIssuerError, issuerOptions, knownClient } from './issuer-requests.ts';
import { withTokens } from './refresh-login.ts';
import type { SavedLogin } from './saved-login.ts';

export interface LoginRequest {
  /** What the person named the server by. */
  readonly server: string;
  readonly url: string;
  readonly auth: ServerAuth;
  readonly allowPrivate: readonly string[];
  /** On this machine; the authorization server sends the browser back there. */
  readonly redirectUri: string;
  readonly now?: () => number;
}

/** A sign-in that waits for the browser. */
export interface PendingLogin {
  /** Where the browser goes. */
  readonly authorizationUrl: string;
  readonly issuer: string;
  readonly state: string;
  /** The sign-in that the browser came back with. Checks state and issuer, and exchanges the code. */
  finish(parameters: URLSearchParams): Promise<SavedLogin>;
}

type LoginClient = Pick<SavedLogin, 'clientId' | 'clientSecret' | 'clientAuth'>;

const supportedAuth = (issuer: AuthorizationServer): readonly string[] | undefined =>
  issuer.token_endpoint_auth_methods_supported;

const secretAuth = (issuer: AuthorizationServer): 'basic' | 'post' => {
  const methods = supportedAuth(issuer) ?? ['client_secret_basic'];
  return !methods.includes('client_secret_basic') && methods.includes('client_secret_post')
    ? 'post'
    : 'basic';
};

const registerClient = async (
  issuer: AuthorizationServer,
  redirectUri: string,
  send: ProviderTransport,
): Promise<LoginClient> => {
  if (issuer.registration_endpoint === undefined) throw new CallgateError(loginErrors.clientId());
  const isPublic = supportedAuth(issuer)?.includes('none') ?? true;
  const wanted = isPublic ? 'none' : `client_secret_${secretAuth(issuer)}`;
  const response = await dynamicClientRegistrationRequest(
    issuer,
    {
      client_name: 'Callgate',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: wanted,
      application_type: 'native',
    },
    issuerOptions(send),
  );
  const client = await processDynamicClientRegistrationResponse(response);
  const { client_secret: secret, token_endpoint_auth_method: method = wanted } = client;
  if (typeof secret !== 'string' || method === 'none')
    return { clientId: client.client_id, clientSecret: null, clientAuth: 'none' };
  return {
    clientId: client.client_id,
    clientSecret: secret,
    clientAuth: method === 'client_secret_post' ? 'post' : 'basic',
  };
};

const findClient = async (
  issuer: AuthorizationServer,
  { auth, redirectUri }: LoginRequest,
  send: ProviderTransport,
): Promise<LoginClient> => {
  if (auth.clientId === undefined) return await registerClient(issuer, redirectUri, send);
  return auth.clientSecret === undefined
    ? { clientId: auth.clientId, clientSecret: null, clientAuth: 'none' }
    : { clientId: auth.clientId, clientSecret: auth.clientSecret, clientAuth: secretAuth(issuer) };
};

/** A refresh token may have to be asked for. */
const chooseScopes = (
  configured: readonly string[] | undefined,
  named: readonly string[] | null,
  issuer: AuthorizationServer,
): readonly string[] => {
  if (configured !== undefined) return configured;
  const isOffline = issuer.scopes_supported?.includes('offline_access') === true;
  return named === null ? [] : [...new Set([...named, ...(isOffline ? ['offline_access'] : [])])];
};

const authorizationUrl = (
  endpoint: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string => {
  const url = new URL(endpoint);
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined && value !== '') url.searchParams.set(name, value);
  return url.href;
};

/** Finds out who signs people in for a server, and prepares the page that the browser opens. */
export const beginLogin = async (request: LoginRequest): Promise<PendingLogin> => {
  const { server, url, auth, redirectUri, now = Date.now } = request;
  if (!isSafeUrl(new URL(url))) throw new CallgateError(loginErrors.plainHttp());
  const send = createCheckedTransport(issuerHosts(url, request.allowPrivate));
  const { issuer, resource, scopes } = await discoverIssuer(url, send);
  const client = await findClient(issuer, request, send).catch((error: unknown) => {
    throw describeIssuerError(error);
  });
  const { authorization_endpoint: authorize = '', token_endpoint: tokenEndpoint = '' } = issuer;
  const [state, verifier] = [generateRandomState(), generateRandomCodeVerifier()];
  const scope = chooseScopes(auth.scopes, scopes, issuer).join(' ');
  const known = knownClient(client);
  return {
    issuer: issuer.issuer,
    state,
    authorizationUrl: authorizationUrl(authorize, {
      response_type: 'code',
      client_id: client.clientId,
      redirect_uri: redirectUri,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      resource,
      scope,
    }),
    finish: async (parameters) => {
      try {
        const checked = validateAuthResponse(issuer, known, parameters, state);
        const response = await authorizationCodeGrantRequest(
          issuer,
          known,
          clientAuthFor(client),
          checked,
          redirectUri,
          verifier,
          { ...issuerOptions(send), additionalParameters: { resource } },
        );
        const answer = await processAuthorizationCodeResponse(issuer, known, response);
        const login = {
          server,
          url,
          issuer: issuer.issuer,
          resource,
          tokenEndpoint,
          revocationEndpoint: issuer.revocation_endpoint ?? null,
          ...client,
          refreshToken: null,
          scope: scope === '' ? null : scope,
        };
        return withTokens(login, answer, now());
      } catch (error) {
        throw describeIssuerError(error);
      }
    },
  };
};
