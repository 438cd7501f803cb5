import { CallgateError, display } from '@callgate/core';
import { DEFAULT_PARSE_LIMITS, parseStrict } from '@callgate/core/receive';
import { isLoopbackHost } from '@callgate/http';
import { identityMessages } from '@callgate/messages/identity';

const TIMEOUT_MS = 10_000;
const ANSWER_BYTES = 256 * 1024;

/** Makes an error of a problem, with the help of the caller. */
export type ProviderErrorFactory = (message: string, cause?: unknown) => CallgateError;

/** How a request leaves. */
export type ProviderTransport = (url: URL, init: RequestInit) => Promise<Response>;

export interface ProviderRequestOptions {
  readonly failed: ProviderErrorFactory;
  readonly init?: RequestInit;
  readonly timeoutMs?: number;
  /** `fetch` if absent, which is for a provider that the operator named. */
  readonly send?: ProviderTransport;
}

export interface ProviderAnswer {
  readonly status: number;
  /** Undefined where the answer is not JSON. */
  readonly content: unknown;
}

/** Encrypted, or on this machine. */
export const isSafeUrl = (url: URL): boolean =>
  url.protocol === 'https:' ||
  (url.protocol === 'http:' && isLoopbackHost(url.hostname.replace(/^\[(.*)\]$/, '$1')));

export const parseSafeUrl = (text: string, failed: ProviderErrorFactory): URL => {
  const url = URL.parse(text);
  if (url === null || !isSafeUrl(url))
    throw failed(identityMessages.provider.url({ url: display(text, { max: 120 }) }));
  return url;
};

const bodyOf = async (response: Response, failed: ProviderErrorFactory): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > ANSWER_BYTES) throw failed(identityMessages.provider.tooLarge);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const jsonOf = (body: Uint8Array): unknown => {
  try {
    return parseStrict(body, DEFAULT_PARSE_LIMITS);
  } catch {
    return undefined;
  }
};

/** The status of an answer, and its whole body. */
export interface ProviderResponse {
  readonly status: number;
  readonly body: Uint8Array;
}

/** Asks a provider of identities. Follows nothing, waits for nothing long, and reads nothing large. */
export const fetchProvider = async (
  url: string,
  asking: ProviderRequestOptions,
): Promise<ProviderResponse> => {
  const { failed, init = {}, timeoutMs = TIMEOUT_MS, send = (to, how) => fetch(to, how) } = asking;
  const place = parseSafeUrl(url, failed);
  const tooMuch: { error?: CallgateError } = {};
  try {
    const response = await send(place, {
      ...init,
      // not followed: where it leads is nobody's word
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body = await bodyOf(response, (message) => (tooMuch.error = failed(message)));
    return { status: response.status, body };
  } catch (cause) {
    if (cause instanceof CallgateError) throw cause;
    throw tooMuch.error ?? failed(identityMessages.provider.silent, cause);
  }
};

/** The same for an answer in JSON. */
export const askProvider = async (url: string, asking: ProviderRequestOptions): Promise<ProviderAnswer> => {
  const { status, body } = await fetchProvider(url, asking);
  return { status, content: jsonOf(body) };
};

/** What a provider says, where it says something. */
export const readProviderJson = async (url: string, asking: ProviderRequestOptions): Promise<unknown> => {
  const { status, content } = await askProvider(url, asking);
  if (status < 200 || status > 299) throw asking.failed(identityMessages.provider.status({ status }));
  if (content === undefined) throw asking.failed(identityMessages.provider.notJson);
  return content;
};
