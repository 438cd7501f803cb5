import { join } from 'node:path';
import type { ServedConsole } from '@callgate/console';
import { createGateway } from '@callgate/gateway';
import { gatewayConfig } from '@callgate/gateway/config';
import { serveOperations } from '@callgate/operations/socket';
import { namedStore } from '../home/home-store.ts';
import type { HomePaths } from '../home/home-paths.ts';
import { CONFIG_NAME } from '../home/find-config.ts';
import { layeredPolicy } from '../home/layered-policy.ts';
import type { Everything } from '../home/load-all.ts';
import { loadAll } from '../home/load-all.ts';
import { logLine } from '../show/log.ts';
import { openPolicyPlace } from '../serve/policy-place.ts';
import { untilStopped } from '../serve/until-stopped.ts';
import { openConsole } from './open-console.ts';

export interface ServeAlone {
  /** A configuration whose people, roles, store and policy are used. */
  readonly config: string | undefined;
  readonly home: HomePaths;
  onReady(served: ServedConsole): Promise<void>;
}

const read = async (
  path: string | undefined,
  home: HomePaths,
): Promise<Pick<Everything, 'config' | 'configured' | 'policy'>> => {
  if (path !== undefined) return (await loadAll({ path, own: true }, home)).value;
  const named = namedStore(process.env);
  const config = { ...gatewayConfig(home.folder, []), ...(named === undefined ? {} : { store: named }) };
  const configured = layeredPolicy(config.policy);
  return { config, configured, policy: configured.policy };
};

/**
 * Serves the console without any server, over the store in which other processes put their calls. It judges nothing:
 * votes are words about calls that others hold.
 */
export const serveAlone = async ({ config: path, home, onReady }: ServeAlone): Promise<void> => {
  const { config, configured, policy } = await read(path, home);
  const usual = gatewayConfig(home.folder, []).console;
  const gateway = await createGateway({
    config: { ...config, servers: [], console: config.console ?? usual },
    policy,
    home,
    log: logLine,
    takesHooks: false,
    servePeople: serveOperations,
  });
  const policies = openPolicyPlace({
    home,
    config: path ?? join(home.folder, CONFIG_NAME),
    configured: () => configured,
    gateway,
    log: logLine,
  });
  const stopped = untilStopped(Promise.withResolvers<void>().promise);
  try {
    const served = await openConsole({ gateway, home, policies, log: logLine });
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
