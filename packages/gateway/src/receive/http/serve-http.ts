import type { Replica } from '@callgate/cluster';
import { CallgateError, display } from '@callgate/core';
import { DEFAULT_PARSE_LIMITS } from '@callgate/core/receive';
import { makeListener, openServer, makeHostAllowlist } from '@callgate/http';
import { clientErrors } from '@callgate/messages/errors/client';
import type { Readiness } from './readiness.ts';
import type { Protocol } from '../../wire/exchange.ts';
import type { AuthzenConfig } from '../../config/gateway-config.ts';
import { METADATA, metadataText } from '../access/paths.ts';
import type { AgentEntranceOptions } from './agent-entrance.ts';
import { AgentEntrance, ENDPOINT } from './agent-entrance.ts';
import type { Authenticator } from '../../identity/authenticator.ts';
import { DEFAULT_HTTP_LIMITS, type HttpLimits } from './http-limits.ts';
import { MessageRouter } from './message-router.ts';

export interface HttpOptions {
  readonly protocol: Protocol;
  readonly host: string;
  /** 0 takes any that is free. */
  readonly port: number;
  readonly authenticate: Authenticator;
  /** Origins of pages that may call, besides our own: `https://app.example.com`. */
  readonly origins?: readonly string[];
  /** What a Host header may say besides our own addresses: `gate.example.com`. */
  readonly hosts?: readonly string[];
  /** Texts of JSON that everybody may read, by path: what is said of how to authenticate. */
  readonly documents?: ReadonlyMap<string, string>;
  /** Decisions for other programs; none where it is absent. */
  readonly authzen?: AuthzenConfig;
  readonly limits?: Partial<HttpLimits>;
  readonly now?: () => number;
  /** Whether calls can be decided now. They always can where nothing is said. */
  readonly readiness?: () => Readiness;
  /** Where other processes find the sessions of legacy clients, and this one theirs. Each has its own where absent. */
  readonly replica?: Replica | null;
}

const READY: Readiness = { state: 'ready', since: null, replication: null };

export interface HttpServer {
  readonly host: string;
  readonly port: number;
  readonly url: string;
  /** How many legacy clients have a session. */
  sessions(): number;
  /** Takes nothing new, lets requests finish for a while, then aborts them. */
  close(): Promise<void>;
}

const baseUrl = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Serves both eras of streamable HTTP on one endpoint. Resolves when it listens. */
export const serveHttp = async (options: HttpOptions): Promise<HttpServer> => {
  const limits = { ...DEFAULT_HTTP_LIMITS, ...options.limits };
  const { protocol, authenticate, now = Date.now, readiness = () => READY, replica = null } = options;
  const { host, hosts, origins, documents = new Map() } = options;
  const { bodyBytes, pulseMs } = limits;
  const messages = new MessageRouter({ protocol, limits, now, readiness, replica });
  const access =
    options.authzen === undefined
      ? undefined
      : new (await import('../access/access-endpoint.ts')).AccessEndpoint({
          protocol,
          parseLimits: { ...DEFAULT_PARSE_LIMITS, bytes: bodyBytes },
          closeMs: limits.closeMs,
        });
  const partsAt = (at: number): AgentEntranceOptions => ({
    protocol,
    authenticate,
    messages,
    bodyBytes,
    documents:
      access === undefined
        ? documents
        : new Map([...documents, [METADATA, metadataText(options.authzen?.url ?? baseUrl(host, at))]]),
    ...(access === undefined ? {} : { access }),
    now,
    readiness,
  });
  const { port, close } = await openServer({
    limits: { ...limits, sweepMs: pulseMs },
    listen: makeListener(
      host,
      options.port,
      (why, cause) =>
        new CallgateError(
          clientErrors.listen({ host: display(host), port: options.port, problem: display(why) }),
          { cause },
        ),
    ),
    serve: (at) => ({
      ...new AgentEntrance(partsAt(at)).door,
      place: makeHostAllowlist(
        { host, port: at },
        { ...(hosts === undefined ? {} : { hosts }), ...(origins === undefined ? {} : { origins }) },
      ),
    }),
    now,
  });
  const pulse = setInterval(() => messages.sweep(), pulseMs);
  pulse.unref();
  return {
    host,
    port,
    url: `${baseUrl(host, port)}${ENDPOINT}`,
    sessions: () => messages.legacy.sessions.size,
    close: async () => {
      clearInterval(pulse);
      await close(async () => {
        await Promise.all([messages.close(), access?.close()]);
      });
    },
  };
};
