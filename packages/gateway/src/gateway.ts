import { delimiter, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ConfigSkewDetector, Replica } from '@callgate/cluster';
import type { Policy } from '@callgate/core';
import { CallgateError, LOCAL_PRINCIPAL, display, getOwn } from '@callgate/core';
import { pathFolders } from '@callgate/core/host-tools';
import type { ApprovalChannel, Clock, Gate, GateLimits, Keys, People, ToolCatalogue } from '@callgate/gate';
import { createGate, openKeys, systemClock, webhookChannel } from '@callgate/gate';
import { refuseNewStore } from '@callgate/gate/audit';
import type { SharedState } from '@callgate/gate/store';
import { upstreamMessages } from '@callgate/messages/upstream';
import { logMessages } from '@callgate/messages/log';
import { errorSentences } from '@callgate/messages/text/error-text';
import type { StoreHandle } from './store/open-store.ts';
import {
  getStoreAddress,
  getStoreName,
  describeReplication,
  displayStoreLocation,
} from '@callgate/gate/store';
import { agentMessages } from '@callgate/messages/agent';
import { openStore } from './store/open-store.ts';
import { createNotifiers } from './notify/create-notifiers.ts';
import { ModelAdvisor } from './absorb/model-advisor.ts';
import { SharedModelSteps } from './absorb/shared-model-steps.ts';
import type { GatewayConfig } from './config/gateway-config.ts';
import type { HomeSettings } from './config/read-config.ts';
import type { HomeSettingsSource } from './confirm/follow-home-settings.ts';
import type { DatabaseStatus, OperationsStarter } from './confirm/operations-starter.ts';
import { alertSettingsUnreadable, followHomeSettings } from './confirm/follow-home-settings.ts';
import { inBandSettings } from './confirm/in-band-settings.ts';
import { GatewayCatalogue } from './disclose/gateway-catalogue.ts';
import type { OperatorDecisionStore } from './disclose/operator-decision-file.ts';
import {
  OperatorDecisionFile,
  followOperatorDecisions,
  readServerDecisions,
} from './disclose/operator-decision-file.ts';
import { PinFolder } from './disclose/pin-folder.ts';
import { TRUST_AS_WRITTEN, TrustFile } from './disclose/trust-file.ts';
import type { Diagnosis } from './disclose/agent-view.ts';
import { CallsInFlight } from './dispatch/create-dispatcher.ts';
import { openUpstream } from './dispatch/open-upstream.ts';
import type { ServerEvents } from './dispatch/servers.ts';
import { Servers } from './dispatch/servers.ts';
import type { UpstreamFactory } from './dispatch/upstream.ts';
import { ContextLinks, toHostToolName } from './hooks/context-links.ts';
import { withHostTools } from './hooks/host-tools.ts';
import { serveHooks } from './hooks/serve-hooks.ts';
import type { LogEntry } from './log/log-entry.ts';
import { logWithAlerts } from './log/log-alerts.ts';
import { NoticeRateLimit } from './log/notice-rate-limit.ts';
import type { GatewayParts } from './receive/gateway-parts.ts';
import type { Readiness } from './receive/http/readiness.ts';
import { readinessOf, storeStateText } from './receive/http/readiness.ts';
import type { ConnectedClient, Protocol } from './wire/exchange.ts';
import { ResultResources } from './receive/result-resources.ts';
import { renewSubscriptions } from './receive/handlers/renew-subscriptions.ts';
import { relayLog } from './receive/handlers/logging.ts';
import { LastUserMessages } from './receive/last-user-messages.ts';
import { ClientListeners } from './receive/client-listeners.ts';
import { GatewayProtocol } from './receive/gateway-protocol.ts';
import { RefusalLog } from './receive/refusal-log.ts';
import type { ResultStage } from './receive/result-stages.ts';
import { resultStages } from './receive/result-stages.ts';
import { answerServerRequest } from './receive/answer-server-request.ts';
import { UpstreamTasks } from './receive/upstream-tasks.ts';
import { TASK_ERRORS, GatewayTasks } from './receive/gateway-tasks.ts';
import type { ServerStatus } from './dispatch/server-status.ts';
import { RpcFailure } from './wire/rpc-failure.ts';

/** Where Callgate keeps its own things. */
export interface GatewayHome {
  readonly folder: string;
  readonly keys: string;
  readonly anchors: string;
}

