import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Policy, ToolInput, TracedTool } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import { homeErrors } from '@callgate/messages/errors/home';
import type { Keys } from '@callgate/gate';
import { openKeys, systemClock } from '@callgate/gate';
import { addAlert } from '@callgate/gate/host';
import { readKeys, recordPolicyActivation } from '@callgate/gate/record';
import { getStoreAddress } from '@callgate/gate/store';
import type { SettingsFolder } from '@callgate/gateway/tools';
import {
  PinFolder,
  TrustFile,
  openSettings,
  serverIdentity,
  OperatorDecisionFile,
  buildPinnedInventory,
} from '@callgate/gateway/tools';
import { defaultGatewayConfig } from '@callgate/gateway/config';
import { effectivePolicyOperations } from '@callgate/operations/policy';
import type { OperationsClient } from '@callgate/operations/socket';
import { LOCAL_CALLER, localClient } from '@callgate/operations/socket';
import type { HomePaths } from '../home/home-paths.ts';
import { openHomeSettings } from '../home/open-home-settings.ts';
import { openStoreForWriting } from '../home/open-store-for-writing.ts';
import { homePaths } from '../home/home-paths.ts';
import { CONFIG_NAME, findConfig } from '../home/find-config.ts';
import type { LayeredPolicy } from '../home/layered-policy.ts';
import { loadLayeredPolicy } from '../home/layered-policy.ts';
import type { GatewaySetup } from '../home/load-gateway-setup.ts';
import { loadGatewaySetup } from '../home/load-gateway-setup.ts';
import { readNamedStore } from '../home/locate-home-store.ts';
import type { PolicyOverride, PolicyFileContent } from '../home/policy-file.ts';
import { readPolicyFile, sharePolicy, writePolicyFile } from '../home/policy-file.ts';
import { policyNotice } from '../serve/follow-policy-file.ts';

/** The policy of one configuration: what it names, what was activated, and what it judges. */
export interface PolicyHome extends PolicyFileContent {
  readonly paths: HomePaths;
  /** Where people's decisions are. */
  readonly folder: SettingsFolder;
  /** Of the configuration. */
  readonly path: string;
  readonly everything: GatewaySetup;
  /** What is in force. */
  readonly effective: LayeredPolicy;
  /** What was activated cannot be read, and is passed over. */
  readonly isDamaged: boolean;
  /** The same as it is now. */
  again(): Promise<PolicyHome>;
}

/** Whose word it is on this machine. */
const SUBJECT = 'local';

const PRESET = 'balanced';

/** What `callgate run` judges by where nobody names another policy. It reads no configuration. */
const openRunHome = (): PolicyHome => {
  const paths = homePaths(process.env);
  const named = readNamedStore(process.env);
  const defaults = defaultGatewayConfig(paths.folder, []);
  const configured = loadLayeredPolicy([PRESET]);
  const everything: GatewaySetup = {
    config: named === undefined ? defaults : { ...defaults, store: named },
    policy: configured.policy,
    configured,
    shadow: null,
    lock: null,
    warnings: [],
  };
  return {
    paths,
    folder: openSettings(paths.folder),
    path: join(paths.folder, CONFIG_NAME),
    everything,
    effective: configured,
    isDamaged: false,
    word: null,
    active: null,
    again: () => Promise.resolve(openRunHome()),
  };
};

/** To look at: the policy of a configuration, or that of `callgate run` where there is none. */
export const openPolicyToRead = async (given: string | undefined): Promise<PolicyHome> => {
  try {
    return await openPolicyHome(given);
  } catch (error) {
    if (given !== undefined || !(error instanceof CallgateError) || error.code !== 'CONFIG_NONE') throw error;
    return openRunHome();
  }
};

const policyPlace = ({ paths, folder }: Pick<PolicyHome, 'paths' | 'folder'>): string | SettingsFolder =>
  folder.isShared ? folder : paths.folder;

