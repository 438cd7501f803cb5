import { CallgateError, display } from '@callgate/core';
import { parseSafeUrl as checkedUrl, readProviderJson } from '@callgate/gateway/identity';
import { consoleErrors } from '@callgate/messages/errors/console';
import { z } from 'zod';
import type { ConsoleOidc } from '@callgate/gateway/config';

const KEPT_MS = 3_600_000;

const metadataIn = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
});

/** What a provider says of itself. */
export interface ProviderMetadata {
  readonly issuer: string;
  readonly authorize: string;
  readonly token: string;
  readonly keys: string;
  /** The secret goes into the body, because the provider takes it nowhere else. */
  readonly secretInBody: boolean;
  readonly namesItself: boolean;
}

export interface CodeExchange {
  readonly code: string;
  readonly verifier: string;
  readonly returnTo: string;
}

const providerError = (message: string, cause?: unknown): CallgateError =>
  new CallgateError(consoleErrors.providerUnusable({ cause: message }), { cause });

/** Encrypted, or on this machine. */
export const checkSafeUrl = (text: string): URL => checkedUrl(text, providerError);

/** Follows nothing, waits for nothing long, and reads nothing large. */
export const fetchFromProvider = (url: string, init: RequestInit = {}): Promise<unknown> =>
  readProviderJson(url, { init, failed: providerError });

/** One OpenID provider. */
export class OpenIdProvider {
  readonly #settings: ConsoleOidc;
  readonly #now: () => number;
  #known: { readonly metadata: ProviderMetadata; readonly until: number } | undefined;

  constructor(settings: ConsoleOidc, now: () => number) {
    checkSafeUrl(settings.issuer);
    this.#settings = settings;
    this.#now = now;
  }

  async metadata(): Promise<ProviderMetadata> {
    if (this.#known !== undefined && this.#now() < this.#known.until) return this.#known.metadata;
    const { issuer } = this.#settings;
    const read = metadataIn.safeParse(
      await fetchFromProvider(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`),
    );
    if (!read.success) throw new CallgateError(consoleErrors.providerInvalid());
    if (read.data.issuer !== issuer)
      throw new CallgateError(
        consoleErrors.providerOtherName({ issuer: display(read.data.issuer, { max: 120 }) }),
      );
    const methods = read.data.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const metadata: ProviderMetadata = {
      issuer,
      authorize: checkSafeUrl(read.data.authorization_endpoint).href,
      token: checkSafeUrl(read.data.token_endpoint).href,
      keys: checkSafeUrl(read.data.jwks_uri).href,
      secretInBody: !methods.includes('client_secret_basic') && methods.includes('client_secret_post'),
      namesItself: read.data.authorization_response_iss_parameter_supported ?? false,
    };
    this.#known = { metadata, until: this.#now() + KEPT_MS };
    return metadata;
  }

  /** The id token that a code stands for, not yet looked at. */
  async idToken({ code, verifier, returnTo }: CodeExchange): Promise<string> {
    const { token, secretInBody } = await this.metadata();
    const { clientId } = this.#settings;
    const secret = this.#secret();
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: returnTo,
      client_id: clientId,
    });
    if (secret !== undefined && secretInBody) form.set('client_secret', secret);
    const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(secret ?? '')}`;
    const answer = await fetchFromProvider(token, {
      method: 'POST',
      body: form,
      headers: {
        accept: 'application/json',
        ...(secret === undefined || secretInBody
          ? {}
          : { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }),
      },
    });
    const read = z.object({ id_token: z.string().max(64 * 1024) }).safeParse(answer);
    if (!read.success) throw new CallgateError(consoleErrors.idTokenMissing());
    return read.data.id_token;
  }

  #secret(): string | undefined {
    const { secretEnv } = this.#settings;
    if (secretEnv === undefined) return undefined;
    const secret = process.env[secretEnv];
    if (secret === undefined || secret === '')
      throw new CallgateError(consoleErrors.secretMissing({ variable: display(secretEnv, { max: 80 }) }));
    return secret;
  }
}
