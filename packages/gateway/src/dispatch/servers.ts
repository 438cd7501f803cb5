import type { Json, JsonObject } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import type { Clock } from '@callgate/gate';
import { upstreamErrors } from '@callgate/messages/errors/upstream';
import { upstreamMessages } from '@callgate/messages/upstream';
import type { ServerSignIn } from './access-tokens.ts';
import type { ServerStatus } from './server-status.ts';
import type { ServerConfig } from '../config/gateway-config.ts';
import type { GatewayCatalogue } from '../disclose/gateway-catalogue.ts';
import { readLists } from '../disclose/read-lists.ts';
import { Availability } from './availability.ts';
import type { ContractViolation, ServerHello, UpstreamFactory, ServerRequest, Upstream } from './upstream.ts';
import { disconnectedError } from './upstream-errors.ts';

/** What servers send by themselves, and who sees to it. */
export interface ServerEvents {
  notification(server: string, method: string, params: JsonObject, call: string | null): void;
  request(server: string, request: ServerRequest): Promise<Json>;
  /** It was not there, and is now; its lists were read. */
  reached(server: string): void;
  /** It could not be reached, or is there again after that (null). Told once for each reason. Safe to show. */
  availability(server: string, text: string | null): void;
  /** Safe to show. */
  misbehaved(server: string, code: string, message: string): void;
  /** A sandbox kept it from what its claims exclude. */
  violated(server: string, violation: ContractViolation): void;
}

export interface ServersParts {
  readonly open: UpstreamFactory;
  readonly catalogue: GatewayCatalogue;
  readonly clock: Clock;
  readonly events: ServerEvents;
  /** Absolute. Callgate's own folders: not there for a server in a sandbox. */
  readonly hidden?: readonly string[];
  /** How to sign in to a server; absent where nothing is kept for it. */
  readonly signIn?: (config: ServerConfig) => ServerSignIn | undefined;
}

/** Definitions are read again at least so often, whatever a server says of them. */
const RELIST_MS = 60_000;
/** A call, and a client with one server, does not wait longer for it. */
const PATIENCE_MS = 10_000;
/** Lists and `initialize` of several servers wait for the first of them for so long. */
const LIST_PATIENCE_MS = 5000;
/** Once one of several is there, the others have so long, or as long again as the first took. */
const OTHERS_MS = 1000;
/** Lists wait so long for a server that said that its own have changed. */
const CHANGED_MS = 1000;
/** Who changes its lists all the time has them read so often. */
const READ_REST_MS = 250;

const tooSlow = (server: string): CallgateError => new CallgateError(upstreamErrors.slow({ server }));

/** One server as the operator names it. */
export class Server {
  readonly name: string;
  readonly config: ServerConfig;
  readonly upstream: Upstream;
  readonly #parts: ServersParts;
  #hello: ServerHello | undefined;
  #reaching: Promise<ServerHello> | undefined;
  #reading: Promise<void> | undefined;
  #readAgain = false;
  #readAt = 0;
  #readStartedAt = 0;
  /** The server itself said that its lists changed: other reads are waited for by nobody. */
  #isReadAwaited = false;
  #stopRead: (() => void) | undefined;
  readonly #availability: Availability;
  #startedAt = 0;
  /** Lists have waited for this start long enough. */
  #isStartLate = false;
  #stopRetry: (() => void) | undefined;
  #stopRelist: (() => void) | undefined;
  #instructions: string | null = null;
  #closed = false;

  constructor(config: ServerConfig, parts: ServersParts) {
    this.name = config.server;
    this.config = config;
    this.#parts = parts;
    const { events } = parts;
    this.#availability = new Availability(config.server, () => parts.clock.now());
    const signIn = parts.signIn?.(config);
    this.upstream = parts.open(
      {
        server: config.server,
        reach: config.reach,
        era: config.era,
        asks: config.asks,
        connectMs: config.connectMs,
        messageBytes: config.messageBytes,
        allowPrivate: config.allowPrivate,
        ...(signIn === undefined ? {} : { signIn }),
        ...(config.contract === undefined ? {} : { contract: config.contract, hidden: parts.hidden ?? [] }),
      },
      {
        notification: (method, params, call) => this.#notified(method, params, call),
        request: (request) => events.request(this.name, request),
        misbehaved: (code, fault) =>
          events.misbehaved(this.name, code, upstreamMessages.theServerDid({ fault })),
        lastLine: (text) => this.#availability.wrote(text),
        lost: (error) => this.#lost(error),
        enforces: (enforcement) => parts.catalogue.setEnforcement(config.server, enforcement),
        violated: (violation) => events.violated(this.name, violation),
      },
    );
  }

  /** What the server said when it was reached last. */
  get hello(): ServerHello | undefined {
    return this.#hello;
  }

