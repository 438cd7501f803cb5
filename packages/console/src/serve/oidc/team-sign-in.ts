import { hash } from 'node:crypto';
import type { Clock } from '@callgate/gate';
import type { JWTVerifyGetKey } from 'jose';
import { createRemoteJWKSet, customFetch } from 'jose';
import { z } from 'zod';
import { HttpRefusal, digestSecret, mintSecret } from '@callgate/http';
import { consoleErrors } from '@callgate/messages/errors/console';
import type { ConsoleOidc } from '@callgate/gateway/config';
import type { TeamMember } from './verify-id-token.ts';
import { verifyIdToken } from './verify-id-token.ts';
import { OpenIdProvider, fetchFromProvider, checkSafeUrl } from './openid-provider.ts';
import type { OneTimeTokens } from '../one-time-tokens.ts';
import type { PendingSignIn } from './pending-sign-in.ts';

const returnedIn = z.strictObject({
  state: z.string().min(1).max(200),
  code: z.string().min(1).max(8192),
  iss: z.string().max(2048).optional(),
});

const unknownSignIn = (): HttpRefusal => new HttpRefusal(401, consoleErrors.stateInvalid());

export interface SignInStart {
  /** Where the browser goes now. */
  readonly url: string;
  /** Kept by the browser until it comes back. */
  readonly browser: string;
}

/** Sign-in by an OpenID provider: authorization code, PKCE, state and nonce. */
export class TeamSignIn {
  readonly #settings: ConsoleOidc;
  readonly #returnTo: string;
  readonly #clock: Clock;
  readonly #provider: OpenIdProvider;
  readonly #rounds: OneTimeTokens<PendingSignIn>;
  #keys: { readonly at: string; readonly find: JWTVerifyGetKey } | undefined;

  constructor(settings: ConsoleOidc, returnTo: string, clock: Clock, rounds: OneTimeTokens<PendingSignIn>) {
    this.#settings = settings;
    this.#returnTo = returnTo;
    this.#clock = clock;
    this.#rounds = rounds;
    this.#provider = new OpenIdProvider(settings, () => clock.now());
  }

  async begin(): Promise<SignInStart> {
    const { authorize } = await this.#provider.metadata();
    const [state, nonce, verifier, browser] = [mintSecret(), mintSecret(), mintSecret(), mintSecret()];
    await this.#rounds.keep(state, { nonce, verifier, browser: digestSecret(browser) });
    const url = new URL(authorize);
    const asked = {
      response_type: 'code',
      client_id: this.#settings.clientId,
      redirect_uri: this.#returnTo,
      scope: 'openid profile email',
      state,
      nonce,
      code_challenge: hash('sha256', verifier, 'base64url'),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
    return { url: url.href, browser };
  }

  async finish(body: unknown, browser: string | undefined): Promise<TeamMember> {
    const read = returnedIn.safeParse(body);
    if (!read.success) throw unknownSignIn();
    const { state, code, iss } = read.data;
    const round = await this.#rounds.spend(state);
    if (round === undefined || browser === undefined) throw unknownSignIn();
    if (round.browser !== digestSecret(browser)) throw unknownSignIn();
    const { issuer, keys, namesItself } = await this.#provider.metadata();
    if (iss === undefined ? namesItself : iss !== issuer) throw unknownSignIn();
    const { nonce, verifier } = round;
    const token = await this.#provider.idToken({ code, verifier, returnTo: this.#returnTo });
    const now = this.#clock.now();
    return await verifyIdToken(token, this.#keysAt(keys), this.#settings, { issuer, nonce, now });
  }

  #keysAt(at: string): JWTVerifyGetKey {
    if (this.#keys?.at !== at)
      this.#keys = {
        at,
        find: createRemoteJWKSet(checkSafeUrl(at), {
          [customFetch]: async (url) => Response.json(await fetchFromProvider(url)),
        }),
      };
    return this.#keys.find;
  }
}
