import { consoleMessages } from '@callgate/messages/console';
import type { ApiProblem, ConsoleApi } from '@callgate/operations/api';

type OperationOfKind<K> = {
  [N in keyof ConsoleApi]: ConsoleApi[N]['kind'] extends K ? N : never;
}[keyof ConsoleApi];
export type ReadName = OperationOfKind<'read'>;
export type ChangeName = OperationOfKind<'change'>;
export type DownloadName = OperationOfKind<'download'>;
export type ParamsOf<N extends keyof ConsoleApi> = ConsoleApi[N]['params'];
export type ResultOf<N extends keyof ConsoleApi> = ConsoleApi[N]['result'];

/** What the server answered in place of what was asked for. */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: ApiProblem;

  constructor(status: number, problem: ApiProblem) {
    super(problem.message);
    this.status = status;
    this.problem = problem;
  }
}

let csrf = '';

/** Every change carries it from now on. */
export const setCsrf = (token: string): void => {
  csrf = token;
};

const UNREACHED: ApiProblem = {
  code: 'CONSOLE_UNREACHED',
  ...consoleMessages.terms.unreachable,
};

const readAnswer = async <R>(request: Promise<Response>): Promise<R> => {
  let response: Response;
  try {
    response = await request;
  } catch {
    throw new ApiError(0, UNREACHED);
  }
  const body: unknown = await response.json().catch(() => UNREACHED);
  if (!response.ok) throw new ApiError(response.status, body as ApiProblem);
  return body as R;
};

export const apiUrl = <N extends ReadName | DownloadName>(name: N, params: ParamsOf<N>): string =>
  `/api/${name}?q=${encodeURIComponent(JSON.stringify(params))}`;

export const readApi = <N extends ReadName>(
  name: N,
  params: ParamsOf<N>,
  signal?: AbortSignal,
): Promise<ResultOf<N>> =>
  readAnswer(
    fetch(apiUrl(name, params), { credentials: 'same-origin', ...(signal === undefined ? {} : { signal }) }),
  );

export const changeApi = <N extends ChangeName>(name: N, params: ParamsOf<N>): Promise<ResultOf<N>> =>
  readAnswer(
    fetch(`/api/${name}`, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json', 'x-callgate-csrf': csrf },
      body: JSON.stringify(params),
    }),
  );
