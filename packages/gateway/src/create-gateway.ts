import type { Replica } from '@callgate/cluster';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { Clock, Gate } from '@callgate/gate';
import { createGate, openKeys } from '@callgate/gate';
import { refuseNewStore } from '@callgate/gate/audit';
import { getStoreAddress, getStoreName } from '@callgate/gate/store';
import type { HomeSettings } from './config/read-config.ts';
import { alertSettingsUnreadable, followHomeSettings } from './confirm/follow-home-settings.ts';
import { createDecisionCatalogue } from './decision-catalogue.ts';
import type { Diagnosis } from './disclose/agent-view.ts';
import { ContractFile } from './disclose/contract-file.ts';
import { GatewayCatalogue } from './disclose/gateway-catalogue.ts';
import { OperatorDecisionFile, readServerDecisions } from './disclose/operator-decision-file.ts';
import { PinFolder } from './disclose/pin-folder.ts';
import type { SettingsFolder } from './disclose/settings-folder.ts';
import { openSettings } from './disclose/settings-folder.ts';
import { TRUST_AS_WRITTEN, TrustFile } from './disclose/trust-file.ts';
import { ViolationFile } from './disclose/violation-file.ts';
import type { ServerStatus } from './dispatch/server-status.ts';
import { followDatabase } from './follow-database.ts';
import { GatewaySettings } from './gateway-settings.ts';
import type { Gateway, GatewayOptions } from './gateway.ts';
import { ContextLinks, toHostToolName } from './hooks/context-links.ts';
import { serveHooks } from './hooks/serve-hooks.ts';
import { GatewayTasks, TASK_ERRORS } from './receive/gateway-tasks.ts';
import { readinessOf } from './receive/http/readiness.ts';
import { UpstreamTasks } from './receive/upstream-tasks.ts';
import { RunningGateway } from './running-gateway.ts';
import type { StoreHandle } from './store/open-store.ts';
import { openStore } from './store/open-store.ts';

/** Tasks of this process, or where there are other replicas, of all of them. */
const createTasks = (
  replica: Replica | null,
  gate: Gate,
  clock: Clock,
  log: GatewayOptions['log'] = () => {},
): GatewayTasks =>
  new GatewayTasks({
    clock,
    ...(replica === null
      ? {}
      : {
          share: (local) =>
            replica.shareTasks(
              {
                ...TASK_ERRORS,
                clock,
                read: gate.desk.read,
                log: (server, code, message) => log({ level: 'warning', code, message, server }),
              },
              local,
            ),
        }),
  });

/** What people decided: of this machine, or of all replicas on the database. */
const openFolder = async ({ database }: StoreHandle, home: string): Promise<SettingsFolder> =>
  database === null
    ? openSettings(home)
    : (await import('./disclose/shared-settings-folder.ts')).openSharedSettings(database.settings, home);

const ignoreLog = (): void => {};

const noServers = (): readonly ServerStatus[] => [];

/** Opens a gateway. Servers are reached while it is already served. */
export const createGateway = async (options: GatewayOptions): Promise<Gateway> => {
  const { config, home } = options;
  const keys = openKeys(home.keys);
  const remember = { path: home.anchors };
  await refuseNewStore(getStoreAddress(config.store), remember, keys);
  const placed = await openStore(getStoreAddress(config.store), {
    keys,
    ...(options.clock === undefined ? {} : { clock: options.clock }),
  });
  const { store, clock } = placed;
  const database = followDatabase(placed, config.store.path, options.log);
  // the catalogue is there before anybody can be told of what it finds
  let tell: (news: Diagnosis) => void = ignoreLog;
  const folder = await openFolder(placed, home.folder);
  const policy = options.policyIn?.(folder) ?? options.policy;
  const operator = new OperatorDecisionFile(folder);
  // from now on it is known whether there was a file, and what stood in it
  readServerDecisions(operator, '', '');
  const catalogue = new GatewayCatalogue({
    operator,
    violations: new ViolationFile(folder),
    contracts: new ContractFile(home.folder),
    pins: new PinFolder(folder.folder('pins')),
    trust: options.trustAsWritten === true ? TRUST_AS_WRITTEN : new TrustFile(home.folder),
    listing: config.listing,
    customHints: policy.hints,
    clock,
    tell: (news) => tell(news),
  });
  // what was decided elsewhere counts before the next call is decided here
  folder.onChange(() => catalogue.follow());
  const sharedBoard = placed.database === null ? undefined : placed.board;
  const tasksAt = new UpstreamTasks(sharedBoard);
  await tasksAt.open();
  const settings = new GatewaySettings(options);
  catalogue.setAutorunFiles([...settings.autorunFiles, ...settings.programFolders]);
  const known = createDecisionCatalogue(catalogue, tasksAt, settings);
  let useAnswers: (answers: HomeSettings) => void = ignoreLog;
  const opened = await createGate({
    policy,
    store,
    catalogue: known,
    keys,
    clock,
    ...(options.shadow === undefined || options.shadow === null ? {} : { shadow: options.shadow }),
    ...settings.gateOptions(),
    ...(options.answers === undefined
      ? {}
      : {
          refreshSettings: followHomeSettings(config, {
            source: options.answers,
            use: (answers) => useAnswers(answers),
            unreadable: (message) => {
              options.log?.({ level: 'error', code: 'ANSWERS_UNREADABLE', message });
              alertSettingsUnreadable(store, message);
            },
          }),
        }),
    remember,
  });
  const gate = options.observe?.(opened) ?? opened;
  let servers = noServers;
  const access = await options.servePeople?.({
    gate,
    servers: () => servers(),
    folder: home.folder,
    instance: store.instance,
    clock,
    database,
    publicKey: keys.publicKey,
  });
  const links = new ContextLinks({
    serves: (tool) =>
      catalogue
        .viewFor(LOCAL_PRINCIPAL)
        .tools.some(({ name }) => typeof name === 'string' && toHostToolName(name) === tool),
    ...(options.serverKey === undefined ? {} : { serverKey: options.serverKey }),
    now: () => clock.now(),
  });
  const hooks =
    options.takesHooks === false
      ? { close: () => Promise.resolve() }
      : await serveHooks({
          gate,
          folder: home.folder,
          instance: store.instance,
          store: getStoreName(config.store.path),
          links,
          people: () => settings.config.people,
        });
  const gateway = new RunningGateway(options, {
    gate,
    known,
    links,
    settings,
    catalogue,
    operator,
    folder,
    keys,
    onChange: (listener) => store.onChange(listener),
    clock,
    board: placed.board,
    shared: sharedBoard,
    replica: placed.replica,
    readiness: () => readinessOf(placed),
    tasks: createTasks(placed.replica, gate, clock, options.log),
    tasksAt,
    heard: (listener) => {
      tell = listener;
    },
    hooks,
    // a client that left, or a vote, may have written entries since the gate was closed: the end is signed too
    shut: [async () => await access?.close(), () => gate.close(), () => store.close()],
  });
  servers = () => gateway.servers();
  useAnswers = (answers) => gateway.useAnswers(answers);
  return gateway;
};