export interface GatewayOptions {
  readonly config: GatewayConfig;
  readonly policy: Policy;
  readonly home: GatewayHome;
  readonly log?: (entry: LogEntry) => void;
  readonly clock?: Clock;
  /** The command stands beside the trust that is said of it, as on a command line. */
  readonly trustAsWritten?: boolean;
  /** What clients call the connection to this gateway, where that is known. */
  readonly serverKey?: string;
  /** False: hooks of hosts are not taken here, because they are judged by another policy elsewhere. */
  readonly takesHooks?: boolean;
  /** Who is asked and what counts in band, looked at before each such answer: for a process that does not reload. */
  readonly answers?: HomeSettingsSource;
  /** How people of this machine reach it; nobody does where it is absent. */
  readonly servePeople?: OperationsStarter;
  /** The environment of the client, where this process serves clients with different ones. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** How servers are reached; tests put something in between. */
  readonly open?: UpstreamFactory;
}

export interface Gateway {
  readonly gate: Gate;
  readonly catalogue: GatewayCatalogue;
  /** What calls are decided by: the catalogue, with tasks and the tools that hosts run. */
  readonly known: ToolCatalogue;
  /** What the operator said of single tools, followed as it changes. */
  readonly operator: OperatorDecisionStore;
  /** What transports serve. */
  readonly protocol: Protocol;
  readonly keys: Keys;
  /** What everything in it is timed by. */
  readonly clock: Clock;
  /** What every process on its store finds again. */
  readonly board: SharedState;
  /** This process among others on the same database; null where it is alone. */
  readonly replica: Replica | null;
  /** Whether calls can be decided: not while the store is out of reach. */
  readiness(): Readiness;
  /** Every server was tried once. */
  readonly ready: Promise<void>;
  /** How each server is doing. */
  servers(): readonly ServerStatus[];
  /** What it runs by now. */
  config(): GatewayConfig;
  /** Calls `listener` soon after something was stored, by this process or another. The function it returns ends that. */
  onChange(listener: () => void): () => void;
  /** Looks again at pins, trust and what the operator said; what waits for a tool that is disabled now is over. */
  lookAgain(): Promise<void>;
  /** From now on by these. What cannot be used is refused, and everything stays as it was. */
  reload(config: GatewayConfig, policy: Policy): Promise<void>;
  close(): Promise<void>;
}

const REDEFINED: ReadonlySet<string> = new Set(['DRIFT', 'REPINNED']);

const CHANGED_LISTS = ['tools', 'prompts', 'resources'] as const;

const limitsOf = ({
  approvals,
  labelAgeMs,
  storeLabelAgeMs,
  timeoutMs,
  slowTimeoutMs,
}: GatewayConfig): Partial<GateLimits> => ({
  approvalMs: approvals.expiryMs,
  questionsAnHour: approvals.questionsAnHour,
  pendingPerPrincipal: approvals.pendingPerPrincipal,
  readingMs: approvals.readingMs,
  labelAgeMs,
  storeLabelAgeMs,
  timeoutMs,
  slowTimeoutMs,
});

const channelsOf = (
  { approvals, console }: GatewayConfig,
  env: Readonly<Record<string, string | undefined>> = process.env,
  clock: Clock = systemClock,
): readonly ApprovalChannel[] => [
  ...approvals.webhooks.map(({ url, secretEnv }) =>
    webhookChannel({
      url,
      secret: env[secretEnv ?? ''] ?? '',
      ...(console?.url === undefined ? {} : { console: console.url }),
    }),
  ),
  ...createNotifiers(approvals.notify, { console: console?.url, env, clock }),
];

const describeError = (error: unknown): string =>
  error instanceof CallgateError
    ? `${error.code}: ${error.message}`
    : display(error instanceof Error ? error.message : String(error), { max: 300 });

/** What is answered to a task is judged as the tool that it belongs to. */
const withTasks = (catalogue: GatewayCatalogue, tasks: UpstreamTasks): ToolCatalogue => ({
  find: (kind, server, target, argumentsDigest) => {
    if (kind !== 'task-update') return catalogue.find(kind, server, target, argumentsDigest);
    const tool = tasks.tool(server, target);
    return tool === undefined ? undefined : catalogue.find('tool', server, tool);
  },
  identity: (server) => catalogue.identity(server),
});

class RunningGateway implements Gateway {
  readonly gate: Gate;
  readonly catalogue: GatewayCatalogue;
  readonly known: ToolCatalogue;
  readonly operator: OperatorDecisionStore;
  readonly protocol: Protocol;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly board: SharedState;
  readonly replica: Replica | null;
  readonly readiness: Gateway['readiness'];
  readonly ready: Promise<void>;
  readonly onChange: Gateway['onChange'];
  readonly #parts: GatewayParts;
  readonly #log: (entry: LogEntry) => void;
  readonly #shut: (() => Promise<void>)[];
  readonly #people: { now: People };
  readonly #autorun: { now: readonly string[]; readonly onPath: readonly string[] };
  readonly #hooks: { close(): Promise<void> };
  #config: GatewayConfig;
  #resultStages: readonly ResultStage[];
  readonly #news: NoticeRateLimit;
  readonly #unfollow: () => void;
  readonly #skew: ConfigSkewDetector | undefined;
  readonly #env: GatewayOptions['env'];

