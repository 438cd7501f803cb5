import type { Head } from './head.ts';

export const ENDPOINT = '/mcp';
export const HEALTH = '/health';
/** Whether requests should be sent here now. */
export const READY = '/readyz';
/** Where hosts ask which model to use next. */
export const MODEL = '/model';

/** What is decided on the head alone, before a byte of the body is read. */
export interface GuardRules {
  readonly hosts: ReadonlySet<string>;
  readonly origins: ReadonlySet<string>;
  readonly bodyBytes: number;
  /** Texts of JSON for everybody, by path. */
  readonly documents: ReadonlyMap<string, string>;
}

export interface HeadRefusal {
  readonly status: number;
  readonly reason: string;
  readonly message: string;
  /** Of a method that is not served here: those that are. */
  readonly allow?: string;
}

const refusal = (status: number, reason: string, message: string): HeadRefusal =>
  Object.freeze({ status, reason, message });

const notServed = (allow: string, message: string): HeadRefusal =>
  Object.freeze({ status: 405, reason: 'HTTP_METHOD', message, allow });

export const DUPLICATE_HEADER: HeadRefusal = refusal(
  400,
  'HTTP_DUPLICATE_HEADER',
  'a header came twice that may come once',
);
const HOST = refusal(
  403,
  'HTTP_HOST',
  'the Host header is not a name of this server; names and ports of a balancer are listed in http.hosts',
);
const ORIGIN = refusal(403, 'HTTP_ORIGIN', 'pages of this origin are not served');
const PATH = refusal(404, 'HTTP_PATH', `there is nothing here; the endpoint is ${ENDPOINT}`);
const METHOD = notServed('POST, GET, DELETE', 'use POST, GET or DELETE');
const GET_ONLY = notServed('GET', 'use GET');
const POST_ONLY = notServed('POST', 'use POST');
const CONTENT_TYPE = refusal(415, 'HTTP_CONTENT_TYPE', 'send application/json in UTF-8');
const CONTENT_ENCODING = refusal(
  415,
  'HTTP_CONTENT_ENCODING',
  'send the body as it is, without Content-Encoding',
);
const ACCEPT = refusal(406, 'HTTP_ACCEPT', 'accept application/json and text/event-stream');
const ACCEPT_JSON = refusal(406, 'HTTP_ACCEPT', 'accept application/json');
export const TOO_LARGE: HeadRefusal = refusal(413, 'HTTP_TOO_LARGE', 'the body is too large');

/** Who is asked for, and from where: checked for every request, before anybody is authenticated. */
export const checkPlace = (
  head: Head,
  method: string,
  path: string,
  rules: GuardRules,
): HeadRefusal | null => {
  if (!isAllowedHost(head.host, rules.hosts)) return HOST;
  if (head.origin !== undefined && !rules.origins.has(head.origin)) return ORIGIN;
  if (path === HEALTH || path === READY) return method === 'GET' ? null : GET_ONLY;
  if (rules.documents.has(path)) return method === 'GET' ? null : GET_ONLY;
  if (path === MODEL) return method === 'POST' ? null : POST_ONLY;
  if (path !== ENDPOINT) return PATH;
  return method === 'POST' || method === 'GET' || method === 'DELETE' ? null : METHOD;
};

/** What is sent, and what may be answered. */
export const checkContent = (
  head: Head,
  method: string,
  rules: GuardRules,
  path: string = ENDPOINT,
): HeadRefusal | null => {
  if (method === 'DELETE') return null;
  if (method === 'GET') return accepts(head.accept, 'text/event-stream') ? null : ACCEPT;
  if (!isJsonType(head.contentType)) return CONTENT_TYPE;
  if (head.contentEncoding !== undefined) return CONTENT_ENCODING;
  if (path === MODEL && !accepts(head.accept, 'application/json')) return ACCEPT_JSON;
  if (path !== MODEL && !acceptsBoth(head.accept)) return ACCEPT;
  return head.contentLength !== undefined && Number(head.contentLength) > rules.bodyBytes ? TOO_LARGE : null;
};

const isAllowedHost = (host: string | undefined, hosts: ReadonlySet<string>): boolean =>
  host !== undefined && (hosts.has(host) || hosts.has(host.toLowerCase()));

const JSON_TYPE = /^application\/json(?:[ \t]*;[ \t]*charset=utf-8)?$/;

const isJsonType = (type: string | undefined): boolean =>
  type === 'application/json' || (type !== undefined && JSON_TYPE.test(type.replace(/=utf-8$/i, '=utf-8')));

const acceptsBoth = (accept: string | undefined): boolean =>
  accept === undefined ||
  accept === 'application/json, text/event-stream' ||
  accept === '*/*' ||
  (accepts(accept, 'application/json') && accepts(accept, 'text/event-stream'));

/** No header accepts everything. Longer ranges win over shorter ones only in that `q=0` takes one away. */
const accepts = (accept: string | undefined, type: string): boolean => {
  if (accept === undefined) return true;
  const ranges = new Set([type, `${type.slice(0, type.indexOf('/'))}/*`, '*/*']);
  let accepted = false;
  for (const part of accept.split(',')) {
    const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    if (!ranges.has(range)) continue;
    const refused = parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
    if (refused && range === type) return false;
    if (!refused) accepted = true;
  }
  return accepted;
};
