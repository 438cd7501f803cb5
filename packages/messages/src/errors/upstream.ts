import { errorText } from '../text/error-text.ts';

/** Errors of the connection to an MCP server, and of what leaves for it. */
export const upstreamErrors = {
  lost: ({ server, fault }: { server: string; fault: string }) =>
    errorText('UPSTREAM_LOST', `Server \`${server}\` ${fault}`),
  closed: ({ server }: { server: string }) =>
    errorText('UPSTREAM_CLOSED', `Server \`${server}\` was disconnected`),
  sessionLost: ({ server }: { server: string }) =>
    errorText(
      'UPSTREAM_SESSION_LOST',
      `Server \`${server}\` ended the session`,
      'The next call begins a new session.',
    ),
  signIn: ({ server, target }: { server: string; target: string }) =>
    errorText(
      'UPSTREAM_SIGN_IN',
      `Server \`${server}\` requires sign-in (HTTP 401)`,
      `Sign in again: \`callgate login ${target}\`.`,
    ),
  tokenRenewed: ({ server }: { server: string }) =>
    errorText(
      'UPSTREAM_TOKEN_RENEWED',
      `Server \`${server}\` refused the access token, which is renewed now`,
      'The call was not sent again. Call it again.',
    ),
  credentials: ({ server }: { server: string }) =>
    errorText(
      'UPSTREAM_SIGN_IN',
      `Server \`${server}\` requires sign-in (HTTP 401)`,
      'Give its credentials in a header: `headers` in callgate.yaml, or `callgate run --header-env`.',
    ),
  timeout: ({ server }: { server: string }) =>
    errorText(
      'UPSTREAM_TIMEOUT',
      `Server \`${server}\` did not answer in time`,
      'Check that it starts, and raise `connectMs` if it is slow.',
    ),
  notStarted: ({ server, problem }: { server: string; problem: string }) =>
    errorText('UPSTREAM_START', `Server \`${server}\` could not be started (${problem})`),
  slow: ({ server }: { server: string }) =>
    errorText(
      'UPSTREAM_SLOW',
      `Server \`${server}\` is still starting`,
      'Its tools are listed when it is ready.',
    ),
  unreachable: ({ server, problem }: { server: string; problem: string }) =>
    errorText('UPSTREAM_UNREACHABLE', `Server \`${server}\`: ${problem}`),
  notReached: ({ problem }: { problem: string }) =>
    errorText(
      'UPSTREAM_UNREACHABLE',
      `No connection: ${problem}`,
      'Check that the server runs, and that its address is right and allowed.',
    ),
  unavailable: ({ server, status }: { server: string; status: string }) =>
    errorText('SERVER_UNAVAILABLE', `Server \`${server}\`: ${status}`),
  versionUnsupported: ({ server, version, problem }: { server: string; version: string; problem: string }) =>
    errorText(
      'UPSTREAM_VERSION',
      `Server \`${server}\` does not support ${version}${problem}`,
      'Set its era to auto or legacy.',
    ),
  versionDisagreed: ({ versions }: { versions: string }) =>
    errorText(
      'UPSTREAM_VERSION',
      'The server did not agree on a protocol version',
      `It must support one of ${versions}.`,
    ),
  initializeRefused: ({ problem }: { problem: string }) =>
    errorText(
      'UPSTREAM_REFUSED',
      `The server rejected the connection${problem}`,
      'Check whether it needs credentials, and whether its URL is right.',
    ),
  answeredError: ({
    server,
    method,
    code,
    problem,
  }: {
    server: string;
    method: string;
    code: number;
    problem: string;
  }) => errorText('UPSTREAM_ERROR', `Server \`${server}\` answered ${method} with error ${code}: ${problem}`),
  resultMissing: ({ server, method }: { server: string; method: string }) =>
    errorText('UPSTREAM_RESULT_TYPE', `Server \`${server}\` did not answer ${method} with a result`),
  resultType: ({ server, type }: { server: string; type: string }) =>
    errorText(
      'UPSTREAM_RESULT_TYPE',
      `Server \`${server}\` answered with a result of type ${type}, which Callgate cannot read`,
    ),
  taskInput: () =>
    errorText('UPSTREAM_TASK_INPUT', 'The task asks for input while it runs, which is not supported'),
  taskUnreadable: () => errorText('UPSTREAM_TASK', 'The server created a task that cannot be read'),
  headerName: ({ name }: { name: string }) =>
    errorText(
      'UPSTREAM_HEADER',
      `Header \`${name}\` cannot be set`,
      'The transport writes it, it is given twice, or it is not a valid header name.',
    ),
  headerValue: ({ name }: { name: string }) =>
    errorText(
      'UPSTREAM_HEADER',
      `The value of header \`${name}\` cannot be sent`,
      'Use printable ASCII without line breaks, and without spaces at either end.',
    ),
  control: ({ method }: { method: string }) =>
    errorText('UPSTREAM_CONTROL', `\`${method}\` is not sent without a decision`),
  forged: () => errorText('DISPATCH_FORGED', 'Only calls that the gate dispatched are sent to a server'),
  mismatch: ({ difference }: { difference: string }) =>
    errorText(
      'DISPATCH_MISMATCH',
      `The call is not sent: ${difference}`,
      'This is a bug in Callgate. Please report it.',
    ),
  eventTooLarge: ({ bytes }: { bytes: number }) =>
    errorText(
      'SSE_TOO_LARGE',
      `An event is larger than ${bytes} bytes`,
      'Raise the message limit of this server, or have it send less at once.',
    ),
};
