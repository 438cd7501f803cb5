import { Readable } from 'node:stream';
import { isLoopbackHost } from '@callgate/http';
import { HttpClient } from '../dispatch/http-client.ts';
import type { ProviderTransport } from '../identity/ask-provider.ts';

const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

const isLoopbackUrl = (url: string): boolean =>
  isLoopbackHost(new URL(url).hostname.replace(/^\[(.*)\]$/, '$1'));

/** Private hosts that an authorization server may be at: those allowed for its server, and this machine where the server is here too. */
export const issuerHosts = (serverUrl: string, allowPrivate: readonly string[]): readonly string[] =>
  isLoopbackUrl(serverUrl) ? [...allowPrivate, 'localhost', '127.0.0.0/8', '[::1]'] : allowPrivate;

/** Whether an address that a server names may be used: encrypted, or on this machine like the server itself. */
export const isIssuerUrl = (text: string, serverUrl: string): boolean => {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return false;
  return (
    url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackUrl(text) && isLoopbackUrl(serverUrl))
  );
};

/** For addresses that a server names: each connection goes only where egress lets servers be reached. */
export const createCheckedTransport =
  (allowPrivate: readonly string[]): ProviderTransport =>
  (url, { method = 'GET', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const client = new HttpClient({
        server: url.host,
        reach: { kind: 'http', url: url.href, headers: {} },
        messageBytes: 0,
        allowPrivate,
      });
      const text = body instanceof URLSearchParams || typeof body === 'string' ? String(body) : '';
      const request = client.start(
        method === 'POST' ? 'POST' : 'GET',
        [
          ...[...new Headers(headers)].flat(),
          ...(method === 'POST' ? ['Content-Length', String(Buffer.byteLength(text))] : []),
        ],
        true,
      );
      const abort = (): void => void request.destroy(new Error('timeout'));
      signal?.addEventListener('abort', abort, { once: true });
      request.on('close', () => signal?.removeEventListener('abort', abort));
      request.on('error', reject);
      request.on('response', (response) => {
        const status = response.statusCode ?? 0;
        const challenge = response.headers['www-authenticate'];
        if (BODILESS.has(status)) response.resume();
        resolve(
          new Response(BODILESS.has(status) ? null : (Readable.toWeb(response) as ReadableStream), {
            status,
            headers: challenge === undefined ? {} : { 'www-authenticate': challenge },
          }),
        );
      });
      request.end(text);
    });
