import { createConnection } from 'node:net';
import { isLoopback } from '../config/defaults.ts';
import type { Notifier } from './notifier.ts';

export interface EmailOptions {
  /** smtps://host, or smtp://host, which is encrypted before anything is sent. */
  readonly server: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly from: string;
  readonly to: readonly string[];
}

const TIMEOUT_MS = 20_000;
const LIMIT_MS = 30_000;

export const emailNotifier = ({ server, user, password, from, to }: EmailOptions): Notifier => {
  const { protocol, hostname, port } = new URL(server);
  const secure = protocol === 'smtps:';
  return {
    name: 'email',
    tell: async ({ title, lines, link }, signal) => {
      const { createTransport } = await import('nodemailer');
      const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
      const host = hostname.replaceAll(/^\[|\]$/g, '');
      const place = { host, port: port === '' ? (secure ? 465 : 587) : Number(port) };
      // its own: nothing else ends a server that answers for ever
      const connection = createConnection({ ...place, signal: limit });
      connection.on('error', () => {});
      const transport = createTransport({
        ...place,
        secure,
        connection,
        // nothing is sent in clear text but within this machine
        requireTLS: !secure && !isLoopback(hostname),
        ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      const text = [title, '', ...lines, ...(link === undefined ? [] : ['', link]), ''].join('\n');
      try {
        await transport.sendMail({ from, to: [...to], subject: title, text });
      } finally {
        transport.close();
        connection.destroy();
      }
    },
  };
};
