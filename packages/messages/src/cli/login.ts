/** `callgate login`: sign-in to MCP servers. */
export const loginMessages = {
  server: 'A server of callgate.yaml, or the URL of a server',
  browser: 'Open the browser (--no-browser only prints the URL)',
  port: 'The port of this machine that the browser comes back to; any that is free by default',
  forget: 'Remove the sign-in, and revoke its tokens',
  json: 'Print JSON, without tokens',
  opening: ({ server, issuer }: { readonly server: string; readonly issuer: string }): string =>
    `Sign in to ${server} at ${issuer}. Open this page in a browser:`,
  signedIn: ({ server, expiry }: { readonly server: string; readonly expiry: string }): string =>
    `Signed in to ${server}. ${expiry}.`,
  keptInKeyring: 'The tokens are encrypted; their key is in the keyring of this system.',
  keptInFile: 'The tokens are encrypted; their key is a file that only you can read.',
  gateways: 'Running gateways use it within a minute.',
  forgotten: ({ server }: { readonly server: string }): string => `Removed the sign-in to ${server}.`,
  revoked: 'The authorization server revoked its tokens.',
  notRevoked: 'The authorization server was not told. Its tokens end by themselves.',
  state: {
    signedIn: 'Signed in',
    renews: 'Signed in, renews itself',
    expires: ({ span, renews }: { readonly span: string; readonly renews: boolean }): string =>
      `The token expires in ${span}${renews ? ' and renews itself' : ''}`,
    again: ({ target }: { readonly target: string }): string => `Sign in again: callgate login ${target}`,
    needed: ({ target }: { readonly target: string }): string => `Needs sign-in: callgate login ${target}`,
    header: 'Has an Authorization header',
    plainHttp: 'Plain HTTP, no sign-in',
    none: 'Not signed in',
    unreadable: 'Cannot be read. Sign in again',
  },
  noServers: 'No server has a URL, and there are no sign-ins.',
  page: {
    done: 'Return to the terminal. Callgate finishes the sign-in there. You can close this page.',
    refused: 'This is not the answer that Callgate waits for.',
  },
};

export type LoginMessages = typeof loginMessages;
