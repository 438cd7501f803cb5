import { CallgateError, display } from '@callgate/core';
import type { OpenServer } from '@callgate/http';
import {
  HttpRefusal,
  isSameSecret,
  makeHostAllowlist,
  makeListener,
  openServer,
  readBearerToken,
  writePlain,
} from '@callgate/http';
import { agentMessages } from '@callgate/messages/agent';
import { clientErrors } from '@callgate/messages/errors/client';
import type { MetricsConfig } from '../config/metrics-entry.ts';
import { reservePort } from '../dispatch/egress.ts';

const TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const LIMITS = {
  headerBytes: 16 * 1024,
  headersMs: 10_000,
  requestMs: 10_000,
  connections: 32,
  unreadMs: 10_000,
};

const CODES = {
  header: 'HTTP_DUPLICATE_HEADER',
  host: 'HTTP_HOST',
  origin: 'HTTP_ORIGIN',
  path: 'HTTP_PATH',
  method: 'HTTP_METHOD',
  size: 'HTTP_TOO_LARGE',
};

const NO_TOKEN = new HttpRefusal(401, 'HTTP_AUTH', agentMessages.http.tokenNeeded, undefined, [
  'WWW-Authenticate',
  'Bearer realm="callgate-metrics"',
]);
const FAILED = new HttpRefusal(500, 'HTTP_FAILED', agentMessages.http.failed);

/** Serves metrics on a port of their own: its readers can call nothing. */
export const serveMetrics = async (
  { host, port, hosts, token }: MetricsConfig,
  metrics: { text(): Promise<string> },
): Promise<OpenServer> => {
  const server = await openServer({
    limits: LIMITS,
    listen: makeListener(
      host,
      port,
      (why, cause) =>
        new CallgateError(clientErrors.listen({ host: display(host), port, problem: display(why) }), {
          cause,
        }),
    ),
    serve: (at) => ({
      place: makeHostAllowlist({ host, port: at }, { hosts }),
      codes: CODES,
      refuse: (response, error) => {
        const { status, code, message, headers } = error instanceof HttpRefusal ? error : FAILED;
        writePlain(response, status, `${code}: ${message}\n`, headers);
      },
      routes: [
        {
          methods: ['GET'],
          path: '/metrics',
          handle: async ({ request, response }) => {
            const given = readBearerToken(request.headers.authorization ?? '');
            if (token !== undefined && (given === undefined || !isSameSecret(given, token))) throw NO_TOKEN;
            const body = Buffer.from(await metrics.text());
            response.writeHead(200, {
              'Content-Type': TYPE,
              'Content-Length': body.length,
              'Cache-Control': 'no-store',
            });
            response.end(body);
          },
        },
      ],
    }),
  });
  const release = reservePort(server.port);
  return {
    ...server,
    close: async () => {
      await server.close();
      release();
    },
  };
};
