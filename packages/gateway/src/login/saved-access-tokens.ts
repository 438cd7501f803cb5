import { CallgateError } from '@callgate/core';
import type { AccessTokens } from '../dispatch/access-tokens.ts';
import { signInRequiredError } from '../dispatch/upstream-errors.ts';
import { createCheckedTransport, issuerHosts } from './checked-transport.ts';
import { hasLogin } from './login-place.ts';
import { LoginStore } from './login-store.ts';
import { LoginRefusedError, refreshLogin } from './refresh-login.ts';
import type { SavedLogin } from './saved-login.ts';
import { isFreshLogin } from './saved-login.ts';

export interface SavedAccessTokensOptions {
  readonly home: string;
  readonly server: string;
  /** What `callgate login` takes. */
  readonly target: string;
  readonly url: string;
  readonly allowPrivate: readonly string[];
  readonly store?: LoginStore;
  readonly now?: () => number;
}

/** A server that refuses a token as young as this refuses the next one too. */
const YOUNG_MS = 10_000;

/** Requests of this process that wait for the same renewal. */
const renewals = new Map<string, Promise<SavedLogin>>();

/** Tokens of a saved sign-in, renewed before they expire. */
export class SavedAccessTokens implements AccessTokens {
  readonly #options: SavedAccessTokensOptions;
  readonly #store: LoginStore;
  readonly #now: () => number;
  #login: SavedLogin | null = null;

  constructor(options: SavedAccessTokensOptions) {
    this.#options = options;
    this.#store = options.store ?? new LoginStore(options.home);
    this.#now = options.now ?? Date.now;
  }

  async get(): Promise<string | null> {
    // forgotten by another process
    if (!hasLogin(this.#options.home, this.#options.url)) return (this.#login = null);
    this.#login ??= await this.#read();
    if (this.#login === null) return null;
    if (!isFreshLogin(this.#login, this.#now())) this.#login = await this.#renewed(this.#login, false);
    return this.#login.accessToken;
  }

  async renew(refused: string | null): Promise<boolean> {
    try {
      const login = await this.#read();
      this.#login = login;
      if (login === null) return false;
      if (login.accessToken !== refused && isFreshLogin(login, this.#now())) return true;
      if (this.#now() - login.savedAt < YOUNG_MS) return false;
      this.#login = await this.#renewed(login, true);
      return true;
    } catch {
      return false;
    }
  }

  async #read(): Promise<SavedLogin | null> {
    const login = await this.#store.read(this.#options.url);
    // the address decides, never the name
    return login !== null && login.url === this.#options.url ? login : null;
  }

  async #renewed(stale: SavedLogin, isRefused: boolean): Promise<SavedLogin> {
    const key = `${this.#options.home}\n${this.#options.url}\n${stale.accessToken}`;
    const waiting = renewals.get(key);
    if (waiting !== undefined) return await waiting;
    const renewal = this.#store
      .exclusively(this.#options.url, () => this.#renewAlone(stale, isRefused))
      .finally(() => renewals.delete(key));
    renewals.set(key, renewal);
    return await renewal;
  }

  /** Another process may have renewed it meanwhile. A refresh token counts once, so what it gave is used. */
  async #renewAlone(stale: SavedLogin, isRefused: boolean): Promise<SavedLogin> {
    const { server, target, url, allowPrivate } = this.#options;
    const login = await this.#read();
    if (login === null) throw signInRequiredError(server, target);
    const isOther = login.accessToken !== stale.accessToken;
    if (isOther && isFreshLogin(login, this.#now())) return login;
    const isUsable = !isRefused && login.expiresAt !== null && this.#now() < login.expiresAt;
    if (login.refreshToken === null) {
      if (isUsable) return login;
      throw signInRequiredError(server, target);
    }
    try {
      const send = createCheckedTransport(issuerHosts(url, allowPrivate));
      const next = await refreshLogin(login, login.refreshToken, send, this.#now());
      await this.#store.update(next);
      return next;
    } catch (error) {
      if (error instanceof LoginRefusedError) {
        const ended = { ...login, refreshToken: null };
        await this.#store.update(ended);
        if (isUsable) return ended;
        throw signInRequiredError(server, target);
      }
      if (isUsable && error instanceof CallgateError) return login;
      throw error;
    }
  }
}
