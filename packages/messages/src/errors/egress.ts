import { errorText } from '../text/error-text.ts';

const refused = (target: string, help: string) =>
  errorText('EGRESS_REFUSED', `Callgate does not connect to ${target}`, help);

/** Errors of connections that Callgate does not make. */
export const egressErrors = {
  notAddress: ({ target }: { target: string }) => refused(target, 'It is not a valid address.'),
  metadata: ({ target }: { target: string }) =>
    refused(target, 'Connections to metadata services are never made.'),
  reserved: ({ target }: { target: string }) => refused(target, 'The address is reserved.'),
  ownPort: ({ target, port }: { target: string; port: number }) =>
    refused(`${target}, port ${port}`, 'Callgate itself listens there.'),
  privateAddress: ({ target, kind, entry }: { target: string; kind: string; entry: string }) =>
    refused(
      `${target}, a ${kind} address`,
      `To allow it, write \`allowPrivate: ['${entry}']\` at the server in callgate.yaml, or \`callgate run --allow-private '${entry}'\`. Do that only if you know the server there.`,
    ),
  scheme: ({ target }: { target: string }) =>
    refused(target, 'The URL of a server begins with http:// or https://.'),
  credentials: ({ target }: { target: string }) =>
    refused(
      target,
      'Remove the credentials from the URL. Put them into headers, from the environment or a file.',
    ),
  unknownHost: ({ host }: { host: string }) =>
    errorText('EGRESS_UNKNOWN_HOST', `Host ${host} has no address`),
};
