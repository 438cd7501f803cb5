import { delimiter, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ConfigSkewDetector, Replica } from '@callgate/cluster';
import type { Policy } from '@callgate/core';
import { CallgateError, LOCAL_PRINCIPAL, display, own } from '@callgate/core';
import { pathFolders } from '@callgate/core/host-tools';
import type { Channel, Clock, Gate, GateLimits, Keys, People, ToolCatalogue } from '@callgate/gate';
import { createGate, openKeys, webhookChannel } from '@callgate/gate';
import { refuseNewStore } from '@callgate/gate/audit';
import type { Board } from '@callgate/gate/store';
import type { PlacedStore } from './store/open-store.ts';
import { addressOf, placeName, replicationWords, shownPlace } from '@callgate/gate/store';
import { openStore } from './store/open-store.ts';
import { ModelAdvice } from './absorb/recommend-model.ts';
import { SharedSteps } from './absorb/shared-steps.ts';
import type { GatewayConfig } from './config/config.ts';
import type { AnswerSettings } from './config/read-config.ts';
import type { AnswerSource } from './confirm/follow-answers.ts';
import type { DatabaseStatus, ServePeople } from './confirm/serve-people.ts';
import { alertUnreadable, followAnswers } from './confirm/follow-answers.ts';
import { inBandSettings } from './confirm/in-band-settings.ts';
import { Catalogue } from './disclose/catalogue.ts';
import type { OperatorBook } from './disclose/operator-file.ts';
import { OperatorFile, followOperator, readWords } from './disclose/operator-file.ts';
import { PinFolder } from './disclose/pin-file.ts';
import { TRUST_AS_WRITTEN, TrustFile } from './disclose/trust.ts';
import type { Diagnosis } from './disclose/view.ts';
import { CallsOut } from './dispatch/dispatcher.ts';
import { openUpstream } from './dispatch/open-upstream.ts';
import type { ServerEvents } from './dispatch/servers.ts';
import { Servers } from './dispatch/servers.ts';
import type { OpenUpstream } from './dispatch/upstream.ts';
import { ContextLinks, asHostsWrite } from './hooks/context-links.ts';
import { withHostTools } from './hooks/host-tools.ts';
import { serveHooks } from './hooks/serve-hooks.ts';
import type { LogEntry } from './log/log-entry.ts';
import { logWithAlerts } from './log/log-alerts.ts';
import { NewsLimit } from './log/news-limit.ts';
import type { GatewayParts } from './receive/parts.ts';
import type { Readiness } from './receive/http/readiness.ts';
import { readinessOf, stateWords } from './receive/http/readiness.ts';
import type { Client, Protocol } from './wire/exchange.ts';
import { GivenResources } from './receive/given-resources.ts';
import { subscribeAgain } from './receive/handlers/keep-subscriptions.ts';
import { relayLog } from './receive/handlers/logging.ts';
import { HeardIntents } from './receive/heard-intents.ts';
import { Listeners } from './receive/listeners.ts';
import { GatewayProtocol } from './receive/protocol.ts';
import { RefusalLog } from './receive/refusal-log.ts';
import type { ResultStage } from './receive/result-stages.ts';
import { resultStages } from './receive/result-stages.ts';
import { answerServer } from './receive/server-asks.ts';
import { TasksAtServers } from './receive/tasks-at-servers.ts';
import { TASK_ERRORS, TaskBook } from './receive/tasks.ts';
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
  readonly answers?: AnswerSource;
  /** How people of this machine reach it; nobody does where it is absent. */
  readonly servePeople?: ServePeople;
  /** How servers are reached; tests put something in between. */
  readonly open?: OpenUpstream;
}

