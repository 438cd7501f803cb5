/** The headers that mean something here. Each may come once. */
export interface Head {
  readonly host?: string;
  readonly origin?: string;
  readonly authorization?: string;
  readonly cookie?: string;
  readonly csrf?: string;
  readonly contentType?: string;
  readonly contentLength?: string;
  readonly contentEncoding?: string;
  readonly site?: string;
  readonly mode?: string;
  readonly dest?: string;
  readonly purpose?: string;
}

const FIELDS: ReadonlyMap<string, keyof Head> = new Map<string, keyof Head>([
  ['host', 'host'],
  ['origin', 'origin'],
  ['authorization', 'authorization'],
  ['cookie', 'cookie'],
  ['x-callgate-csrf', 'csrf'],
  ['content-type', 'contentType'],
  ['content-length', 'contentLength'],
  ['content-encoding', 'contentEncoding'],
  ['sec-fetch-site', 'site'],
  ['sec-fetch-mode', 'mode'],
  ['sec-fetch-dest', 'dest'],
  ['sec-purpose', 'purpose'],
]);

/** Names and values in turn, as they came. Null where one came twice that may come once. */
export const readHead = (rawHeaders: readonly string[]): Head | null => {
  const head: { -readonly [K in keyof Head]: Head[K] } = {};
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const field = FIELDS.get((rawHeaders[index] ?? '').toLowerCase());
    if (field === undefined) continue;
    if (head[field] !== undefined) return null;
    head[field] = rawHeaders[index + 1] ?? '';
  }
  return head;
};

/** The value of one cookie. Undefined too where there are two of it: nobody could tell which one we set. */
export const cookieOf = ({ cookie = '' }: Head, name: string): string | undefined => {
  const values = cookie
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));
  return values.length === 1 ? values[0] : undefined;
};
