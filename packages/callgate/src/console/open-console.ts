import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { CallgateError } from '@callgate/core';
import { serveMessages } from '@callgate/messages/cli/serve';
import type { ServedConsole } from '@callgate/console';
import { serveConsole } from '@callgate/console';
import type { Clock } from '@callgate/gate';
import { systemClock } from '@callgate/gate';
import { isPostgresUrl } from '@callgate/gate/store';
import type { Gateway, GatewayHome, LogEntry } from '@callgate/gateway';
import type { ConsoleConfig } from '@callgate/gateway/config';
import type { PolicyStore } from '@callgate/operations';
import { redeemConsoleLink } from './console-links.ts';
import { announceConsole } from './running-consoles.ts';

export interface OpenConsoleOptions {
  readonly gateway: Gateway;
  readonly home: GatewayHome;
  readonly policies: PolicyStore;
  readonly log: (entry: LogEntry) => void;
  /** In place of what the gateway's configuration says. */
  readonly config?: ConsoleConfig;
  /** In place of the configured port; it must be free. */
  readonly port?: number | undefined;
  readonly clock?: Clock;
}

const isTaken = (error: unknown): boolean =>
  error instanceof CallgateError &&
  error.code === 'CONSOLE_LISTEN' &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'EADDRINUSE';

/** Any port will do where the operator chose none. */
const onSomePort = async (
  config: Pick<ConsoleConfig, 'port' | 'fixed'>,
  serve: (port: number) => Promise<ServedConsole>,
  log: OpenConsoleOptions['log'],
): Promise<ServedConsole> => {
  try {
    return await serve(config.port);
  } catch (error) {
    if (config.fixed || !isTaken(error)) throw error;
    const served = await serve(0);
    log({
      level: 'warning',
      code: 'CONSOLE_PORT',
      message: serveMessages.consolePort({ port: config.port, url: served.url }),
    });
    return served;
  }
};

/** Serves the console of a gateway. The command line of the same user can make links for it. */
export const openConsole = async (options: OpenConsoleOptions): Promise<ServedConsole | null> => {
  const { gateway, home, policies, log, clock = systemClock } = options;
  const now = (): ConsoleConfig | null => options.config ?? gateway.config().console;
  const config = now();
  if (config === null) return null;
  const run = join(home.folder, 'run');
  const id = randomUUID();
  const served = await onSomePort(
    options.port === undefined ? config : { port: options.port, fixed: true },
    (port) =>
      serveConsole(
        {
          gateway,
          home,
          policies,
          clock: options.clock ?? gateway.clock,
          keys: gateway.keys,
          board: gateway.board,
          config: () => gateway.config(),
        },
        {
          host: config.host,
          port,
          ...(config.url === undefined ? {} : { url: config.url }),
          // roles are looked up for every request
          get roles() {
            return now()?.roles ?? {};
          },
          oidc: config.oidc,
          spend: (code) => redeemConsoleLink(run, id, code, clock.now()),
          log,
        },
      ),
    log,
  );
  const leave = announceConsole(run, {
    id,
    url: served.url,
    local: served.local,
    shared: isPostgresUrl(gateway.config().store.path),
    pid: process.pid,
    since: clock.now(),
  });
  return {
    ...served,
    close: async () => {
      leave();
      await served.close();
    },
  };
};
