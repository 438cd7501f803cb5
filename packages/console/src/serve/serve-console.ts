import { CallgateError, display } from '@callgate/core';
import { reservePort } from '@callgate/gateway';
import { getCookieName, makeListener, openServer, makeHostAllowlist } from '@callgate/http';
import { consoleErrors } from '@callgate/messages/errors/console';
import { createOperations } from '@callgate/operations';
import type { OperationParts, OperationTable } from '@callgate/operations';
import { AttemptLimiter } from './attempt-limiter.ts';
import { EventBatcher } from './event-batcher.ts';
import { ConsoleRoutes } from './console-routes.ts';
import { Downloads } from './downloads.ts';
import { createHostToolsCheck, buildMe } from './me.ts';
import { watchConsoleEvents } from './watch-console-events.ts';
import type { TeamSignIn } from './oidc/team-sign-in.ts';
import type { ConsoleSettings } from './console-settings.ts';
import { DEFAULT_CONSOLE_LIMITS } from './console-settings.ts';
import { RETURN_PATH, SignInRoutes } from './sign-in-routes.ts';
import { SignIn } from './sign-in.ts';
import { EventStreams } from './event-streams.ts';
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

const SERVER_LIMITS = { headerBytes: 32 * 1024, headersMs: 10_000, requestMs: 30_000 };

/** How the console is reached: from here, by people, and by which port browsers know it. */
interface ConsoleAddress {
  readonly local: string;
  readonly url: string;
  readonly port: number;
}

/** Loaded where there is one: few have a team. */
const teamOf = async (
  { oidc }: ConsoleSettings,
  url: string,
  { board, clock }: Pick<OperationParts, 'board' | 'clock'>,
): Promise<TeamSignIn | null> => {
  if (oidc === null) return null;
  const { TeamSignIn: Team } = await import('./oidc/team-sign-in.ts');
  const { createPendingSignIns } = await import('./oidc/pending-sign-in.ts');
  return new Team(oidc, `${url}${RETURN_PATH}`, clock, createPendingSignIns(board, clock));
};

/** Browsers know the port of the address they were given, which is that of all who stand behind it. */
const portOf = (outside: URL | null, port: number): number => {
  if (outside === null) return port;
  return Number(outside.port) || (outside.protocol === 'https:' ? 443 : 80);
};

const listenUrl = (host: string, port: number): string => {
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
  const streams = new EventStreams(clock, limits);
  const bulletin = new EventBatcher(clock, limits.tellMs, (events) => streams.tell(events));
  const parts: OperationParts = { ...given, tell: (event) => bulletin.add(event) };
  const operations = createOperations(parts);
  const outside = settings.url === undefined ? null : URL.parse(settings.url);
  const signIn = new SignIn(given, settings, limits);
  const seen = createHostToolsCheck(given);
  const { host } = settings;
  const reach = (at: number): ConsoleAddress => {
    const local = listenUrl(host, at);
    return { local, url: settings.url?.replace(/\/+$/, '') ?? local, port: portOf(outside, at) };
  };
  const opening = openServer({
    limits: { ...SERVER_LIMITS, connections: limits.connections, unreadMs: limits.unreadMs },
    listen: makeListener(host, settings.port, (why, cause) => {
      const text = { host: display(host), port: settings.port, cause: display(why) };
      return new CallgateError(consoleErrors.listenFailed(text), { cause });
    }),
    serve: async (at) => {
      const { url, port: shown } = reach(at);
      const routes = new ConsoleRoutes({
        cookie: getCookieName(shown),
        files,
        signIn,
        signInRoutes: new SignInRoutes({
          signIn,
          team: await teamOf(settings, url, given),
          failures: new AttemptLimiter(clock, limits.signInsAMinute),
          begins: new AttemptLimiter(clock, limits.signInsAMinute),
          port: shown,
        }),
        streams,
        operations,
        downloads: new Downloads(clock, limits),
        bodyBytes: limits.bodyBytes,
        clock,
        me: async (caller, csrf) => buildMe(given, caller, csrf, await seen()),
        log: settings.log ?? (() => {}),
      });
      const more = outside === null ? {} : { hosts: [outside.host], origins: [outside.origin] };
      return { ...routes.door, place: makeHostAllowlist({ host, port: at }, more) };
    },
  });
  opening.catch(() => signIn.sessions.close());
  const { port, close } = await opening;
  const { url, local } = reach(port);
  const release = reservePort(port);
  const unwatch = watchConsoleEvents(given, parts.tell);
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
      await close();
      release();
    },
  };
};
