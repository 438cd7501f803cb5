import { dirname, resolve } from 'node:path';
import type { ConfigSkewDetector, Replica } from '@callgate/cluster';
import type { Policy } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import type { Clock, Gate, Keys, ToolCatalogue } from '@callgate/gate';
import { InFlight } from '@callgate/gate/host';
import type { SharedState } from '@callgate/gate/store';
import { contractMessages } from '@callgate/messages/contract';
import { logMessages } from '@callgate/messages/log';
import { errorSentences } from '@callgate/messages/text/error-text';
import { ModelAdvisor } from './absorb/model-advisor.ts';
import { SharedModelSteps } from './absorb/shared-model-steps.ts';
import type { GatewayConfig } from './config/gateway-config.ts';
import type { HomeSettings } from './config/read-config.ts';
import type { Diagnosis } from './disclose/agent-view.ts';
import type { GatewayCatalogue } from './disclose/gateway-catalogue.ts';
import type { OperatorDecisionStore } from './disclose/operator-decision-file.ts';
import { followOperatorDecisions, readServerDecisions } from './disclose/operator-decision-file.ts';
import type { SettingsFolder } from './disclose/settings-folder.ts';
import { CallsInFlight } from './dispatch/create-dispatcher.ts';
import { openUpstream } from './dispatch/open-upstream.ts';
import type { ServerStatus } from './dispatch/server-status.ts';
import { Servers } from './dispatch/servers.ts';
import type { ContractViolation } from './dispatch/upstream.ts';
import type { GatewaySettings } from './gateway-settings.ts';
import type { Gateway, GatewayOptions } from './gateway.ts';
import type { ContextLinks } from './hooks/context-links.ts';
import { describeError } from './log/describe-error.ts';
import { logWithAlerts } from './log/log-alerts.ts';
import type { LogEntry } from './log/log-entry.ts';
import { NoticeRateLimit } from './log/notice-rate-limit.ts';
import { createServerSignIn } from './login/server-sign-in.ts';
import { Previews } from './receive/preview/previews.ts';
import { ClientListeners } from './receive/client-listeners.ts';
import type { GatewayParts } from './receive/gateway-parts.ts';
import { InBandGroups } from './confirm/in-band-group.ts';
import { InterceptorProtocol } from './intercept/interceptor-protocol.ts';
import { GatewayProtocol } from './receive/gateway-protocol.ts';
import type { GatewayTasks } from './receive/gateway-tasks.ts';
import { LastUserMessages } from './receive/last-user-messages.ts';
import { RefusalLog } from './receive/refusal-log.ts';
import { ResultResources } from './receive/result-resources.ts';
import type { ResultStage } from './receive/result-stages.ts';
import { resultStages } from './receive/result-stages.ts';
import type { UpstreamTasks } from './receive/upstream-tasks.ts';
import { createServerEvents } from './server-events.ts';
import type { ConnectedClient, Protocol } from './wire/exchange.ts';

const REDEFINED: ReadonlySet<string> = new Set(['DRIFT', 'REPINNED']);

const CHANGED_LISTS = ['tools', 'prompts', 'resources'] as const;

/** What no server in a sandbox needs: keys, the audit log with what it depends on, and what people decided. */
const ownPlaces = ({ home, config }: GatewayOptions): readonly string[] => {
  const { path } = config.store;
  const store = /^[a-z][a-z0-9+.-]+:\/\//i.test(path)
    ? []
    : ['', '-wal', '-shm'].map((end) => resolve(path) + end);
  return [home.folder, dirname(home.keys), dirname(home.anchors), ...store];
};

/** What a start and a reload put in the place of what was there. */
interface ReplaceableParts extends GatewayParts {
  ready: Promise<void>;
  resultStages: readonly ResultStage[];
}

/** A gateway that serves: its servers, what it tells, and how it changes to other settings. */
export class RunningGateway implements Gateway {
  readonly gate: Gate;
  readonly catalogue: GatewayCatalogue;
  readonly known: ToolCatalogue;
  readonly operator: OperatorDecisionStore;
  readonly folder: SettingsFolder;
  readonly protocol: Protocol;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly board: SharedState;
  readonly replica: Replica | null;
  readonly readiness: Gateway['readiness'];
  readonly ready: Promise<void>;
  readonly onChange: Gateway['onChange'];
  readonly #parts: ReplaceableParts;
  readonly #log: (entry: LogEntry) => void;
  readonly #shut: (() => Promise<void>)[];
  readonly #hooks: { close(): Promise<void> };
  readonly #settings: GatewaySettings;
  readonly #news: NoticeRateLimit;
  readonly #unfollow: () => void;
  readonly #skew: ConfigSkewDetector | undefined;

