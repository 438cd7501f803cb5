import type { Policy } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import { commandErrors } from '@callgate/messages/errors/command';
import { homeErrors } from '@callgate/messages/errors/home';
import { toolReviewErrors } from '@callgate/messages/errors/tool-review';
import type { ToolRef } from '@callgate/operations/api';
import type { OperationsClient } from '@callgate/operations/socket';
import { LOCAL_CALLER, localClient } from '@callgate/operations/socket';
import type { KnownServer } from '@callgate/operations/tools';
import { ToolJudge, PinnedServers, pinnedServer, toolsOperations } from '@callgate/operations/tools';
import type { OperatorAction } from '@callgate/gate/record';
import { systemClock } from '@callgate/gate';
import { readKeys, recordOperatorAction } from '@callgate/gate/record';
import type { InventoryTool, SettingsFolder } from '@callgate/gateway/tools';
import {
  ContractFile,
  OperatorDecisionFile,
  TrustFile,
  ViolationFile,
  serverIdentity,
} from '@callgate/gateway/tools';
import type { GatewayConfig, Lock, ServerConfig } from '@callgate/gateway/config';
import { defaultGatewayConfig } from '@callgate/gateway/config';
import { getStoreAddress, canBeStore, displayStoreLocation } from '@callgate/gate/store';
import { openHomeSettings } from '../home/open-home-settings.ts';
import { openStoreForWriting } from '../home/open-store-for-writing.ts';
import { findNearestName } from '@callgate/policy';
import { policyMessages } from '@callgate/messages/cli/policy';
import type { HomePaths } from '../home/home-paths.ts';
import { now } from '../input/now.ts';
import { readNamedStore } from '../home/locate-home-store.ts';
import { openPolicy } from '../input/open-policy.ts';
import { findConfig } from '../home/find-config.ts';
import { loadGatewaySetup } from '../home/load-gateway-setup.ts';
import { sharedPolicy } from '../home/shared-policy.ts';
import { findInProcessServers } from './find-in-process-servers.ts';

/** The tools of this machine, as they were last seen. No server is asked. */
export interface HomeTools {
  readonly home: HomePaths;
  readonly config: GatewayConfig;
  readonly judge: ToolJudge;
  readonly servers: readonly KnownServer[];
  /** What can be asked of them, and said. */
  readonly operations: OperationsClient;
}

/** Writes a row into the record of the gate, whether or not one runs. What cannot be recorded is not done. */
const recordInHome = async (
  { home, config }: Pick<HomeTools, 'home' | 'config'>,
  act: OperatorAction,
): Promise<void> => {
  const place = getStoreAddress(config.store);
  if (!canBeStore(place))
    throw new CallgateError(homeErrors.nowhereToWrite({ store: displayStoreLocation(place) }));
  const { store, close } = await openStoreForWriting(place, home, { keys: readKeys(home.keys) });
  try {
    await store.transact((tx) => recordOperatorAction(tx, act));
  } finally {
    await close();
  }
};

export interface HomeToolsOptions {
  readonly config: string | undefined;
  readonly policy: string | undefined;
  readonly home: HomePaths;
  /** Also tools without a server, which nobody can decide about here. */
  readonly inProcess?: boolean;
}

interface ToolsConfiguration {
  readonly config: GatewayConfig;
  readonly policy: Policy;
  readonly lock: Lock | null;
  readonly folder: SettingsFolder;
}

/** Of these nobody said that they are meant: it goes on without them, and says so. */
const LEFT_OUT: ReadonlySet<string> = new Set(['CONFIG_UNACCEPTED', 'POLICY_UNACCEPTED']);

const configuredBy = async ({ config, home }: HomeToolsOptions): Promise<ToolsConfiguration> => {
  try {
    const found = findConfig(config, { here: process.cwd(), home: home.folder });
    const { value } = await loadGatewaySetup(found, home);
    const folder = await openHomeSettings(getStoreAddress(value.config.store), home);
    // replicas go by what was activated for all of them
    const policy = sharedPolicy(folder, found.path, () => value.configured) ?? value.policy;
    return { config: value.config, policy, lock: value.lock, folder };
  } catch (error) {
    if (!(error instanceof CallgateError)) throw error;
    const left = LEFT_OUT.has(error.code);
    if (config !== undefined || (error.code !== 'CONFIG_NONE' && !left)) throw error;
    if (left) process.stderr.write(`${policyMessages.tools.configLeftOut({ problem: error.message })}\n`);
    const usual = defaultGatewayConfig(home.folder, []);
    const folder = await openHomeSettings(getStoreAddress(readNamedStore(process.env) ?? usual.store), home);
    return { config: usual, policy: openPolicy(['balanced']), lock: null, folder };
  }
};

