import { consoleMessages } from '@callgate/messages/console';
import type { ApiProblem, ConsoleApi, ConsoleEvent } from '@callgate/operations/api';

/** Where the operations of the console are reached, and how. */
export interface ApprovalsClientOptions {
  /** What stands before `/api/`: a path of this origin that a proxy leads to the console. Empty by default. */
  readonly url?: string | undefined;
  /** Asks in place of `fetch` of the page. The event stream is then not used. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

type ReadOperation = 'me' | 'inbox.list' | 'inbox.question' | 'inbox.show';
type ReadOperationParams<N extends ReadOperation> = ConsoleApi[N]['params'];
type ReadOperationResult<N extends ReadOperation> = ConsoleApi[N]['result'];

/** What the console answered in place of what was asked for. */
export class ApprovalsError extends Error {
  /** 0 where nothing answered. */
  readonly status: number;
  readonly code: string;
  readonly help: string | undefined;

  constructor(status: number, { code, message, help }: ApiProblem) {
    super(message);
    this.name = 'ApprovalsError';
    this.status = status;
    this.code = code;
    this.help = help;
  }
}

const UNREACHABLE: ApiProblem = { code: 'CONSOLE_UNREACHED', ...consoleMessages.terms.unreachable };

const isProblem = (body: unknown): body is ApiProblem =>
  typeof body === 'object' &&
  body !== null &&
  'code' in body &&
  typeof body.code === 'string' &&
  'message' in body &&
  typeof body.message === 'string';

/** News that come as long as it is open. */
export interface NewsStream {
  /** As of an event source: 0 connecting, 1 open, 2 closed for good. */
  readonly readyState: number;
  close(): void;
}

export interface ApprovalsClient {
  /** Throws an ApprovalsError. */
  read<N extends ReadOperation>(name: N, params: ReadOperationParams<N>): Promise<ReadOperationResult<N>>;
  vote(params: ConsoleApi['inbox.vote']['params']): Promise<ConsoleApi['inbox.vote']['result']>;
  /** Hears that something changed; undefined where there is no event stream. `heard(null)`: it opened. */
  listen(heard: (event: ConsoleEvent | null) => void): NewsStream | undefined;
}

const readAnswer = async <R>(request: Promise<Response>): Promise<R> => {
  const response = await request.catch(() => {
    throw new ApprovalsError(0, UNREACHABLE);
  });
  const body: unknown = await response.json().catch(() => UNREACHABLE);
  if (!response.ok || body === UNREACHABLE)
    throw new ApprovalsError(response.status, isProblem(body) ? body : UNREACHABLE);
  return body as R;
};

/** Speaks to the console with the cookie of the person who is signed in there. */
export const createApprovalsClient = ({ url = '', fetch: ask }: ApprovalsClientOptions): ApprovalsClient => {
  const base = url.replace(/\/+$/, '');
  // read when it is asked: a page may replace it later
  const send = (path: string, init: RequestInit): Promise<Response> =>
    (ask ?? globalThis.fetch)(`${base}/api/${path}`, { credentials: 'same-origin', ...init });

  const read: ApprovalsClient['read'] = (name, params) =>
    readAnswer(send(`${name}?q=${encodeURIComponent(JSON.stringify(params))}`, {}));

  return {
    read,
    vote: async (params) => {
      // the token of this sign-in, which another sign-in may have replaced
      const { csrf } = await read('me', {});
      return await readAnswer(
        send('inbox.vote', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-callgate-csrf': csrf },
          body: JSON.stringify(params),
        }),
      );
    },
    listen: (heard) => {
      if (ask !== undefined || typeof EventSource === 'undefined') return undefined;
      const source = new EventSource(`${base}/api/events`);
      source.addEventListener('open', () => heard(null));
      source.addEventListener('message', ({ data }: MessageEvent<string>) =>
        heard(JSON.parse(data) as ConsoleEvent),
      );
      return source;
    },
  };
};