export interface Gateway {
  readonly gate: Gate;
  readonly catalogue: Catalogue;
  /** What calls are decided by: the catalogue, with tasks and the tools that hosts run. */
  readonly known: ToolCatalogue;
  /** What the operator said of single tools, followed as it changes. */
  readonly operator: OperatorBook;
  /** What transports serve. */
  readonly protocol: Protocol;
  readonly keys: Keys;
  /** What everything in it is timed by. */
  readonly clock: Clock;
  /** What every process on its store finds again. */
  readonly board: Board;
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

const channelsOf = ({ approvals, console }: GatewayConfig): readonly Channel[] =>
  approvals.webhooks.map(({ url, secretEnv }) =>
    webhookChannel({
      url,
      secret: process.env[secretEnv ?? ''] ?? '',
      ...(console?.url === undefined ? {} : { console: console.url }),
    }),
  );

const withHelp = ({ message, help }: CallgateError): string =>
  help === undefined ? message : `${message}. ${help}`;

const wordsOf = (error: unknown): string =>
  error instanceof CallgateError
    ? `${error.code}: ${error.message}`
    : display(error instanceof Error ? error.message : String(error), { max: 300 });

/** What is answered to a task is judged as the tool that it belongs to. */
const withTasks = (catalogue: Catalogue, tasks: TasksAtServers): ToolCatalogue => ({
  find: (kind, server, target, argumentsDigest) => {
    if (kind !== 'task-update') return catalogue.find(kind, server, target, argumentsDigest);
    const tool = tasks.tool(server, target);
    return tool === undefined ? undefined : catalogue.find('tool', server, tool);
  },
  identity: (server) => catalogue.identity(server),
});

class OpenGateway implements Gateway {
  readonly gate: Gate;
  readonly catalogue: Catalogue;
  readonly known: ToolCatalogue;
  readonly operator: OperatorBook;
  readonly protocol: Protocol;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly board: Board;
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
  readonly #news: NewsLimit;
  readonly #unfollow: () => void;
  readonly #skew: ConfigSkewDetector | undefined;

