import { errorText } from '../text/error-text.ts';

const issuer = (message: string) =>
  errorText(
    'OAUTH_PROVIDER',
    message,
    'Check `http: auth: oauth:` in callgate.yaml, and whether the issuer can be reached.',
  );

/** Errors of tokens and of the issuers that sign them. */
export const identityErrors = {
  noAuth: ({ host }: { host: string }) =>
    errorText(
      'HTTP_NO_AUTH',
      `\`auth: none\` cannot serve on \`${host}\``,
      'Serve on 127.0.0.1, or use `auth: token`.',
    ),
  tokenMissing: ({ file, audience, prefix }: { file: string; audience: string; prefix: string }) =>
    errorText(
      'TOKEN_FILE',
      `\`${file}\` holds no valid token for ${audience}`,
      `Remove the file to get a new token, or write 32 to 512 visible ASCII characters that do not begin with \`${prefix}\`.`,
    ),
  tokenOpen: ({ file }: { file: string }) =>
    errorText(
      'TOKEN_FILE',
      `Others can read \`${file}\``,
      'Run `chmod 600` on the file. If others may have read it, remove it to get a new token.',
    ),
  issuer: {
    failed: ({ problem }: { problem: string }) => issuer(`The issuer cannot be used: ${problem}`),
    metadataMissing: () => issuer('The issuer publishes no metadata'),
    status: ({ status }: { status: number }) => issuer(`The issuer answers with status ${status}`),
    otherName: ({ name }: { name: string }) => issuer(`The issuer calls itself \`${name}\``),
    keysUnencrypted: () => issuer('The issuer publishes its keys without encryption'),
    keysUnusable: () => issuer('The keys of the issuer cannot be used'),
  },
};
