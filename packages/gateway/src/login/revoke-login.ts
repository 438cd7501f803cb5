import { processRevocationResponse, revocationRequest } from 'oauth4webapi';
import { createCheckedTransport, issuerHosts } from './checked-transport.ts';
import { clientAuthFor, issuerOptions, knownClient, knownIssuer } from './issuer-requests.ts';
import type { SavedLogin } from './saved-login.ts';

/** Tells the authorization server that the tokens are over. False where it has no way to be told, or did not take it. */
export const revokeLogin = async (login: SavedLogin, allowPrivate: readonly string[]): Promise<boolean> => {
  if (login.revocationEndpoint === null) return false;
  const options = issuerOptions(createCheckedTransport(issuerHosts(login.url, allowPrivate)));
  const [issuer, client] = [knownIssuer(login), knownClient(login)];
  try {
    for (const token of [login.refreshToken, login.accessToken])
      if (token !== null)
        await processRevocationResponse(
          await revocationRequest(issuer, client, clientAuthFor(login), token, options),
        );
    return true;
  } catch {
    return false;
  }
};