/** What is pinned is listed although the store cannot be read. */
const leftOutInProcess = (error: unknown): readonly KnownServer[] => {
  if (!(error instanceof CallgateError)) throw error;
  process.stderr.write(`${policyMessages.tools.inProcessLeftOut({ problem: error.message })}\n`);
  return [];
};

export const openHomeTools = async (wanted: HomeToolsOptions): Promise<HomeTools> => {
  const { home } = wanted;
  const { config, policy: usual, lock, folder } = await configuredBy(wanted);
  const policy = wanted.policy === undefined ? usual : openPolicy(wanted.policy.split(','));
  const store = readNamedStore(process.env) ?? config.store;
  const operator = new OperatorDecisionFile(folder);
  const pinned = new PinnedServers(folder);
  const configs = new Map<string, ServerConfig>(
    config.servers.map((each) => [`${each.server} ${serverIdentity(each.reach)}`, each]),
  );
  const trust = new TrustFile(home.folder, { remember: false });
  const violations = new ViolationFile(folder);
  const contracts = new ContractFile(home.folder);
  const servers = pinned.list().flatMap((each) => {
    const said = configs.get(`${each.server} ${each.identity}`);
    const options = { operator, customHints: policy.hints, violations, contracts };
    return (
      pinnedServer(
        each,
        said === undefined ? 'elsewhere' : 'served',
        said === undefined ? options : { ...options, config: said, trust, listing: config.listing, lock },
      ) ?? []
    );
  });
  const known = new Set([...servers, ...config.servers].map(({ server }) => server));
  const inProcess =
    wanted.inProcess === true
      ? await findInProcessServers(getStoreAddress(store), known).catch(leftOutInProcess)
      : [];
  const served = servers.filter(({ state }) => state === 'served');
  const all = [...served, ...servers.filter((each) => !served.includes(each)), ...inProcess];
  const judge = new ToolJudge(policy, now);
  const table = toolsOperations({
    judge,
    servers: all,
    clock: systemClock,
    changer: { operator, pins: pinned.book, record: (act) => recordInHome({ home, config }, act) },
    // no process serves them that could be asked
    statuses: () => Promise.resolve(new Map()),
    usage: () => Promise.resolve(undefined),
    affectedBy: () => Promise.resolve(null),
    changed: () => Promise.resolve(),
  });
  return { home, config, judge, servers: all, operations: localClient(table, LOCAL_CALLER) };
};

/** A tool as operations name it. */
export const toToolRef = ({ known, tool }: FoundTool): ToolRef => ({
  server: known.server,
  identity: known.identity,
  tool: tool.name,
});

export interface FoundTool {
  readonly known: KnownServer;
  readonly tool: InventoryTool;
}

/** The tool named as `SERVER/TOOL`. */
export const findTool = (
  { servers }: Pick<HomeTools, 'servers'>,
  written: string,
  identity: string | undefined,
): FoundTool => {
  const [server = '', name = ''] = written.split(/\/(.*)/s);
  if (name === '') throw new CallgateError(commandErrors.notATool({ name: display(written, { max: 200 }) }));
  const found = servers.flatMap((known) =>
    known.server === server && known.identity.startsWith(identity ?? '')
      ? known.tools.filter((tool) => tool.name === name).map((tool) => ({ known, tool }))
      : [],
  );
  const [first, ...others] = found;
  if (first === undefined) {
    const all = servers.flatMap((known) => known.tools.map((tool) => `${known.server}/${tool.name}`));
    const near = findNearestName(written, all);
    throw new CallgateError(
      toolReviewErrors.notSeen({
        tool: display(written, { max: 200 }),
        near: near === undefined ? undefined : display(near),
      }),
    );
  }
  // what is configured now is meant, where one of them is
  const meant = others.length === 0 || (identity === undefined && first.known.state === 'served');
  if (meant) return first;
  throw new CallgateError(
    toolReviewErrors.several({
      server: display(server),
      count: found.length,
      identities: found.map(({ known }) => known.identity).join(', '),
    }),
  );
};
