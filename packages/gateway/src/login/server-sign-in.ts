import type { ServerConfig } from '../config/gateway-config.ts';
import type { AccessTokens, ServerSignIn } from '../dispatch/access-tokens.ts';
import { findSecrets } from '../dispatch/find-secrets.ts';
import { isSafeUrl } from '../identity/ask-provider.ts';
import { hasLogin } from './login-place.ts';

/** Loads what reads sign-ins only where there is one: most servers need none. */
const lazyTokens = (home: string, server: ServerConfig, target: string, url: string): AccessTokens => {
  let tokens: Promise<AccessTokens> | null | undefined;
  const load = (): Promise<AccessTokens> =>
    import('./saved-access-tokens.ts').then(
      ({ SavedAccessTokens }) =>
        new SavedAccessTokens({
          home,
          server: server.server,
          target,
          url,
          allowPrivate: server.allowPrivate,
        }),
    );
  const find = (): Promise<AccessTokens> | null => (tokens ??= hasLogin(home, url) ? load() : null);
  return {
    get: async () => (await find())?.get() ?? null,
    renew: async (refused) => {
      // a person may have signed in since
      if (tokens === null) tokens = undefined;
      return (await (await find())?.renew(refused)) ?? false;
    },
  };
};

const hasAuthorization = (headers: Readonly<Record<string, string>>): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');

/** How Callgate signs in to a server; undefined where tokens must not be sent to it, or are given in a header. */
export const createServerSignIn = (
  home: string,
  server: ServerConfig,
  isNamedInFile: boolean,
): ServerSignIn | undefined => {
  const { reach } = server;
  if (reach.kind !== 'http' || hasAuthorization(reach.headers) || !isSafeUrl(new URL(reach.url)))
    return undefined;
  const { url } = reach;
  // an address may be a secret itself
  const target = isNamedInFile ? server.server : findSecrets(reach).length > 0 ? 'URL' : url;
  return { target, openTokens: () => lazyTokens(home, server, target, url) };
};
