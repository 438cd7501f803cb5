import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CallgateError } from '@callgate/core';
import { demoErrors } from '@callgate/messages/errors/demo';
import type { ServedConsole } from '@callgate/console';
import type { Gateway, LogEntry } from '@callgate/gateway';
import { createGateway } from '@callgate/gateway';
import { serveConfiguredHttp } from '@callgate/gateway/config';
import { serveOperations } from '@callgate/operations/socket';
import { openConsole } from '../console/open-console.ts';
import { loadGatewaySetup } from '../home/load-gateway-setup.ts';
import { followPolicyFile } from '../serve/follow-policy-file.ts';
import { DemoAgent } from './demo-agent.ts';
import { DemoHome } from './demo-home.ts';

export interface RunningDemo {
  readonly home: DemoHome;
  readonly gateway: Gateway;
  readonly console: ServedConsole;
  readonly agent: DemoAgent;
  readonly log: readonly LogEntry[];
  close(): Promise<void>;
}

const tokenOf = (folder: string): string => readFileSync(join(folder, 'agents.token'), 'utf8').trim();

/** Starts the gateway with its servers, the console and the agent, in a folder of their own. */
export const openDemo = async (pace: number): Promise<RunningDemo> => {
  const home = new DemoHome(pace);
  const remove = (): void => home.remove();
  // also where the process ends in a hurry
  process.once('exit', remove);
  const closers: (() => Promise<void> | void)[] = [remove];
  const close = async (): Promise<void> => {
    for (const closing of closers.splice(0).toReversed()) await closing();
    process.off('exit', remove);
  };
  try {
    const { value } = await loadGatewaySetup({ path: home.config, own: true }, home.paths);
    const log: LogEntry[] = [];
    const note = (entry: LogEntry): void => {
      log.push(entry);
    };
    const gateway = await createGateway({
      config: value.config,
      policy: value.policy,
      home: home.paths,
      log: note,
      servePeople: serveOperations,
    });
    closers.push(() => gateway.close());
    const { http } = value.config;
    if (http === null) throw new CallgateError(demoErrors.noHttp());
    const served = await serveConfiguredHttp(gateway.protocol, http);
    closers.push(() => served.close());
    const policies = followPolicyFile({
      home: home.paths,
      config: home.config,
      configured: () => value.configured,
      gateway,
      log: note,
    });
    closers.push(() => policies.close());
    const console = await openConsole({ gateway, home: home.paths, policies, log: note });
    if (console === null) throw new CallgateError(demoErrors.noConsole());
    closers.push(() => console.close());
    await gateway.ready;
    const agent = await DemoAgent.connect(served.url, tokenOf(home.paths.folder));
    closers.push(() => agent.leave());
    return { home, gateway, console, agent, log, close };
  } catch (error) {
    await close();
    throw error;
  }
};