  constructor(
    options: GatewayOptions,
    made: {
      readonly gate: Gate;
      readonly catalogue: GatewayCatalogue;
      readonly operator: OperatorDecisionStore;
      readonly keys: Keys;
      readonly onChange: Gateway['onChange'];
      readonly clock: Clock;
      readonly board: SharedState;
      /** The same, where other processes work on the store. */
      readonly shared: SharedState | undefined;
      readonly replica: Replica | null;
      readonly readiness: Gateway['readiness'];
      readonly shut: (() => Promise<void>)[];
      readonly tasks: GatewayTasks;
      readonly tasksAt: UpstreamTasks;
      readonly links: ContextLinks;
      readonly known: ToolCatalogue;
      readonly people: { now: People };
      readonly autorun: { now: readonly string[]; readonly onPath: readonly string[] };
      readonly hooks: { close(): Promise<void> };
      readonly heard: (listener: (news: Diagnosis) => void) => void;
    },
  ) {
    const { gate, catalogue, keys, clock, shut } = made;
    this.gate = gate;
    this.catalogue = catalogue;
    this.known = made.known;
    this.operator = made.operator;
    this.keys = keys;
    this.onChange = made.onChange;
    this.clock = clock;
    this.board = made.board;
    this.replica = made.replica;
    this.readiness = made.readiness;
    this.#log = logWithAlerts(gate, options.log ?? (() => {}), clock);
    this.#shut = shut;
    this.#news = new NoticeRateLimit(clock);
    this.#people = made.people;
    this.#autorun = made.autorun;
    this.#hooks = made.hooks;
    this.#config = options.config;
    this.#env = options.env;
    const servers = new Servers({
      open: options.open ?? openUpstream,
      catalogue,
      clock,
      events: this.#events(),
    });
    const refusals = new RefusalLog(gate, clock);
    const log = (server: string, code: string, message: string): void =>
      this.#log({ level: 'warning', code, message, server });
    this.#parts = {
      gate,
      keys,
      clock,
      board: made.board,
      catalogue,
      known: made.known,
      refused: (principal, code, detail) => refusals.note(principal, code, detail),
      log,
      servers,
      tasks: made.tasks,
      tasksAt: made.tasksAt,
      links: made.links,
      out: new CallsInFlight(),
      running: new Map(),
      listeners: new ClientListeners(),
      heard: new LastUserMessages(),
      given: new ResultResources(made.shared, () => clock.now()),
      models: new ModelAdvisor({
        gate,
        catalogue,
        log,
        clock,
        config: () => this.#config,
        shared: made.shared === undefined ? undefined : new SharedModelSteps(made.shared),
      }),
      resultStages: () => this.#resultStages,
      ready: () => this.ready,
      config: () => this.#config,
      people: () => made.people.now,
      left: (client) => this.#left(client),
    };
    this.#resultStages = resultStages(this.#parts, options.config);
    this.protocol = new GatewayProtocol(this.#parts, refusals);
    gate.onEvent((event) => {
      if (event.type === 'broken')
        this.#log({ level: 'error', code: event.code, message: brokenText(event.message) });
    });
    catalogue.onChange((changed) => {
      for (const list of CHANGED_LISTS) if (changed[list]) this.#parts.listeners.listChanged(list);
    });
    made.heard((news) => {
      this.#tell(news.server, news.code, `${news.what}: ${news.message}`);
      if (REDEFINED.has(news.code)) gate.redefined(news.server).catch(() => {});
    });
    this.#unfollow = followOperatorDecisions({
      book: made.operator,
      clock,
      onChange: () => {
        this.lookAgain().catch((error: unknown) =>
          this.#log({ level: 'error', code: 'LOOK_AGAIN', message: describeError(error) }),
        );
      },
    });
    this.#skew = made.replica?.detectConfigSkew(
      clock,
      () => ({
        policy: this.gate.policy.revision,
        people: this.#people.now,
        stock: this.catalogue.stock(),
      }),
      (server, message) => this.#tell(server, 'PROCESSES_DIFFER', message),
    );
    if (options.policy.mode === 'observe')
      this.#log({
        level: 'warning',
        code: 'OBSERVING',
        message: logMessages.observing,
      });
    this.ready = this.#use(options.config);
  }

  config(): GatewayConfig {
    return this.#config;
  }

  servers(): readonly ServerStatus[] {
    return this.#parts.servers.all.map((server) => server.status());
  }

  async #use(config: GatewayConfig): Promise<void> {
    this.catalogue.setServers(config.servers);
    await this.#parts.servers.use(config.servers);
    for (const { server, error } of await this.#parts.servers.reachAll())
      if (error instanceof CallgateError && error.code === 'UPSTREAM_SLOW')
        this.#log({ level: 'warning', code: error.code, message: errorSentences(error), server });
  }

  #events(): ServerEvents {
    return {
      notification: (server, method, params, call) => {
        if (method === 'notifications/message') relayLog(this.#parts, server, params, call);
        const uri = getOwn(params, 'uri');
        if (method === 'notifications/resources/updated' && typeof uri === 'string')
          this.#parts.listeners.resourceUpdated(server, uri);
      },
      request: async (name, { method, params, call }) => {
        const server = this.#parts.servers.get(name);
        const exchange = this.#parts.out.find(name, call);
        if (server === undefined || exchange === undefined)
          throw new RpcFailure({ code: -1, message: agentMessages.serverRequests.nobody });
        return await answerServerRequest(this.#parts, server, exchange, method, params);
      },
      reached: (server) => renewSubscriptions(this.#parts, server),
      availability: (server, text) => {
        if (text === null)
          this.#log({
            level: 'info',
            code: 'SERVER_READY',
            message: upstreamMessages.status.readyAgain,
            server,
          });
        else this.#log({ level: 'warning', code: 'SERVER_UNREACHED', message: text, server });
      },
      misbehaved: (server, code, message) => this.#tell(server, code, message, `${server} ${code}`),
    };
  }

  /** What is alike is told once an hour, and of a flood only the beginning. */
  #tell(server: string, code: string, message: string, alike = `${server} ${code} ${message}`): void {
    if (!this.#news.mayTell(server)) return;
    this.#log({ level: 'warning', code, message, server });
    this.gate.tell({ code, message: `${server}: ${message}`, onceAnHour: alike }).catch(() => {});
  }

  #left({ authenticated, shared, principal, context }: ConnectedClient): void {
    if (!authenticated || shared === true) return;
    this.gate.endContext({ principal: principal.subject, context, authenticated }).catch(() => {});
  }

  async lookAgain(): Promise<void> {
    this.catalogue.refresh();
    readServerDecisions(this.operator, '', '');
    const lost = this.operator.lost();
    if (lost !== null) {
      const code = 'OPERATOR_FILE_GONE';
      this.#log({ level: 'error', code, message: lost });
      await this.gate.tell({ code, message: lost, onceAnHour: code });
    }
    // what is not there because nobody can tell, or not yet, may come back
    for (const { server, identity, tools } of this.catalogue.stock())
      if (identity !== null && tools.some(({ disabled }) => disabled !== null))
        await this.gate.redefined(server);
  }

  async reload(config: GatewayConfig, policy: Policy): Promise<void> {
    const channels = channelsOf(config, this.#env);
    if (policy.revision !== this.gate.policy.revision) await this.gate.usePolicy(policy);
    this.gate.usePeople(config.people);
    this.gate.useInBand(inBandSettings(config));
    this.gate.useLimits(limitsOf(config));
    this.gate.useChannels(channels);
    this.#people.now = config.people;
    this.#config = config;
    this.#resultStages = resultStages(this.#parts, config);
    this.#useAutorunFiles(config.autorunFiles);
    this.catalogue.setListing(config.listing, policy.hints);
    await this.#use(config);
  }

  /** From now on by other people and settings for answers over agents' own connections. */
  useAnswers({ people, approvals: { answersInBand, readingMs }, clients, autorunFiles }: HomeSettings): void {
    const { answersInBand: _, ...approvals } = this.#config.approvals;
    this.#config = {
      ...this.#config,
      people,
      clients,
      approvals: { ...approvals, readingMs, ...(answersInBand === undefined ? {} : { answersInBand }) },
    };
    this.gate.usePeople(people);
    this.gate.useInBand(inBandSettings(this.#config));
    this.gate.useLimits(limitsOf(this.#config));
    this.#people.now = people;
    this.#useAutorunFiles(autorunFiles);
  }

  #useAutorunFiles(files: readonly string[] = []): void {
    if (isDeepStrictEqual(files, this.#autorun.now)) return;
    this.#autorun.now = files;
    this.catalogue.setAutorunFiles([...files, ...this.#autorun.onPath]);
  }

  async close(): Promise<void> {
    this.#unfollow();
    this.#skew?.close();
    this.#parts.tasks.close();
    await this.#hooks.close();
    await this.gate.close();
    await this.#parts.tasks.closed();
    this.#parts.tasksAt.close();
    await this.#parts.servers.close();
    for (const shut of this.#shut) await shut();
  }
}

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

const ignoreLog = (): void => {};

const noServers = (): readonly ServerStatus[] => [];
const brokenText = (problem: string): string => logMessages.callsStopped({ problem });

/** Tells the operator how the database is doing, at the start and whenever that changes. */
const followDatabase = (
  { database }: StoreHandle,
  path: string,
  log: GatewayOptions['log'] = () => {},
): (() => DatabaseStatus) | undefined => {
  if (database === null) return undefined;
  const at = displayStoreLocation(path);
  log({
    level: database.replication.mode === 'synchronous' ? 'info' : 'warning',
    code: 'STORE_DATABASE',
    message: logMessages.store({ location: at, replication: describeReplication(database.replication) }),
  });
  database.onNews(log);
  database.onState((state) =>
    log({
      level: state === 'ready' ? 'info' : 'error',
      code: state === 'ready' ? 'STORE_BACK' : state === 'away' ? 'STORE_AWAY' : 'STORE_LOST',
      message: storeStateText(state),
    }),
  );
  return () => ({
    at,
    state: database.state,
    since: Math.trunc(database.stateSince),
    replication: database.replication,
  });
};

/** Opens a gateway. Servers are reached while it is already served. */
export const createGateway = async (options: GatewayOptions): Promise<Gateway> => {
  const { config, policy, home } = options;
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
  const operator = new OperatorDecisionFile(home.folder);
  // from now on it is known whether there was a file, and what stood in it
  readServerDecisions(operator, '', '');
  const catalogue = new GatewayCatalogue({
    operator,
    pins: new PinFolder(join(home.folder, 'pins')),
    trust: options.trustAsWritten === true ? TRUST_AS_WRITTEN : new TrustFile(home.folder),
    listing: config.listing,
    customHints: policy.hints,
    clock,
    tell: (news) => tell(news),
  });
  const sharedBoard = placed.database === null ? undefined : placed.board;
  const tasksAt = new UpstreamTasks(sharedBoard);
  await tasksAt.open();
  const onPath = pathFolders((options.env ?? process.env)['PATH'], delimiter);
  const autorun = { now: config.autorunFiles ?? [], onPath };
  catalogue.setAutorunFiles([...autorun.now, ...onPath]);
  const beyond = withHostTools(withTasks(catalogue, tasksAt), onPath, () => autorun.now);
  // no server has the alias of a host, so most calls end at the catalogue
  const known: ToolCatalogue = {
    find: (...asked) => catalogue.find(...asked) ?? beyond.find(...asked),
    identity: (server) => catalogue.identity(server),
  };
  let useAnswers: (settings: HomeSettings) => void = ignoreLog;
  const gate = await createGate({
    policy,
    store,
    catalogue: known,
    keys,
    clock,
    people: config.people,
    inBand: inBandSettings(config),
    channels: channelsOf(config, options.env),
    limits: limitsOf(config),
    ...(options.answers === undefined
      ? {}
      : {
          refreshSettings: followHomeSettings(config, {
            source: options.answers,
            use: (settings) => useAnswers(settings),
            unreadable: (message) => {
              options.log?.({ level: 'error', code: 'ANSWERS_UNREADABLE', message });
              alertSettingsUnreadable(store, message);
            },
          }),
        }),
    remember,
  });
  let servers = noServers;
  const access = await options.servePeople?.({
    gate,
    servers: () => servers(),
    folder: home.folder,
    instance: store.instance,
    clock,
    database,
  });
  const links = new ContextLinks({
    serves: (tool) =>
      catalogue
        .viewFor(LOCAL_PRINCIPAL)
        .tools.some(({ name }) => typeof name === 'string' && toHostToolName(name) === tool),
    ...(options.serverKey === undefined ? {} : { serverKey: options.serverKey }),
    now: () => clock.now(),
  });
  const people = { now: config.people };
  const hooks =
    options.takesHooks === false
      ? { close: () => Promise.resolve() }
      : await serveHooks({
          gate,
          folder: home.folder,
          instance: store.instance,
          store: getStoreName(config.store.path),
          links,
          people: () => people.now,
        });
  const gateway = new RunningGateway(options, {
    gate,
    known,
    links,
    people,
    autorun,
    catalogue,
    operator,
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
  useAnswers = (settings) => gateway.useAnswers(settings);
  return gateway;
};