/** `damaged: 'passed over'` is for a restore: a file that cannot be read is then not in force either. */
export const openPolicyHome = async (
  given: string | undefined,
  { damaged = 'refused' }: { readonly damaged?: 'refused' | 'passed over' } = {},
): Promise<PolicyHome> => {
  const paths = homePaths(process.env);
  const found = findConfig(given, { here: process.cwd(), home: paths.folder });
  const { value } = await loadGatewaySetup(found, paths, { ownOnly: true });
  const folder = await openHomeSettings(getStoreAddress(value.config.store), paths);
  const read = ((): Pick<PolicyHome, 'word' | 'active' | 'isDamaged'> => {
    try {
      return { ...readPolicyFile(policyPlace({ paths, folder }), found.path), isDamaged: false };
    } catch (error) {
      if (damaged === 'refused' || !(error instanceof CallgateError)) throw error;
      return { word: null, active: null, isDamaged: true };
    }
  })();
  return {
    paths,
    folder,
    path: found.path,
    everything: value,
    effective: read.active ?? value.configured,
    ...read,
    again: () => openPolicyHome(given, { damaged }),
  };
};

/** The tools that were last seen of the servers of the configuration; of all servers where there is none. */
export const pinnedTools = ({ paths, folder, everything, effective }: PolicyHome): readonly TracedTool[] => {
  const { config, lock } = everything;
  const pins = new PinFolder(folder.folder('pins'));
  const operator = new OperatorDecisionFile(folder);
  if (config.path === null)
    return pins
      .list()
      .flatMap(
        (each) => buildPinnedInventory(each, { operator, customHints: effective.policy.hints })?.tools ?? [],
      )
      .map((tool) => tool.traced());
  const trust = new TrustFile(paths.folder);
  return config.servers.flatMap((server) => {
    const identity = serverIdentity(server.reach);
    const pinned = { server: server.server, identity, pins: pins.read(server.server, identity) };
    const stock = buildPinnedInventory(pinned, {
      operator,
      customHints: effective.policy.hints,
      config: server,
      trust,
      listing: config.listing,
      lock,
    });
    return (stock?.tools ?? []).map((tool) => tool.traced());
  });
};

/** What can be asked of it where no gateway runs. */
export const homePolicyOperations = (home: PolicyHome): OperationsClient => {
  const { active, effective, everything } = home;
  const policies = {
    layers: effective.layers,
    configured: everything.configured.layers,
    activated: active === null ? null : { by: active.by, reason: active.reason, at: active.at },
  };
  const tools = (): readonly ToolInput[] => pinnedTools(home).map(({ tool }) => tool);
  const table = effectivePolicyOperations(() => effective.policy, tools, policies, systemClock);
  return localClient(table, LOCAL_CALLER);
};

/** Without keys what is sealed stays sealed, and those calls are told of. */
export const findKeys = ({ paths }: PolicyHome): Keys | undefined =>
  existsSync(paths.keys) ? readKeys(paths.keys) : undefined;

/** The policy may have changed between the comparison and the answer. */
const checkUnchanged = async (
  home: PolicyHome,
  layers: PolicyOverride['layers'],
  policy: Policy,
): Promise<void> => {
  const now = await home.again();
  if (now.effective.policy.revision !== home.effective.policy.revision)
    throw new CallgateError(homeErrors.policy.changed());
  if (layers === null && now.everything.configured.policy.revision !== policy.revision)
    throw new CallgateError(homeErrors.policy.configuredChanged());
};

/** Recorded first, then kept. Gateways that run follow the file. POLICY_CHANGED where another change came first. */
export const saveOverride = async (
  home: PolicyHome,
  layers: PolicyOverride['layers'],
  policy: Policy,
  reason: string,
): Promise<void> => {
  const { paths, path, everything } = home;
  const instead = everything.configured.policy.revision;
  const word: PolicyOverride = { layers, by: SUBJECT, reason, at: systemClock.now(), instead };
  const keys = openKeys(paths.keys);
  const { store, close } = await openStoreForWriting(getStoreAddress(everything.config.store), paths, {
    keys,
  });
  const activation = {
    config: path,
    by: SUBJECT,
    reason,
    policy,
    layers: layers ?? everything.configured.layers,
    before: home.effective.layers,
    restored: layers === null,
  };
  try {
    await checkUnchanged(home, layers, policy);
    await store.transact(async (tx) => {
      await recordPolicyActivation(tx, keys, activation);
      await addAlert(tx, { ...policyNotice(word, policy), call: null, to: ['operator'], now: tx.now() });
    });
  } finally {
    await close();
  }
  if (home.folder.isShared) await sharePolicy(home.folder, path, word);
  else writePolicyFile(paths.folder, path, word);
};
