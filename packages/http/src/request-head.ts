/** The headers that mean something to any of the servers. Each may come once. */
export interface RequestHead {
  host?: string;
  origin?: string;
  authorization?: string;
  cookie?: string;
  csrf?: string;
  site?: string;
  mode?: string;
  dest?: string;
  purpose?: string;
  contentType?: string;
  contentLength?: string;
  contentEncoding?: string;
  transferEncoding?: string;
  /** A list, so it may come in parts. */
  accept?: string;
  version?: string;
  method?: string;
  name?: string;
  session?: string;
  /** `mcp-param-…`, in lower case. */
  params?: Record<string, string>;
}

/** Names and values in turn, as they came. Null where one came twice that may come once. */
export const readRequestHead = (rawHeaders: readonly string[]): RequestHead | null => {
  const head: RequestHead = {};
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    const value = rawHeaders[index + 1] ?? '';
    const field = FIELDS.get(name);
    if (field !== undefined) {
      if (head[field] !== undefined) return null;
      head[field] = value;
    } else if (name === 'accept') {
      head.accept = head.accept === undefined ? value : `${head.accept}, ${value}`;
    } else if (name.startsWith('mcp-param-')) {
      head.params ??= Object.create(null) as Record<string, string>;
      if (head.params[name] !== undefined) return null;
      head.params[name] = stripBlanks(value);
    } else if (name.startsWith('mcp-')) {
      for (let later = index + 2; later < rawHeaders.length; later += 2) {
        if (rawHeaders[later]?.toLowerCase() === name) return null;
      }
    }
  }
  if (head.version !== undefined) head.version = stripBlanks(head.version);
  if (head.method !== undefined) head.method = stripBlanks(head.method);
  if (head.name !== undefined) head.name = stripBlanks(head.name);
  return head;
};

type SingleHeader = Exclude<keyof RequestHead, 'accept' | 'params'>;

const FIELDS: ReadonlyMap<string, SingleHeader> = new Map<string, SingleHeader>([
  ['host', 'host'],
  ['origin', 'origin'],
  ['authorization', 'authorization'],
  ['cookie', 'cookie'],
  ['x-callgate-csrf', 'csrf'],
  ['sec-fetch-site', 'site'],
  ['sec-fetch-mode', 'mode'],
  ['sec-fetch-dest', 'dest'],
  ['sec-purpose', 'purpose'],
  ['content-type', 'contentType'],
  ['content-length', 'contentLength'],
  ['content-encoding', 'contentEncoding'],
  ['transfer-encoding', 'transferEncoding'],
  ['mcp-protocol-version', 'version'],
  ['mcp-method', 'method'],
  ['mcp-name', 'name'],
  ['mcp-session-id', 'session'],
]);

/** Blanks and tabs only: `trim` would take what is part of the value. */
const stripBlanks = (value: string): string =>
  isBlank(value.charCodeAt(0)) || isBlank(value.charCodeAt(value.length - 1))
    ? value.replace(/^[ \t]+/, '').replace(/[ \t]+$/, '')
    : value;

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09;
