import { once } from 'node:events';
import { connect } from 'node:net';
import { CallgateError } from '@callgate/core';
import { streamErrors } from '@callgate/messages/errors/stream';
import type { Socket } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectTls } from 'node:tls';
import type { StreamLine, StreamTarget } from './stream-target.ts';

const TIMEOUT_MS = 30_000;
const PORT = 601;
const TLS_PORT = 6514;
/** Log audit. */
const FACILITY = 13;
/** Ours from 1 to 5 as syslog's: informational, notice, warning, error, critical. */
const SEVERITY = [6, 6, 5, 4, 3, 2] as const;

/** RFC 5424 in the frame of RFC 6587. */
export const syslogFrame = ({ text, at, severity }: StreamLine, host: string): string => {
  const priority = FACILITY * 8 + (SEVERITY[severity] ?? 6);
  const message = `<${priority}>1 ${new Date(at).toISOString()} ${host} callgate ${process.pid} audit - ${text}`;
  return `${Buffer.byteLength(message)} ${message}`;
};

const open = (url: URL): Socket => {
  const host = url.hostname.replaceAll(/^\[|\]$/g, '');
  return url.protocol === 'syslogs:'
    ? connectTls({ host, port: Number(url.port || TLS_PORT), servername: host })
    : connect({ host, port: Number(url.port || PORT) });
};

/**
 * Syslog has no receipts: a connection of its own for every delivery, which counts when the receiver has read to its
 * end and closed it without an error.
 */
export const syslogTarget = (url: URL): StreamTarget => ({
  name: url.host,
  deliver: async (lines, signal) => {
    const socket = open(url);
    const stop = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const abort = (): void => void socket.destroy(new Error('stopped'));
    stop.addEventListener('abort', abort, { once: true });
    try {
      const host = hostname().replaceAll(/[^!-~]/g, '') || '-';
      let isSent = false;
      socket.end(lines.map((line) => syslogFrame(line, host)).join(''), () => {
        isSent = true;
      });
      socket.resume();
      // rejects on an error
      await once(socket, 'end');
      if (!isSent) throw new CallgateError(streamErrors.closedEarly());
    } finally {
      stop.removeEventListener('abort', abort);
      socket.destroy();
    }
  },
});
