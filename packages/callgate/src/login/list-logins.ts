import { CallgateError, display } from '@callgate/core';
import type { SavedLogin } from '@callgate/gateway/login';
import { LoginStore, isEndedLogin } from '@callgate/gateway/login';
import { isLoopback } from '@callgate/gateway/config';
import { loginMessages } from '@callgate/messages/cli/login';
import { findLiveGates } from '@callgate/operations/socket';
import type { HomePaths } from '../home/home-paths.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { write } from '../show/style.ts';
import type { LoginServer } from './find-login-server.ts';
import { hasAuthorization } from './find-login-server.ts';
import { loginText } from './login-text.ts';

const { state: texts } = loginMessages;

/** One server in the list. Nothing of it is secret. */
interface LoginEntry {
  readonly server: string;
  readonly state: 'signed-in' | 'ended' | 'needed' | 'header' | 'plain-http' | 'unreadable' | 'none';
  readonly issuer: string | null;
  readonly scope: string | null;
  readonly expiresAt: number | null;
  readonly renews: boolean;
  readonly text: string;
}

const withoutLogin = (server: string, state: LoginEntry['state'], text: string): LoginEntry => ({
  server,
  state,
  issuer: null,
  scope: null,
  expiresAt: null,
  renews: false,
  text,
});

const withLogin = (server: string, login: SavedLogin, now: number): LoginEntry => ({
  server,
  state: isEndedLogin(login, now) ? 'ended' : 'signed-in',
  issuer: login.issuer,
  scope: login.scope,
  expiresAt: login.expiresAt,
  renews: login.refreshToken !== null,
  text: loginText(login, display(server, { max: 300 }), now),
});

const entryOf = async (
  server: LoginServer,
  store: LoginStore,
  needed: ReadonlySet<string>,
  now: number,
): Promise<LoginEntry> => {
  const { name, reach } = server;
  if (hasAuthorization(server)) return withoutLogin(name, 'header', texts.header);
  const url = new URL(reach.url);
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return withoutLogin(name, 'plain-http', texts.plainHttp);
  try {
    const login = await store.read(reach.url);
    if (login !== null) return withLogin(name, login, now);
  } catch (error) {
    if (!(error instanceof CallgateError)) throw error;
    return withoutLogin(name, 'unreadable', texts.unreadable);
  }
  return needed.has(name)
    ? withoutLogin(name, 'needed', texts.needed({ target: display(name, { max: 300 }) }))
    : withoutLogin(name, 'none', texts.none);
};

/** Sign-ins to servers that callgate.yaml does not name. */
const otherLogins = async (
  servers: readonly LoginServer[],
  store: LoginStore,
): Promise<readonly SavedLogin[]> => {
  const urls = new Set(servers.map(({ reach }) => reach.url));
  try {
    return (await store.list()).filter(({ url }) => !urls.has(url));
  } catch (error) {
    // each of its own servers says so itself
    if (error instanceof CallgateError) return [];
    throw error;
  }
};

/** Lists servers that need or have a sign-in. */
export const listLogins = async (
  servers: readonly LoginServer[],
  home: HomePaths,
  json: boolean,
): Promise<void> => {
  const now = Date.now();
  const store = new LoginStore(home.folder);
  const gates = await findLiveGates(home.folder);
  const needed = new Set(
    gates.flatMap((gate) =>
      (gate.servers ?? []).filter(({ state }) => state === 'sign-in').map(({ server }) => server),
    ),
  );
  const entries = [
    ...(await Promise.all(servers.map((server) => entryOf(server, store, needed, now)))),
    ...(await otherLogins(servers, store)).map((login) => withLogin(login.url, login, now)),
  ];
  if (json) write(asciiJson(entries.map(({ text: _, ...entry }) => entry)));
  else if (entries.length === 0) write(loginMessages.noServers);
  else {
    const names = entries.map(({ server }) => display(server, { max: 120 }));
    const width = Math.max(...names.map(({ length }) => length));
    for (const [at, { text }] of entries.entries()) write(`${(names[at] ?? '').padEnd(width)}  ${text}`);
  }
};
