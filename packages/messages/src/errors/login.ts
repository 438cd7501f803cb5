import { errorText } from '../text/error-text.ts';

const HOSTILE = 'Do not sign in. Ask who runs the server, and check its URL.';

/** Errors of a sign-in to an MCP server with OAuth. */
export const loginErrors = {
  plainHttp: () =>
    errorText(
      'LOGIN_PLAIN_HTTP',
      'Callgate does not sign in over plain HTTP',
      'Use the https:// URL of the server. Only servers on this machine may use http://.',
    ),
  notNeeded: () =>
    errorText(
      'LOGIN_NOT_NEEDED',
      'The server does not ask for a sign-in',
      'Use it without. If single tools need one, ask who runs the server.',
    ),
  serverSilent: () =>
    errorText(
      'LOGIN_SERVER_SILENT',
      'The server does not answer',
      'Check its URL, and that it runs. Then try again.',
    ),
  metadata: () =>
    errorText('LOGIN_METADATA', 'The server describes its sign-in in a form that cannot be read', HOSTILE),
  metadataOrigin: ({ url }: { url: string }) =>
    errorText('LOGIN_METADATA', `The server describes its sign-in at another origin: ${url}`, HOSTILE),
  otherResource: ({ resource }: { resource: string }) =>
    errorText('LOGIN_RESOURCE', `The server describes another server, ${resource}`, HOSTILE),
  issuerUrl: ({ url }: { url: string }) =>
    errorText('LOGIN_METADATA', `The authorization server ${url} is not at an https:// URL`, HOSTILE),
  endpoint: ({ name }: { name: string }) =>
    errorText('LOGIN_METADATA', `\`${name}\` of the authorization server is not an https:// URL`, HOSTILE),
  pkce: () =>
    errorText(
      'LOGIN_PKCE',
      'The authorization server does not support PKCE with S256',
      'Callgate does not sign in without it. Give the server a token in a header instead.',
    ),
  noIssuer: () =>
    errorText(
      'LOGIN_METADATA',
      'No authorization server is found for this server',
      'Give the server a token in a header instead: `headers` in callgate.yaml.',
    ),
  clientId: () =>
    errorText(
      'LOGIN_CLIENT_ID',
      'The authorization server does not let clients register themselves',
      'Register Callgate there by hand, and write `auth: {clientId: …}` at the server in callgate.yaml.',
    ),
  issuer: ({ problem }: { problem: string }) =>
    errorText('LOGIN_FAILED', `Sign-in failed: ${problem}`, 'Try again later.'),
  refused: ({ reason }: { reason: string }) =>
    errorText(
      'LOGIN_REFUSED',
      `The authorization server refused the sign-in: ${reason}`,
      'Run the command again, and agree in the browser.',
    ),
  timeout: ({ minutes }: { minutes: number }) =>
    errorText(
      'LOGIN_TIMEOUT',
      `The browser did not come back within ${minutes} minutes`,
      'Run the command again.',
    ),
  listen: ({ port, problem }: { port: number; problem: string }) =>
    errorText(
      'LOGIN_PORT',
      `Port ${port} of this machine cannot be used (${problem})`,
      'Use another --port.',
    ),
  port: () => errorText('OPTION_INVALID', '--port is a number from 1 to 65535'),
  unknownServer: ({ name, known }: { name: string; known: string }) =>
    errorText(
      'LOGIN_SERVER',
      `There is no server \`${name}\` with a URL`,
      known === ''
        ? 'Name a server of callgate.yaml that has `url`, or give its URL.'
        : `Name one of ${known}, or give its URL.`,
    ),
  header: ({ name }: { name: string }) =>
    errorText(
      'LOGIN_SERVER',
      `Server \`${name}\` has an Authorization header already`,
      'Remove it from `headers` in callgate.yaml to sign in instead.',
    ),
  notSignedIn: ({ name }: { name: string }) =>
    errorText(
      'LOGIN_NONE',
      `There is no sign-in to forget for \`${name}\``,
      'Run `callgate login` to list them.',
    ),
  keyring: () =>
    errorText(
      'LOGIN_KEYRING',
      'The keyring does not give the key of saved sign-ins',
      'Unlock the keyring of this system, or sign in again with CALLGATE_KEYRING=none.',
    ),
  unreadable: ({ file }: { file: string }) =>
    errorText(
      'LOGIN_FILE',
      `The saved sign-in ${file} cannot be read`,
      'Delete the file, and sign in again.',
    ),
  busy: () => errorText('LOGIN_BUSY', 'Another process is renewing this sign-in', 'Try again in a minute.'),
};