  constructor(
    options: GatewayOptions,
    made: {
      readonly gate: Gate;
      readonly catalogue: Catalogue;
      readonly operator: OperatorBook;
      readonly keys: Keys;
      readonly onChange: Gateway['onChange'];
      readonly clock: Clock;
      readonly board: Board;
      /** The same, where other processes work on the store. */
      readonly shared: Board | undefined;
      readonly replica: Replica | null;
      readonly readiness: Gateway['readiness'];
      readonly shut: (() => Promise<void>)[];
      readonly tasks: TaskBook;
      readonly tasksAt: TasksAtServers;
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
    this.#news = new NewsLimit(clock);
    this.#people = made.people;
    this.#autorun = made.autorun;
    this.#hooks = made.hooks;
    this.#config = options.config;
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
      out: new CallsOut(),
      running: new Map(),
      listeners: new Listeners(),
      heard: new HeardIntents(),
      given: new GivenResources(made.shared, () => clock.now()),
      models: new ModelAdvice({
        gate,
        catalogue,
        log,
        clock,
        config: () => this.#config,
        shared: made.shared === undefined ? undefined : new SharedSteps(made.shared),
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
        this.#log({ level: 'error', code: event.code, message: brokenWords(event.message) });
    });
    catalogue.onChange((changed) => {
      for (const list of CHANGED_LISTS) if (changed[list]) this.#parts.listeners.listChanged(list);
    });
    made.heard((news) => {
      this.#tell(news.server, news.code, `${news.what}: ${news.message}`);
      if (REDEFINED.has(news.code)) gate.redefined(news.server).catch(() => {});
    });
    this.#unfollow = followOperator({
      book: made.operator,
      clock,
      onChange: () => {
        this.lookAgain().catch((error: unknown) =>
          this.#log({ level: 'error', code: 'LOOK_AGAIN', message: wordsOf(error) }),
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
        message: 'THE POLICY ONLY OBSERVES: nothing is held or blocked, whatever is decided',
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
        this.#log({ level: 'warning', code: error.code, message: withHelp(error), server });
  }

  #events(): ServerEvents {
    return {
      notification: (server, method, params, call) => {
        if (method === 'notifications/message') relayLog(this.#parts, server, params, call);
        const uri = own(params, 'uri');
        if (method === 'notifications/resources/updated' && typeof uri === 'string')
          this.#parts.listeners.resourceUpdated(server, uri);
      },
      request: async (name, { method, params, call }) => {
        const server = this.#parts.servers.get(name);
        const exchange = this.#parts.out.find(name, call);
        if (server === undefined || exchange === undefined)
          throw new RpcFailure({ code: -1, message: 'there is nobody to ask' });
        return await answerServer(this.#parts, server, exchange, method, params);
      },
      reached: (server) => subscribeAgain(this.#parts, server),
      availability: (server, text) => {
        if (text === null) this.#log({ level: 'info', code: 'SERVER_READY', message: 'Ready again', server });
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

  #left({ authenticated, shared, principal, context }: Client): void {
    if (!authenticated || shared === true) return;
    this.gate.endContext({ principal: principal.subject, context, authenticated }).catch(() => {});
  }

  async lookAgain(): Promise<void> {
    this.catalogue.refresh();
    readWords(this.operator, '', '');
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
    const channels = channelsOf(config);
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
  useAnswers({
    people,
    approvals: { answersInBand, readingMs },
    clients,
    autorunFiles,
  }: AnswerSettings): void {
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
const taskBook = (
  replica: Replica | null,
  gate: Gate,
  clock: Clock,
  log: GatewayOptions['log'] = () => {},
): TaskBook =>
  new TaskBook({
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

const nobodyHears = (): void => {};

const noServers = (): readonly ServerStatus[] => [];
const brokenWords = (message: string): string => `NO CALL IS SENT ANY MORE: ${message}`;

/** Tells the operator how the database is doing, at the start and whenever that changes. */
const followDatabase = (
  { database }: PlacedStore,
  path: string,
  log: GatewayOptions['log'] = () => {},
): (() => DatabaseStatus) | undefined => {
  if (database === null) return undefined;
  const at = shownPlace(path);
  log({
    level: database.replication.mode === 'synchronous' ? 'info' : 'warning',
    code: 'STORE_DATABASE',
    message: `the store is ${at}; ${replicationWords(database.replication)}`,
  });
  database.onNews(log);
  database.onState((state) =>
    log({
      level: state === 'ready' ? 'info' : 'error',
      code: state === 'ready' ? 'STORE_BACK' : state === 'away' ? 'STORE_AWAY' : 'STORE_LOST',
      message: stateWords(state),
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
  await refuseNewStore(addressOf(config.store), remember, keys);
  const placed = await openStore(addressOf(config.store), {
    keys,
    ...(options.clock === undefined ? {} : { clock: options.clock }),
  });
  const { store, clock } = placed;
  const database = followDatabase(placed, config.store.path, options.log);
  // the catalogue is there before anybody can be told of what it finds
  let tell: (news: Diagnosis) => void = nobodyHears;
  const operator = new OperatorFile(home.folder);
  // from now on it is known whether there was a file, and what stood in it
  readWords(operator, '', '');
  const catalogue = new Catalogue({
    operator,
    pins: new PinFolder(join(home.folder, 'pins')),
    trust: options.trustAsWritten === true ? TRUST_AS_WRITTEN : new TrustFile(home.folder),
    listing: config.listing,
    customHints: policy.hints,
    clock,
    tell: (news) => tell(news),
  });
  const sharedBoard = placed.database === null ? undefined : placed.board;
  const tasksAt = new TasksAtServers(sharedBoard);
  await tasksAt.open();
  const onPath = pathFolders(process.env['PATH'], delimiter);
  const autorun = { now: config.autorunFiles ?? [], onPath };
  catalogue.setAutorunFiles([...autorun.now, ...onPath]);
  const beyond = withHostTools(withTasks(catalogue, tasksAt), onPath, () => autorun.now);
  // no server has the alias of a host, so most calls end at the catalogue
  const known: ToolCatalogue = {
    find: (...asked) => catalogue.find(...asked) ?? beyond.find(...asked),
    identity: (server) => catalogue.identity(server),
  };
  let useAnswers: (settings: AnswerSettings) => void = nobodyHears;
  const gate = await createGate({
    policy,
    store,
    catalogue: known,
    keys,
    clock,
    people: config.people,
    inBand: inBandSettings(config),
    channels: channelsOf(config),
    limits: limitsOf(config),
    ...(options.answers === undefined
      ? {}
      : {
          refreshSettings: followAnswers(config, {
            source: options.answers,
            use: (settings) => useAnswers(settings),
            unreadable: (message) => {
              options.log?.({ level: 'error', code: 'ANSWERS_UNREADABLE', message });
              alertUnreadable(store, message);
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
        .tools.some(({ name }) => typeof name === 'string' && asHostsWrite(name) === tool),
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
          store: placeName(config.store.path),
          links,
          people: () => people.now,
        });
  const gateway = new OpenGateway(options, {
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
    tasks: taskBook(placed.replica, gate, clock, options.log),
    tasksAt,
    heard: (listener) => {
      tell = listener;
    },
    hooks,
    // whoever left meanwhile, or voted, has written something since the gate was closed: the end is signed too
    shut: [async () => await access?.close(), () => gate.close(), () => store.close()],
  });
  servers = () => gateway.servers();
  useAnswers = (settings) => gateway.useAnswers(settings);
  return gateway;
};
