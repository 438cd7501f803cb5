import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CallgateError, display } from '@callgate/core';
import { allowedHosts, allowedOrigins, reservePort } from '@callgate/gateway';
import { createOperations } from '@callgate/operations';
import type { OperationParts, OperationTable } from '@callgate/operations';
import { Attempts } from './attempts.ts';
import { Bulletin } from './bulletin.ts';
import { cookieName } from './cookie.ts';
import { Door } from './door.ts';
import { Downloads } from './downloads.ts';
import { hostToolsSeen, meOf } from './me.ts';
import { watchNews } from './news.ts';
import type { TeamSignIn } from './oidc/team-sign-in.ts';
import type { ConsoleSettings } from './settings.ts';
import { DEFAULT_CONSOLE_LIMITS } from './settings.ts';
import { RETURN, SignInRoutes } from './sign-in-routes.ts';
import { SignIn } from './sign-in.ts';
import { Streams } from './streams.ts';
import { readWebFiles } from './web-files.ts';

export interface ServedConsole {
  /** How people reach it. */
  readonly url: string;
  /** Where it listens. */
  readonly local: string;
  readonly port: number;
  /** What it serves. */
  readonly operations: OperationTable;
  /** A link that signs one person in, once, within ten minutes. */
  link(subject: string): Promise<string>;
  close(): Promise<void>;
}

const HEADER_BYTES = 32 * 1024;
const HEADERS_MS = 10_000;
const REQUEST_MS = 30_000;

const listen = async (server: Server, host: string, port: number): Promise<number> => {
  server.listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CallgateError(
      'CONSOLE_LISTEN',
      `the console cannot listen on ${display(host)} port ${port}: ${display(why)}`,
      { help: 'choose another port under `console:`, or stop what listens there', cause },
    );
  }
  return (server.address() as AddressInfo).port;
};

/** Loaded where there is one: few have a team. */
const teamOf = async (
  { oidc }: ConsoleSettings,
  url: string,
  { board, clock }: Pick<OperationParts, 'board' | 'clock'>,
): Promise<TeamSignIn | null> => {
  if (oidc === null) return null;
  const { TeamSignIn: Team } = await import('./oidc/team-sign-in.ts');
  const { signInRounds } = await import('./oidc/rounds.ts');
  return new Team(oidc, `${url}${RETURN}`, clock, signInRounds(board, clock));
};

/** Browsers know the port of the address they were given, which is that of all who stand behind it. */
const portOf = (outside: URL | null, port: number): number => {
  if (outside === null) return port;
  return Number(outside.port) || (outside.protocol === 'https:' ? 443 : 80);
};

const listensAt = (host: string, port: number): string => {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
};

/** Serves the console on its own port. */
export const serveConsole = async (
  given: Omit<OperationParts, 'tell'>,
  settings: ConsoleSettings,
): Promise<ServedConsole> => {
  const limits = { ...DEFAULT_CONSOLE_LIMITS, ...settings.limits };
  const { clock } = given;
  const files = readWebFiles(settings.web);
  const streams = new Streams(clock, limits);
  const bulletin = new Bulletin(clock, limits.tellMs, (events) => streams.tell(events));
  const parts: OperationParts = { ...given, tell: (event) => bulletin.add(event) };
  const operations = createOperations(parts);
  const server = createServer({
    maxHeaderSize: HEADER_BYTES,
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: 65_000,
  });
  server.maxConnections = limits.connections;
  const port = await listen(server, settings.host, settings.port);
  const outside = settings.url === undefined ? null : URL.parse(settings.url);
  const at = { host: settings.host, port };
  const signIn = new SignIn(given, settings, limits);
  const seen = hostToolsSeen(given);
  const local = listensAt(settings.host, port);
  const url = settings.url?.replace(/\/+$/, '') ?? local;
  const door = new Door({
    place: {
      hosts: allowedHosts(at, outside === null ? [] : [outside.host]),
      origins: allowedOrigins(at, outside === null ? [] : [outside.origin]),
    },
    cookie: cookieName(portOf(outside, port)),
    files,
    signIn,
    signInRoutes: new SignInRoutes({
      signIn,
      team: await teamOf(settings, url, given),
      failures: new Attempts(clock, limits.signInsAMinute),
      begins: new Attempts(clock, limits.signInsAMinute),
      port: portOf(outside, port),
    }),
    streams,
    operations,
    downloads: new Downloads(clock, limits),
    bodyBytes: limits.bodyBytes,
    clock,
    me: async (caller, csrf) => meOf(given, caller, csrf, await seen()),
    log: settings.log ?? (() => {}),
  });
  server.on('request', (request, response) => door.receive(request, response));
  const release = reservePort(port);
  const unwatch = watchNews(given, parts.tell);
  return {
    url,
    local,
    port,
    operations,
    link: async (subject) => `${url}/sign-in#${await signIn.mint(subject)}`,
    close: async () => {
      unwatch();
      bulletin.close();
      signIn.sessions.close();
      streams.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      release();
    },
  };
};
