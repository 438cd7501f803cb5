import type { ConsoleApi } from '@callgate/operations/api';

type OperationNames<K> = {
  [N in keyof ConsoleApi]: ConsoleApi[N]['kind'] extends K ? N : never;
}[keyof ConsoleApi];
type ClientParams<N extends keyof ConsoleApi> = ConsoleApi[N]['params'];
type ClientResult<N extends keyof ConsoleApi> = ConsoleApi[N]['result'];

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** The page without a browser: sends what a browser would send. */
export interface ApiClient {
  readonly cookie: string;
  readonly csrf: string;
  /** Throws where it is refused, with the code. */
  read<N extends OperationNames<'read'>>(name: N, params: ClientParams<N>): Promise<ClientResult<N>>;
  change<N extends OperationNames<'change'>>(name: N, params: ClientParams<N>): Promise<ClientResult<N>>;
  /** The text of a file. */
  download<N extends OperationNames<'download'>>(name: N, params: ClientParams<N>): Promise<string>;
}

/** Headers of a browser whose page asks. Node's own fetch would put others in their place. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
};

const requireSuccess = ({ status, body }: ApiResponse): unknown => {
  if (status < 300) return body;
  const { code, message } = body as { code?: string; message?: string };
  throw new Error(`${status} ${code ?? ''}: ${message ?? ''}`);
};

/** One request as it is written here. */
export const sendRequest = async (
  url: string,
  options: {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  } = {},
): Promise<ApiResponse> => {
  const { request } = await import('node:http');
  return await new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: options.method ?? 'GET', headers: options.headers ?? {} },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const headers = new Headers();
          for (const [name, value] of Object.entries(response.headers))
            if (value !== undefined) headers.set(name, String(value));
          const json = headers.get('content-type')?.startsWith('application/json') === true && text !== '';
          resolve({ status: response.statusCode ?? 0, headers, body: json ? JSON.parse(text) : text });
        });
      },
    );
    sent.on('error', reject);
    if (options.body !== undefined && options.headers?.['transfer-encoding'] === undefined)
      sent.setHeader('content-length', Buffer.byteLength(options.body));
    sent.end(options.body);
  });
};

const post = (url: string, path: string, body: unknown, more: Readonly<Record<string, string>> = {}) =>
  sendRequest(`${url}${path}`, {
    method: 'POST',
    headers: { ...PAGE_HEADERS, origin: url, 'content-type': 'application/json', ...more },
    body: JSON.stringify(body),
  });

/** Signs somebody in by a link. */
export const signInClient = async (
  place: { readonly url: string; readonly console: { link(subject: string): Promise<string> } },
  subject = 'local',
): Promise<ApiClient> => {
  const { url } = place;
  const code = new URL(await place.console.link(subject)).hash.slice(1);
  const entered = await post(url, '/sign-in', { code });
  requireSuccess(entered);
  const [cookie = ''] = (entered.headers.get('set-cookie') ?? '').split(';');
  const get = (name: string, params: unknown): Promise<ApiResponse> =>
    sendRequest(`${url}/api/${name}?q=${encodeURIComponent(JSON.stringify(params))}`, {
      headers: { ...PAGE_HEADERS, cookie },
    });
  const { csrf } = requireSuccess(await get('me', {})) as { readonly csrf: string };
  return {
    cookie,
    csrf,
    read: async (name, params) => requireSuccess(await get(name, params)) as never,
    change: async (name, params) =>
      requireSuccess(await post(url, `/api/${name}`, params, { cookie, 'x-callgate-csrf': csrf })) as never,
    download: async (name, params) => String(requireSuccess(await get(name, params))),
  };
};
