import { errorText } from '../text/error-text.ts';

const PROVIDER = 'Check `console: oidc:` in callgate.yaml, and that the provider can be reached.';
const OPEN_CONSOLE = 'Open the console itself.';
const SOON = 'Try again in a moment. You stay signed in.';

/** Errors of the console: starting it, signing in, requests of its page. */
export const consoleErrors = {
  listenFailed: ({ host, port, cause }: { host: string; port: number; cause: string }) =>
    errorText(
      'CONSOLE_LISTEN',
      `The console cannot listen on ${host} port ${port}: ${cause}`,
      'Choose another port under `console:`, or stop the program that listens there.',
    ),
  notBuilt: ({ folder }: { folder: string }) =>
    errorText(
      'CONSOLE_UNBUILT',
      `The page of the console is not at ${folder}`,
      'Run `npm run build` to make it.',
    ),
  failed: () => errorText('CONSOLE_FAILED', 'The console failed', 'See the log for the reason.'),

  // signing in
  notSignedIn: () =>
    errorText(
      'CONSOLE_SIGN_IN',
      'You are not signed in',
      'Run `callgate console --link` to print a link that signs you in.',
    ),
  linkOver: () =>
    errorText(
      'CONSOLE_LINK_OVER',
      'This link was used before, or its ten minutes are over',
      'Run `callgate console --link` to print another.',
    ),
  noEntry: () => errorText('CONSOLE_NO_ENTRY', 'You do not have access to this console'),
  claimMissing: ({ claim }: { claim: string }) =>
    errorText(
      'CONSOLE_NO_ENTRY',
      'You do not have access to this console',
      `The provider does not tell your ${claim}.`,
    ),
  emailUnverified: () =>
    errorText(
      'CONSOLE_NO_ENTRY',
      'You do not have access to this console',
      'The provider has not verified your address.',
    ),
  nameReserved: () =>
    errorText('CONSOLE_NO_ENTRY', 'You do not have access to this console', 'Ask for another name.'),
  groupsWithoutRole: () =>
    errorText(
      'CONSOLE_NO_ENTRY',
      'You do not have access to this console',
      'None of your groups has a role here.',
    ),
  subjectUnknown: ({ subject }: { subject: string }) =>
    errorText(
      'CONSOLE_SUBJECT_UNKNOWN',
      `The user \`${subject}\` does not have access to the console`,
      'Give them a role under `console: roles:`, or list them under `approvals: people:`.',
    ),
  idTokenInvalid: () =>
    errorText('CONSOLE_ID_TOKEN', 'The id token of the provider is not valid', 'Sign in again.'),
  stateInvalid: () =>
    errorText(
      'CONSOLE_STATE',
      'This sign-in was not started in this browser, or is over',
      'Start again at /sign-in.',
    ),
  tooManySignIns: () =>
    errorText('CONSOLE_TOO_OFTEN', 'There were too many sign-in attempts from here', 'Wait a minute.'),
  noTeam: () => errorText('CONSOLE_TEAM_UNKNOWN', 'Team sign-in is not set up here'),

  // provider
  providerInvalid: () => errorText('CONSOLE_PROVIDER', 'The metadata of the provider is not valid', PROVIDER),
  providerOtherName: ({ issuer }: { issuer: string }) =>
    errorText('CONSOLE_PROVIDER', `The provider calls itself \`${issuer}\``, PROVIDER),
  idTokenMissing: () => errorText('CONSOLE_PROVIDER', 'The provider returned no id token', PROVIDER),
  secretMissing: ({ variable }: { variable: string }) =>
    errorText('CONSOLE_PROVIDER', `The variable \`${variable}\` contains no secret`, PROVIDER),
  providerUnusable: ({ cause }: { cause: string }) =>
    errorText('CONSOLE_PROVIDER', `The sign-in provider cannot be used: ${cause}`, PROVIDER),

  // requests
  pathUnknown: () => errorText('CONSOLE_PATH_UNKNOWN', 'There is nothing at this path'),
  endpointUnknown: () => errorText('CONSOLE_ENDPOINT_UNKNOWN', 'There is no operation of this name'),
  methodWrong: ({ method }: { method: string }) =>
    errorText('CONSOLE_METHOD', `This request needs the method ${method}`),
  roleMissing: ({ needed, own }: { needed: string; own: string }) =>
    errorText(
      'CONSOLE_ROLE',
      `This is for ${needed}, and you are ${own}`,
      'The operator of Callgate gives roles under `console` in callgate.yaml.',
    ),
  queryInvalid: () => errorText('CONSOLE_QUERY', 'The only query parameter is q'),
  parametersInvalid: ({ place, cause }: { place: string; cause: string }) =>
    errorText('CONSOLE_PARAMS', `These parameters do not fit${place}: ${cause}`),
  tokenNotAccepted: () =>
    errorText(
      'CONSOLE_TOKEN',
      'The console does not accept tokens',
      'Sign in as a person: run `callgate console`.',
    ),
  prefetch: () => errorText('CONSOLE_PREFETCH', 'The console does not answer prefetch requests'),
  originMissing: () => errorText('CONSOLE_ORIGIN', 'The Origin header is missing'),
  contentType: () => errorText('CONSOLE_CONTENT_TYPE', 'The body is not plain application/json in UTF-8'),
  bodyTooLarge: () => errorText('CONSOLE_TOO_LARGE', 'The body is too large'),
  csrfInvalid: () => errorText('CONSOLE_CSRF', 'The CSRF token of the page is not valid', 'Reload the page.'),
  tooManyStreams: () =>
    errorText('CONSOLE_STREAMS', 'Too many of your pages are open', 'Close some of them.'),
  tooManyOwnDownloads: () =>
    errorText(
      'CONSOLE_DOWNLOADS',
      'Too many of your downloads are in progress',
      'Wait until one is complete, or stop one.',
    ),
  tooManyDownloads: () =>
    errorText(
      'CONSOLE_DOWNLOADS',
      'Too many downloads are in progress',
      'Wait until one is complete, or stop one.',
    ),

  // requests of other sites
  crossSite: {
    framed: () => errorText('CONSOLE_CROSS_SITE', 'Other pages cannot embed the console', OPEN_CONSOLE),
    loaded: () =>
      errorText('CONSOLE_CROSS_SITE', 'Other pages cannot load files of the console', OPEN_CONSOLE),
    read: () =>
      errorText('CONSOLE_CROSS_SITE', 'Only the page of the console can make this request', OPEN_CONSOLE),
    changed: () =>
      errorText('CONSOLE_CROSS_SITE', 'Only the page of the console can make changes', OPEN_CONSOLE),
  },

  // the store cannot be asked
  unavailable: {
    STORE_AWAY: () => errorText('STORE_AWAY', 'The database cannot be reached', SOON),
    STORE_BUSY: () => errorText('STORE_BUSY', 'The database is busy', SOON),
    STORE_CLOSED: () => errorText('STORE_CLOSED', 'Callgate is shutting down', SOON),
    STORE_FAILED: () => errorText('STORE_FAILED', 'The database rejected the work', SOON),
    STORE_LOST: () => errorText('STORE_LOST', 'The database lost acknowledged data', SOON),
  },
};
