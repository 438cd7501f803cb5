import { CallgateError, display } from '@callgate/core';
import { loginErrors } from '@callgate/messages/errors/login';
import type { ServerConfig } from '@callgate/gateway/config';
import { defaultServerConfig } from '@callgate/gateway/config';
import { findConfig } from '../home/find-config.ts';
import type { HomePaths } from '../home/home-paths.ts';
import { loadGatewaySetup } from '../home/load-gateway-setup.ts';
import { checkUrl } from '../options/reach-options.ts';

/** A server that is reached by a URL. */
export interface LoginServer {
  readonly name: string;
  readonly reach: Extract<ServerConfig['reach'], { kind: 'http' }>;
  readonly allowPrivate: readonly string[];
}

const toLoginServer = ({ server, reach, allowPrivate }: ServerConfig): readonly LoginServer[] =>
  reach.kind === 'http' ? [{ name: server, reach, allowPrivate }] : [];

/** Servers with a URL in callgate.yaml; none where there is no such file and none is named. */
export const readLoginServers = async (
  config: string | undefined,
  home: HomePaths,
): Promise<readonly LoginServer[]> => {
  try {
    const found = findConfig(config, { here: process.cwd(), home: home.folder });
    const { value } = await loadGatewaySetup(found, home, { withoutPacks: true });
    return value.config.servers.flatMap(toLoginServer);
  } catch (error) {
    if (config === undefined && error instanceof CallgateError && error.code === 'CONFIG_NONE') return [];
    throw error;
  }
};

const isUrl = (text: string): boolean => /^https?:\/\//i.test(text);

/** The server that a person means: a name in callgate.yaml, or a URL. */
export const findLoginServer = (wanted: string, servers: readonly LoginServer[]): LoginServer => {
  if (isUrl(wanted)) {
    const url = checkUrl(wanted);
    const known = servers.find(({ reach }) => reach.url === url);
    if (known !== undefined) return known;
    const usual = defaultServerConfig('server', { kind: 'http', url, headers: {} });
    return {
      name: url,
      reach: { kind: 'http', url, headers: {} },
      allowPrivate: usual.allowPrivate,
    };
  }
  const found = servers.find(({ name }) => name === wanted);
  if (found !== undefined) return found;
  throw new CallgateError(
    loginErrors.unknownServer({
      name: display(wanted, { max: 80 }),
      known: servers.map(({ name }) => display(name, { max: 80 })).join(', '),
    }),
  );
};

export const hasAuthorization = ({ reach }: LoginServer): boolean =>
  Object.keys(reach.headers).some((header) => header.toLowerCase() === 'authorization');
