import { CallgateError, canonical, display } from '@callgate/core';
import { loginErrors } from '@callgate/messages/errors/login';
import { identityMessages } from '@callgate/messages/identity';
import type { AuthorizationServer } from 'oauth4webapi';
import { processDiscoveryResponse } from 'oauth4webapi';
import { z } from 'zod';
import type { ProviderTransport } from '../identity/ask-provider.ts';
import { askProvider, fetchProvider } from '../identity/ask-provider.ts';
import { metadataUrls } from '../identity/oauth/issuer.ts';
import { CLIENT_INFO } from '../dispatch/upstream-session.ts';
import { LATEST_LEGACY } from '../wire/eras.ts';
import { isIssuerUrl } from './checked-transport.ts';
import { describeIssuerError, issuerError } from './issuer-requests.ts';

/** Who signs people in for a server, and for what. */
export interface DiscoveredIssuer {
  readonly issuer: AuthorizationServer;
  /** What tokens are asked for, as RFC 8707 has it. */
  readonly resource: string;
  /** What the server names; null where it names none. */
  readonly scopes: readonly string[] | null;
}

const PROBE_MS = 15_000;

const INITIALIZE = canonical({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: LATEST_LEGACY, capabilities: {}, clientInfo: CLIENT_INFO },
});

interface Challenge {
  readonly isRefused: boolean;
  readonly metadata: string | null;
  readonly scopes: readonly string[] | null;
}

const parameterOf = (challenge: string, name: string): string | null =>
  new RegExp(`(?:^|[\\s,])${name}\\s*=\\s*"([^"\\\\]{1,2048})"`, 'i').exec(challenge)?.[1] ?? null;

const splitScopes = (text: string | null): readonly string[] | null => {
  const scopes = (text ?? '').split(' ').filter((scope) => scope !== '');
  return scopes.length === 0 ? null : scopes;
};

/** What the server says to a request without a token. */
const askForChallenge = async (url: string, send: ProviderTransport): Promise<Challenge> => {
  let response: Response;
  try {
    response = await send(new URL(url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: INITIALIZE,
      signal: AbortSignal.timeout(PROBE_MS),
    });
  } catch (error) {
    if (error instanceof CallgateError) throw error;
    throw new CallgateError(loginErrors.serverSilent());
  }
  const challenge = response.headers.get('www-authenticate') ?? '';
  const { status } = response;
  await response.body?.cancel();
  return {
    isRefused: status === 401,
    metadata: status === 401 ? parameterOf(challenge, 'resource_metadata') : null,
    scopes: status === 401 ? splitScopes(parameterOf(challenge, 'scope')) : null,
  };
};

const resourceMetadata = z.object({
  resource: z.string().max(2048),
  authorization_servers: z.array(z.string().max(2048)).min(1).max(20),
  scopes_supported: z.array(z.string().max(256)).max(200).optional(),
});

type ResourceMetadata = z.infer<typeof resourceMetadata>;

/** A token for a resource is for everything below its path, and for no other origin. */
const coversUrl = (resource: string, url: string): boolean => {
  const [of, at] = [URL.parse(resource), new URL(url)];
  if (of === null || of.origin !== at.origin || of.search !== '' || of.hash !== '') return false;
  const path = of.pathname.replace(/\/$/, '');
  return at.pathname === path || at.pathname === of.pathname || at.pathname.startsWith(`${path}/`);
};

/** RFC 9728. A server describes itself at its own origin: another address could be anything that Callgate reaches. */
const metadataPlaces = (url: string, named: string | null): readonly string[] => {
  const { origin, pathname } = new URL(url);
  if (named !== null) {
    if (URL.parse(named)?.origin !== origin)
      throw new CallgateError(loginErrors.metadataOrigin({ url: display(named, { max: 120 }) }));
    return [named];
  }
  const wellKnown = `${origin}/.well-known/oauth-protected-resource`;
  return pathname === '/' ? [wellKnown] : [`${wellKnown}${pathname.replace(/\/$/, '')}`, wellKnown];
};

const findResource = async (
  url: string,
  named: string | null,
  send: ProviderTransport,
): Promise<ResourceMetadata | null> => {
  for (const place of metadataPlaces(url, named)) {
    const { status, content } = await askProvider(place, { failed: issuerError, send });
    if (status >= 500) throw issuerError(identityMessages.provider.status({ status }));
    if (status !== 200) continue;
    const read = resourceMetadata.safeParse(content);
    if (!read.success) throw new CallgateError(loginErrors.metadata());
    if (!coversUrl(read.data.resource, url))
      throw new CallgateError(
        loginErrors.otherResource({ resource: display(read.data.resource, { max: 120 }) }),
      );
    return read.data;
  }
  return null;
};

const ENDPOINTS = [
  'authorization_endpoint',
  'token_endpoint',
  'registration_endpoint',
  'revocation_endpoint',
] as const;

const checkIssuer = (issuer: AuthorizationServer, url: string): AuthorizationServer => {
  for (const name of ENDPOINTS) {
    const place: unknown = issuer[name];
    if (place === undefined && name !== 'authorization_endpoint' && name !== 'token_endpoint') continue;
    if (typeof place !== 'string' || !isIssuerUrl(place, url))
      throw new CallgateError(loginErrors.endpoint({ name }));
  }
  const methods: unknown = issuer.code_challenge_methods_supported;
  if (!Array.isArray(methods) || !methods.includes('S256')) throw new CallgateError(loginErrors.pkce());
  return issuer;
};

/** RFC 8414 or OpenID. What calls itself something else is not that issuer. */
const findIssuer = async (
  named: string,
  url: string,
  send: ProviderTransport,
): Promise<AuthorizationServer | null> => {
  if (!isIssuerUrl(named, url))
    throw new CallgateError(loginErrors.issuerUrl({ url: display(named, { max: 120 }) }));
  for (const place of metadataUrls(named)) {
    const { status, body } = await fetchProvider(place, { failed: issuerError, send });
    if (status >= 500) throw issuerError(identityMessages.provider.status({ status }));
    if (status !== 200) continue;
    const response = new Response(Buffer.from(body), { headers: { 'content-type': 'application/json' } });
    const issuer = await processDiscoveryResponse(new URL(named), response).catch((error: unknown) => {
      throw describeIssuerError(error);
    });
    return checkIssuer(issuer, url);
  }
  return null;
};

/** Asks the server, then the authorization server that it names. */
export const discoverIssuer = async (url: string, send: ProviderTransport): Promise<DiscoveredIssuer> => {
  const challenge = await askForChallenge(url, send);
  const resource = await findResource(url, challenge.metadata, send);
  if (resource === null && !challenge.isRefused) throw new CallgateError(loginErrors.notNeeded());
  // a server without metadata is its own authorization server
  const named = resource?.authorization_servers[0] ?? new URL(url).origin;
  const issuer = await findIssuer(named, url, send);
  if (issuer === null) throw new CallgateError(loginErrors.noIssuer());
  return {
    issuer,
    resource: resource?.resource ?? new URL(url).href,
    scopes: challenge.scopes ?? resource?.scopes_supported ?? null,
  };
};
