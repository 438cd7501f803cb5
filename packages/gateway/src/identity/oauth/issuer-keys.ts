import { CallgateError } from '@callgate/core';
import { identityErrors } from '@callgate/messages/errors/identity';
import type { JWTVerifyGetKey } from 'jose';
import { createLocalJWKSet, errors } from 'jose';
import { findKeysUrl, readKeys } from './issuer.ts';

/** A key that the issuer took away is believed no longer than this. */
const KEPT_MS = 5 * 60_000;
/** From then on they are read anew, while nobody waits for it. */
const AHEAD_MS = 3 * 60_000;
const PLACE_KEPT_MS = 3_600_000;
/** Tokens that name unknown keys cannot make Callgate ask more often. */
const UNKNOWN_MS = 10_000;
/** An issuer that fails is left alone for so long. */
const FAILED_MS = 2000;

export interface IssuerKeysOptions {
  readonly issuer: string;
  /** Where the keys are, where the issuer is not asked for it. */
  readonly jwks?: string;
  readonly now: () => number;
  /** Called when the issuer begins to fail, with why, and when it answers again. */
  readonly changed: (failure: CallgateError | null) => void;
}

interface CachedKeys {
  readonly find: JWTVerifyGetKey;
  readonly at: number;
}

/** The keys of an issuer as it published them a short while ago. Without them nobody is let in. */
export class IssuerKeys {
  readonly #options: IssuerKeysOptions;
  #place: { readonly url: string; readonly at: number } | undefined;
  #known: CachedKeys | undefined;
  #reading: Promise<CachedKeys> | undefined;
  #failed: { readonly error: CallgateError; readonly at: number } | undefined;

  constructor(options: IssuerKeysOptions) {
    this.#options = options;
  }

  /** Resolves when there are keys. */
  async ready(): Promise<void> {
    await this.#fresh();
  }

  readonly find: JWTVerifyGetKey = async (header, token) => {
    const known = await this.#fresh();
    try {
      return await known.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || this.#isWithin(known.at, UNKNOWN_MS)) throw error;
    }
    const { find } = await this.#read();
    return await find(header, token);
  };

  /** A clock that was set back makes nothing last longer. */
  #isWithin(at: number, ms: number): boolean {
    const age = this.#options.now() - at;
    return age >= 0 && age < ms;
  }

  async #fresh(): Promise<CachedKeys> {
    const known = this.#known;
    if (known === undefined || !this.#isWithin(known.at, KEPT_MS)) return await this.#read();
    if (!this.#isWithin(known.at, AHEAD_MS)) this.#read().catch(() => {});
    return known;
  }

  /** Coalesces concurrent lookups. */
  #read(): Promise<CachedKeys> {
    if (this.#failed !== undefined && this.#isWithin(this.#failed.at, FAILED_MS))
      return Promise.reject(this.#failed.error);
    this.#reading ??= this.#ask().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #ask(): Promise<CachedKeys> {
    const { now, changed } = this.#options;
    try {
      const keys = await readKeys(await this.#placeOfKeys());
      const known = { find: createLocalJWKSet(keys), at: now() };
      this.#known = known;
      if (this.#failed !== undefined) changed(null);
      this.#failed = undefined;
      return known;
    } catch (cause) {
      const error =
        cause instanceof CallgateError
          ? cause
          : new CallgateError(identityErrors.issuer.keysUnusable(), { cause });
      if (this.#failed === undefined) changed(error);
      this.#failed = { error, at: now() };
      // they may have moved
      this.#place = undefined;
      throw error;
    }
  }

  async #placeOfKeys(): Promise<string> {
    const { issuer, jwks, now } = this.#options;
    if (jwks !== undefined) return jwks;
    if (this.#place === undefined || !this.#isWithin(this.#place.at, PLACE_KEPT_MS))
      this.#place = { url: await findKeysUrl(issuer), at: now() };
    return this.#place.url;
  }
}
