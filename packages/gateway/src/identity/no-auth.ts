import type { Principal } from '@callgate/core';
import { CallgateError, LOCAL_PRINCIPAL, display } from '@callgate/core';
import { isLoopbackHost } from '@callgate/http';
import { identityErrors } from '@callgate/messages/errors/identity';
import type { Authenticator } from './authenticator.ts';

/** Everybody on this machine is `principal`. For tests: it refuses to stand on an address that others can reach. */
export const noAuth = (host: string, principal: Principal = LOCAL_PRINCIPAL): Authenticator => {
  if (!isLoopbackHost(host)) {
    throw new CallgateError(identityErrors.noAuth({ host: display(host, { max: 80 }) }));
  }
  return ({ remote }) =>
    isLoopbackHost(remote)
      ? { ok: true, principal, tokenId: 'none' }
      : { ok: false, status: 403, challenge: 'Bearer realm="callgate"' };
};
