import { hash } from 'node:crypto';
import type { Clock } from '@callgate/gate';
import type { JWTVerifyGetKey } from 'jose';
import { createRemoteJWKSet, customFetch } from 'jose';
import { z } from 'zod';
import { HttpRefusal, digestOf, mintSecret } from '@callgate/http';
import type { OidcSettings } from '../settings.ts';
import type { Member } from './id-token.ts';
import { memberOf } from './id-token.ts';
import { Provider, ask, safeUrl } from './provider.ts';
import type { OneTimeNotes } from '../one-time-notes.ts';
import type { Round } from './rounds.ts';

const returnedIn = z.strictObject({
  state: z.string().min(1).max(200),
  code: z.string().min(1).max(8192),
  iss: z.string().max(2048).optional(),
});

const notBegun = (): HttpRefusal =>
  new HttpRefusal(
    401,
    'CONSOLE_STATE',
    'this sign-in was not begun in this browser, or is over',
    'begin again at /sign-in',
  );

export interface Begun {
  /** Where the browser goes now. */
  readonly url: string;
  /** Kept by the browser until it comes back. */
  readonly browser: string;
}

/** Sign-in by an OpenID provider: authorization code, PKCE, state and nonce. */
export class TeamSignIn {
  readonly #settings: OidcSettings;
  readonly #returnTo: string;
  readonly #clock: Clock;
  readonly #provider: Provider;
  readonly #rounds: OneTimeNotes<Round>;
  #keys: { readonly at: string; readonly find: JWTVerifyGetKey } | undefined;

  constructor(settings: OidcSettings, returnTo: string, clock: Clock, rounds: OneTimeNotes<Round>) {
    this.#settings = settings;
    this.#returnTo = returnTo;
    this.#clock = clock;
    this.#rounds = rounds;
    this.#provider = new Provider(settings, () => clock.now());
  }

  async begin(): Promise<Begun> {
    const { authorize } = await this.#provider.metadata();
    const [state, nonce, verifier, browser] = [mintSecret(), mintSecret(), mintSecret(), mintSecret()];
    await this.#rounds.keep(state, { nonce, verifier, browser: digestOf(browser) });
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

  async finish(body: unknown, browser: string | undefined): Promise<Member> {
    const read = returnedIn.safeParse(body);
    if (!read.success) throw notBegun();
    const { state, code, iss } = read.data;
    const round = await this.#rounds.spend(state);
    if (round === undefined || browser === undefined) throw notBegun();
    if (round.browser !== digestOf(browser)) throw notBegun();
    const { issuer, keys, namesItself } = await this.#provider.metadata();
    if (iss === undefined ? namesItself : iss !== issuer) throw notBegun();
    const { nonce, verifier } = round;
    const token = await this.#provider.idToken({ code, verifier, returnTo: this.#returnTo });
    const now = this.#clock.now();
    return await memberOf(token, this.#keysAt(keys), this.#settings, { issuer, nonce, now });
  }

  #keysAt(at: string): JWTVerifyGetKey {
    if (this.#keys?.at !== at)
      this.#keys = {
        at,
        find: createRemoteJWKSet(safeUrl(at), {
          [customFetch]: async (url) => Response.json(await ask(url)),
        }),
      };
    return this.#keys.find;
  }
}
