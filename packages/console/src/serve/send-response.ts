import type { ServerResponse } from 'node:http';
import type { CrossSiteProblem } from '@callgate/http';
import { HttpRefusal, toErrorBody } from '@callgate/http';
import { consoleErrors } from '@callgate/messages/errors/console';

export const CSP_REPORT_PATH = '/csp-report';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  `report-uri ${CSP_REPORT_PATH}`,
].join('; ');

/** On every answer, whatever it is. */
const SAFE: Readonly<Record<string, string>> = Object.freeze({
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
  'x-dns-prefetch-control': 'off',
});

export type ResponseHeaders = Readonly<Record<string, string | string[]>>;

export const NO_STORE: ResponseHeaders = { 'cache-control': 'no-store' };

export const writeHead = (response: ServerResponse, status: number, headers: ResponseHeaders): void => {
  response.writeHead(status, { ...SAFE, ...headers });
};

export const sendBytes = (
  response: ServerResponse,
  bytes: Uint8Array,
  headers: ResponseHeaders,
  status = 200,
): void => {
  writeHead(response, status, { ...headers, 'content-length': String(bytes.length) });
  response.end(response.req.method === 'HEAD' ? undefined : bytes);
};

export const sendJson = (
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: ResponseHeaders = {},
): void => {
  const text = JSON.stringify(value) ?? 'null';
  sendBytes(
    response,
    Buffer.from(text),
    { ...NO_STORE, 'content-type': 'application/json; charset=utf-8', ...headers },
    status,
  );
};

/** A body that was not read cannot be left lying on the connection. */
export const sendRefusal = (response: ServerResponse, refusal: HttpRefusal): void => {
  const headers: Record<string, string> = response.req.complete ? {} : { connection: 'close' };
  for (let at = 0; at + 1 < refusal.headers.length; at += 2)
    headers[refusal.headers[at] ?? ''] = refusal.headers[at + 1] ?? '';
  sendJson(response, refusal.status, toErrorBody(refusal), headers);
};

/** Pages of other sites may not do this. */
export const refuseCrossSite = (problem: CrossSiteProblem | undefined): void => {
  if (problem !== undefined) throw new HttpRefusal(403, consoleErrors.crossSite[problem]());
};

export const sendRedirect = (response: ServerResponse, location: string): void => {
  writeHead(response, 303, { ...NO_STORE, location, 'content-length': '0' });
  response.end();
};
