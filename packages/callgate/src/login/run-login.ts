import { CallgateError, display } from '@callgate/core';
import type { SavedLogin } from '@callgate/gateway/login';
import { LoginStore, beginLogin, listenForRedirect, revokeLogin } from '@callgate/gateway/login';
import { loginMessages } from '@callgate/messages/cli/login';
import { loginErrors } from '@callgate/messages/errors/login';
import { openBrowser } from '../console/open-browser.ts';
import type { HomePaths } from '../home/home-paths.ts';
import { refuseWritableHome } from '../home/refuse-writable-home.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { write } from '../show/style.ts';
import type { LoginServer } from './find-login-server.ts';
import { hasAuthorization } from './find-login-server.ts';
import { expiryText } from './login-text.ts';

const BROWSER_MS = 10 * 60_000;

export interface RunLoginOptions {
  readonly home: HomePaths;
  /** 0 takes any that is free. */
  readonly port: number;
  readonly opensBrowser: boolean;
  readonly json: boolean;
}

const nameOf = ({ name }: LoginServer): string => display(name, { max: 300 });

/** Signs in to a server with the person's browser, and saves the tokens. */
export const runLogin = async (server: LoginServer, options: RunLoginOptions): Promise<void> => {
  const { home, port, opensBrowser, json } = options;
  if (hasAuthorization(server)) throw new CallgateError(loginErrors.header({ name: nameOf(server) }));
  refuseWritableHome(home.folder);
  const listener = await listenForRedirect(port);
  let login: SavedLogin;
  try {
    const pending = await beginLogin({
      server: server.name,
      url: server.reach.url,
      auth: server.reach.auth ?? {},
      allowPrivate: server.allowPrivate,
      redirectUri: listener.redirectUri,
    });
    const returned = listener.wait(pending.state, BROWSER_MS);
    const text = loginMessages.opening({
      server: nameOf(server),
      issuer: display(pending.issuer, { max: 200 }),
    });
    // standard output stays JSON
    process.stderr.write(`${text}\n\n  ${pending.authorizationUrl}\n\n`);
    if (opensBrowser) openBrowser(pending.authorizationUrl);
    login = await pending.finish(await returned);
  } finally {
    await listener.close();
  }
  const store = new LoginStore(home.folder);
  const place = await store.exclusively(login.url, () => store.save(login));
  if (json) {
    const { issuer, scope, expiresAt, refreshToken } = login;
    write(asciiJson({ server: server.name, issuer, scope, expiresAt, renews: refreshToken !== null }));
    return;
  }
  write(
    [
      loginMessages.signedIn({ server: nameOf(server), expiry: expiryText(login, Date.now()) }),
      place === 'keyring' ? loginMessages.keptInKeyring : loginMessages.keptInFile,
      loginMessages.gateways,
    ].join('\n'),
  );
};

/** One that cannot be read can still be removed. */
const readForRemoval = async (store: LoginStore, url: string): Promise<SavedLogin | 'unreadable' | null> => {
  try {
    return await store.read(url);
  } catch (error) {
    if (error instanceof CallgateError) return 'unreadable';
    throw error;
  }
};

/** Removes the sign-in to a server, and revokes its tokens. */
export const forgetLogin = async (
  server: LoginServer,
  { home, json }: Pick<RunLoginOptions, 'home' | 'json'>,
): Promise<void> => {
  const { reach, allowPrivate } = server;
  const store = new LoginStore(home.folder);
  const revoked = await store.exclusively(reach.url, async () => {
    const login = await readForRemoval(store, reach.url);
    if (login === null) throw new CallgateError(loginErrors.notSignedIn({ name: nameOf(server) }));
    await store.remove(reach.url);
    return login !== 'unreadable' && (await revokeLogin(login, allowPrivate));
  });
  write(
    json
      ? asciiJson({ server: server.name, forgotten: true, revoked })
      : `${loginMessages.forgotten({ server: nameOf(server) })} ${revoked ? loginMessages.revoked : loginMessages.notRevoked}`,
  );
};