  /** What it says of itself to models, as pinned. */
  get instructions(): string | null {
    return this.#hello === undefined ? null : this.#instructions;
  }

  /** It is there, and its lists were read. */
  get isReady(): boolean {
    return this.#hello !== undefined && this.#reading === undefined;
  }

  /** Resolves when the server is there and its lists were read. */
  async ready(): Promise<ServerHello> {
    if (this.#hello !== undefined && this.#reading === undefined) return this.#hello;
    if (this.#hello !== undefined) await this.#reading;
    return this.#hello ?? (await this.#start());
  }

  /** The same, for who cannot wait for ever. */
  async readyInTime(patienceMs: number = PATIENCE_MS): Promise<ServerHello> {
    if (this.#hello !== undefined && this.#reading === undefined) return this.#hello;
    const { promise: late, reject } = Promise.withResolvers<never>();
    const stop = this.#parts.clock.after(patienceMs, () => reject(tooSlow(this.name)), 'idle');
    try {
      return await Promise.race([this.ready(), late]);
    } finally {
      stop();
    }
  }

  /** The same for lists: a server that failed before, or starts for long already, delays nobody. */
  async readyForList(patienceMs: number): Promise<ServerHello> {
    if (this.#hello !== undefined) return await this.#listable(this.#hello, patienceMs);
    const started = this.#start();
    if (this.#availability.hasFailed) {
      started.catch(() => {});
      throw this.#availability.error();
    }
    const left = this.#isStartLate ? 0 : this.#startedAt + patienceMs - this.#parts.clock.now();
    if (left > 0) return await this.readyInTime(left);
    started.catch(() => {});
    throw tooSlow(this.name);
  }

  /** A server that is there is listed as it is known, unless it tells of changes that are about to be read. */
  async #listable(hello: ServerHello, patienceMs: number): Promise<ServerHello> {
    const { clock } = this.#parts;
    const left = this.#readStartedAt + CHANGED_MS - clock.now();
    if (this.#reading === undefined || !this.#isReadAwaited || left <= 0) return hello;
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const stop = clock.after(left, resolve, 'idle');
    await Promise.race([this.#reading.catch(() => {}), late]);
    stop();
    return this.#hello ?? (await this.readyForList(patienceMs));
  }

  /** No list waits for this start any more. */
  stopWaiting(): void {
    if (this.#hello === undefined) this.#isStartLate = true;
  }

  /** Why it is not there, in words for agents; undefined where it has not failed. */
  unavailableReason(): CallgateError | undefined {
    return this.#hello === undefined && this.#availability.hasFailed ? this.#availability.error() : undefined;
  }

  status(): ServerStatus {
    const { catalogue } = this.#parts;
    const sandbox = catalogue.sandboxText(this.name);
    const status = this.#availability.status(
      this.#hello !== undefined,
      this.#reaching !== undefined,
      catalogue.toolCount(this.name),
    );
    return sandbox === undefined ? status : { ...status, sandbox };
  }

  /** Starts it at once, unless it failed a moment ago. */
  #start(): Promise<ServerHello> {
    if (this.#reaching !== undefined) return this.#reaching;
    if (this.#closed) return Promise.reject(disconnectedError(this.name));
    if (!this.#availability.mayStart) return Promise.reject(this.#availability.error());
    this.#stopRetry?.();
    this.#startedAt = this.#parts.clock.now();
    this.#isStartLate = false;
    // `finally` runs later than this assignment, whatever happens at once
    this.#reaching = this.#reach().finally(() => {
      this.#reaching = undefined;
    });
    return this.#reaching;
  }

  async #reach(): Promise<ServerHello> {
    try {
      const hello = await this.upstream.hello();
      await this.#readLists(hello);
      const { catalogue } = this.#parts;
      this.#instructions = catalogue.instructions(this.name, this.upstream.identity, hello.instructions);
      this.#hello = hello;
      this.#relistLater();
      if (this.#availability.reached()) this.#parts.events.availability(this.name, null);
      this.#parts.events.reached(this.name);
      return hello;
    } catch (error) {
      if (!this.#closed) this.#failed(error);
      throw error;
    }
  }

  #failed(error: unknown): void {
    if (this.#availability.failed(error))
      this.#parts.events.availability(this.name, this.#availability.text());
    this.#retryLater();
  }

  #retryLater(): void {
    this.#stopRetry?.();
    this.#stopRetry = this.#parts.clock.after(
      this.#availability.retryInMs,
      () => void this.#start().catch(() => {}),
      'idle',
    );
  }

  async #readLists(hello: ServerHello): Promise<void> {
    const lists = await readLists(this.upstream, hello);
    if (!this.#closed) this.#parts.catalogue.update(this.name, lists);
  }

  /** Reads all lists again. Who changes them all the time is not read all the time. */
  refresh(isAwaited = true): Promise<void> {
    const { clock } = this.#parts;
    this.#isReadAwaited = isAwaited || (this.#reading !== undefined && this.#isReadAwaited);
    if (this.#reading !== undefined) {
      this.#readAgain = true;
      return this.#reading;
    }
    const left = this.#readAt + READ_REST_MS - clock.now();
    if (left > 0) {
      this.#stopRead ??= clock.after(left, () => this.#readLater(), 'idle');
      return Promise.resolve();
    }
    this.#readStartedAt = clock.now();
    this.#reading = this.#readOnce().finally(() => {
      this.#reading = undefined;
      this.#readAt = clock.now();
      if (this.#readAgain && !this.#closed) this.#readLater();
    });
    return this.#reading;
  }

  #readLater(): void {
    this.#stopRead = undefined;
    this.refresh().catch((error: unknown) => this.#lost(error));
  }

  async #readOnce(): Promise<void> {
    this.#readAgain = false;
    if (this.#hello !== undefined) await this.#readLists(this.#hello);
  }

  #relistLater(): void {
    this.#stopRelist?.();
    this.#stopRelist = this.#parts.clock.after(
      RELIST_MS,
      () => {
        // the next call meets a server that does not answer now
        this.refresh(false).catch((error: unknown) => this.#lost(error));
        if (!this.#closed) this.#relistLater();
      },
      'idle',
    );
  }

  #lost(error: unknown): void {
    if (this.#hello === undefined) return;
    this.#hello = undefined;
    this.#stopRelist?.();
    if (this.#closed) return;
    if (this.#availability.lost(error)) this.#parts.events.availability(this.name, this.#availability.text());
    this.#retryLater();
  }

  #notified(method: string, params: JsonObject, call: string | null): void {
    if (method.endsWith('/list_changed')) this.refresh().catch((error: unknown) => this.#lost(error));
    else this.#parts.events.notification(this.name, method, params, call);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stopRelist?.();
    this.#stopRead?.();
    this.#stopRetry?.();
    await this.upstream.close();
  }
}

/** All servers behind the gateway. */
export class Servers {
  readonly #parts: ServersParts;
  #servers: ReadonlyMap<string, Server> = new Map();

  constructor(parts: ServersParts) {
    this.#parts = parts;
  }

  get(name: string): Server | undefined {
    return this.#servers.get(name);
  }

  get all(): readonly Server[] {
    return [...this.#servers.values()];
  }

  /** From now on these. One whose settings are the same keeps its connection. */
  async use(configs: readonly ServerConfig[]): Promise<void> {
    const next = new Map<string, Server>();
    for (const config of configs) {
      if (!config.enabled) continue;
      const before = this.#servers.get(config.server);
      const stays = before !== undefined && isSame(before.config, config);
      next.set(config.server, stays ? before : new Server(config, this.#parts));
    }
    const gone = this.all.filter((server) => next.get(server.name) !== server);
    this.#servers = next;
    await Promise.allSettled(gone.map((server) => server.close()));
  }

  /** Tries to reach all; one that is not there, or not yet, costs only itself. */
  async reachAll(): Promise<readonly { readonly server: string; readonly error: unknown }[]> {
    const { all } = this;
    const tried = await Promise.allSettled(
      all.length === 1 ? all.map((server) => server.readyForList(PATIENCE_MS)) : this.#reachSeveral(all),
    );
    return tried.flatMap((one, place) =>
      one.status === 'rejected' ? [{ server: all[place]?.name ?? '', error: one.reason as unknown }] : [],
    );
  }

  /** The first that is there is not kept waiting for long by the others. */
  #reachSeveral(all: readonly Server[]): readonly Promise<ServerHello>[] {
    const { clock } = this.#parts;
    const startedAt = clock.now();
    const { promise: isLate, resolve } = Promise.withResolvers<'late'>();
    let stop: (() => void) | undefined;
    const reaching = all.map((server) => server.readyForList(LIST_PATIENCE_MS));
    for (const one of reaching)
      one.then(
        () => {
          stop ??= clock.after(Math.max(OTHERS_MS, clock.now() - startedAt), () => resolve('late'), 'idle');
        },
        () => {},
      );
    void Promise.allSettled(reaching).then(() => stop?.());
    return reaching.map(async (one, place) => {
      const hello = await Promise.race([one, isLate]);
      if (hello !== 'late') return hello;
      const server = all[place];
      server?.stopWaiting();
      throw tooSlow(server?.name ?? '');
    });
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.all.map((server) => server.close()));
  }
}

const isSame = (one: ServerConfig, other: ServerConfig): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