  constructor(
    options: GatewayOptions,
    made: {
      readonly gate: Gate;
      readonly catalogue: GatewayCatalogue;
      readonly operator: OperatorDecisionStore;
      readonly folder: SettingsFolder;
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
      readonly settings: GatewaySettings;
      readonly hooks: { close(): Promise<void> };
      readonly heard: (listener: (news: Diagnosis) => void) => void;
    },
  ) {
    const { gate, catalogue, keys, clock, settings, shut } = made;
    this.gate = gate;
    this.catalogue = catalogue;
    this.known = made.known;
    this.operator = made.operator;
    this.folder = made.folder;
    this.keys = keys;
    this.onChange = made.onChange;
    this.clock = clock;
    this.board = made.board;
    this.replica = made.replica;
    this.readiness = made.readiness;
    this.#log = logWithAlerts(gate, options.log ?? (() => {}), clock);
    this.#shut = shut;
    this.#news = new NoticeRateLimit(clock);
    this.#hooks = made.hooks;
    this.#settings = settings;
    const servers = new Servers({
      open: options.open ?? openUpstream,
      catalogue,
      clock,
      events: createServerEvents(
        () => this.#parts,
        this.#log,
        (server, code, message) => this.#tell(server, code, message, `${server} ${code}`),
        (server, violation) => this.#violated(server, violation),
      ),
      hidden: ownPlaces(options),
      signIn: (server) => createServerSignIn(options.home.folder, server, options.config.path !== null),
    });
    const previews = new Previews({ gate, clock, home: options.home.folder });
    const refusals = new RefusalLog(gate, clock);
    const log = (server: string, code: string, message: string): void =>
      this.#log({ level: 'warning', code, message, server });
    this.#parts = {
      gate,
      keys,
      clock,
      board: made.board,
      folder: made.folder,
      catalogue,
      known: made.known,
      refused: (principal, code, detail) => refusals.note(principal, code, detail),
      log,
      servers,
      tasks: made.tasks,
      tasksAt: made.tasksAt,
      links: made.links,
      out: new CallsInFlight(),
      previews,
      groups: new InBandGroups({ gate, clock, waitMs: () => settings.config.approvals.waitMs }),
      running: new InFlight(),
      listeners: new ClientListeners(),
      heard: new LastUserMessages(),
      given: new ResultResources(made.shared, () => clock.now()),
      models: new ModelAdvisor({
        gate,
        catalogue,
        log,
        clock,
        config: () => settings.config,
        shared: made.shared === undefined ? undefined : new SharedModelSteps(made.shared),
      }),
      resultStages: [],
      ready: Promise.resolve(),
      config: () => settings.config,
      people: () => settings.config.people,
      left: (client) => this.#left(client),
      ...(options.joinTrace === undefined ? {} : { joinTrace: options.joinTrace }),
    };
    this.#parts.resultStages = resultStages(this.#parts, options.config);
    this.protocol =
      options.intercepts === true
        ? new InterceptorProtocol(this.#parts, refusals)
        : new GatewayProtocol(this.#parts, refusals);
    gate.onEvent((event) => {
      if (event.type === 'broken')
        this.#log({
          level: 'error',
          code: event.code,
          message: logMessages.callsStopped({ problem: event.message }),
        });
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
        people: settings.config.people,
        stock: this.catalogue.stock(),
      }),
      (server, message) => this.#tell(server, 'PROCESSES_DIFFER', message),
    );
    if (gate.policy.mode === 'observe')
      this.#log({
        level: 'warning',
        code: 'OBSERVING',
        message: logMessages.observing,
      });
    this.ready = this.#use(options.config);
    this.#recover(previews);
    this.#parts.ready = this.ready;
  }

  /** File changes that another process began and did not end. */
  #recover(previews: Previews): void {
    const tell = (message: string): void => {
      this.#log({ level: 'error', code: 'FILES_NOT_RESTORED', message });
      this.gate.tell({ code: 'FILES_NOT_RESTORED', message, onceAnHour: message }).catch(() => {});
    };
    previews.recover().then(
      ({ left, problems }) => {
        for (const { code, message } of problems) this.#log({ level: 'error', code, message });
        if (left.length > 0)
          tell(contractMessages.preview.leftAlone({ paths: left.map((path) => display(path)).join(', ') }));
      },
      (error: unknown) => tell(describeError(error)),
    );
  }

  config(): GatewayConfig {
    return this.#settings.config;
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

  /** What is alike is told once an hour, and of a flood only the beginning. */
  #tell(server: string, code: string, message: string, alike = `${server} ${code} ${message}`): void {
    if (!this.#news.mayTell(server)) return;
    this.#log({ level: 'warning', code, message, server });
    this.gate.tell({ code, message: `${server}: ${message}`, onceAnHour: alike }).catch(() => {});
  }

  /** Told each time something new is tried, and believed from then on. */
  #violated(server: string, violation: ContractViolation): void {
    const { tool, kind, what } = violation;
    const message = contractMessages.violated({
      tool: tool === null ? null : display(tool, { max: 80 }),
      kind,
      what: display(what, { max: 200 }),
    });
    const isNew = this.catalogue.noteViolation(server, violation);
    this.#tell(server, 'CONTRACT_VIOLATION', message);
    if (isNew) this.gate.redefined(server).catch(() => {});
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

  async reload(config: GatewayConfig, policy: Policy, shadow?: Policy | null): Promise<void> {
    await this.#settings.replace(config, policy, this);
    if (shadow !== undefined) await this.gate.useShadow(shadow);
    this.#parts.resultStages = resultStages(this.#parts, config);
    await this.#use(config);
  }

  useAnswers(settings: HomeSettings): void {
    this.#settings.useAnswers(settings, this);
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
    // what was seen of servers until now counts for everybody
    await this.folder
      .save()
      .catch((error: unknown) =>
        this.#log({ level: 'error', code: 'SETTINGS_UNSAVED', message: describeError(error) }),
      );
    for (const shut of this.#shut) await shut();
  }
}
