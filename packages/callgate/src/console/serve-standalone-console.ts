import { join } from 'node:path';
import type { ServedConsole } from '@callgate/console';
import { createGateway } from '@callgate/gateway';
import { defaultGatewayConfig } from '@callgate/gateway/config';
import { serveOperations } from '@callgate/operations/socket';
import { readNamedStore } from '../home/locate-home-store.ts';
import type { HomePaths } from '../home/home-paths.ts';
import { CONFIG_NAME } from '../home/find-config.ts';
import { loadLayeredPolicy } from '../home/layered-policy.ts';
import type { GatewaySetup } from '../home/load-gateway-setup.ts';
import { loadGatewaySetup } from '../home/load-gateway-setup.ts';
import { writeLogLine } from '../show/log.ts';
import { followPolicyFile } from '../serve/follow-policy-file.ts';
import { waitUntilStopped } from '../serve/wait-until-stopped.ts';
import { openConsole } from './open-console.ts';

export interface StandaloneConsoleOptions {
  /** A configuration whose people, roles, store and policy are used. */
  readonly config: string | undefined;
  readonly home: HomePaths;
  onReady(served: ServedConsole): Promise<void>;
}

const read = async (
  path: string | undefined,
  home: HomePaths,
): Promise<Pick<GatewaySetup, 'config' | 'configured' | 'policy'>> => {
  if (path !== undefined) return (await loadGatewaySetup({ path, own: true }, home)).value;
  const named = readNamedStore(process.env);
  const config = {
    ...defaultGatewayConfig(home.folder, []),
    ...(named === undefined ? {} : { store: named }),
  };
  const configured = loadLayeredPolicy(config.policy);
  return { config, configured, policy: configured.policy };
};

/**
 * Serves the console without any server, over the store in which other processes put their calls. It judges nothing:
 * votes are words about calls that others hold.
 */
export const serveStandaloneConsole = async ({
  config: path,
  home,
  onReady,
}: StandaloneConsoleOptions): Promise<void> => {
  const { config, configured, policy } = await read(path, home);
  const usual = defaultGatewayConfig(home.folder, []).console;
  const gateway = await createGateway({
    config: { ...config, servers: [], console: config.console ?? usual },
    policy,
    home,
    log: writeLogLine,
    takesHooks: false,
    servePeople: serveOperations,
  });
  const policies = followPolicyFile({
    home,
    config: path ?? join(home.folder, CONFIG_NAME),
    configured: () => configured,
    gateway,
    log: writeLogLine,
  });
  const stopped = waitUntilStopped(Promise.withResolvers<void>().promise);
  try {
    const served = await openConsole({ gateway, home, policies, log: writeLogLine });
    if (served !== null) {
      await onReady(served);
      await stopped;
      await served.close();
    }
  } finally {
    policies.close();
    await gateway.close();
  }
  process.exit(0);
};
