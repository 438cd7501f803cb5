import { CallgateError } from '@callgate/core';
import type { Json, JsonObject } from '@callgate/core';
import type { Clock } from '@callgate/gate';
import type { ServerConfig } from '../config/config.ts';
import type { Catalogue } from '../disclose/catalogue.ts';
import { readLists } from '../disclose/read-lists.ts';
import type { Hello, OpenUpstream, ServerRequest, Upstream } from './upstream.ts';

/** What servers send by themselves, and who sees to it. */
export interface ServerEvents {
  notification(server: string, method: string, params: JsonObject, call: string | null): void;
  request(server: string, request: ServerRequest): Promise<Json>;
  /** It was not there, and is now; its lists were read. */
  reached(server: string): void;
  /** Safe to show. */
  misbehaved(server: string, code: string, message: string): void;
}

export interface ServersParts {
  readonly open: OpenUpstream;
  readonly catalogue: Catalogue;
  readonly clock: Clock;
  readonly events: ServerEvents;
}

/** Definitions are read again at least so often, whatever a server says of them. */
const RELIST_MS = 60_000;
/** Lists and greetings do not wait longer for one server. */
const PATIENCE_MS = 10_000;
/** Who changes its lists all the time has them read so often. */
const READ_REST_MS = 250;
/** After a server could not be reached, nobody tries again for so long. */
const REST_MS = 1000;

const tooSlow = (server: string): CallgateError =>
  new CallgateError('UPSTREAM_SLOW', `${server} is not there yet`, {
    help: 'its tools are listed when it is',
  });

/** One server as the operator names it. */
export class Server {
  readonly name: string;
  readonly config: ServerConfig;
  readonly upstream: Upstream;
  readonly #parts: ServersParts;
  #hello: Hello | undefined;
  #reaching: Promise<Hello> | undefined;
  #reading: Promise<void> | undefined;
  #readAgain = false;
  #readAt = 0;
  #stopRead: (() => void) | undefined;
  #restUntil = 0;
  #stopRelist: (() => void) | undefined;
  #instructions: string | null = null;
  #closed = false;

  constructor(config: ServerConfig, parts: ServersParts) {
    this.name = config.server;
    this.config = config;
    this.#parts = parts;
    const { events } = parts;
    this.upstream = parts.open(
      {
        server: config.server,
        reach: config.reach,
        era: config.era,
        asks: config.asks,
        connectMs: config.connectMs,
        messageBytes: config.messageBytes,
        allowPrivate: config.allowPrivate,
      },
      {
        notification: (method, params, call) => this.#notified(method, params, call),
        request: (request) => events.request(this.name, request),
        misbehaved: (code, message) => events.misbehaved(this.name, code, message),
        lost: () => this.#lost(),
      },
    );
  }

  /** What the server said when it was reached last. */
  get hello(): Hello | undefined {
    return this.#hello;
  }

  /** What it says of itself to models, as pinned. */
  get instructions(): string | null {
    return this.#hello === undefined ? null : this.#instructions;
  }

  /** Resolves when the server is there and its lists were read. */
  async ready(): Promise<Hello> {
    if (this.#hello !== undefined && this.#reading === undefined) return this.#hello;
    if (this.#hello !== undefined) await this.#reading;
    return this.#hello ?? (await (this.#reaching ??= this.#reach()));
  }

  /** The same, for who cannot wait for ever. */
  async readyInTime(): Promise<Hello> {
    if (this.#hello !== undefined && this.#reading === undefined) return this.#hello;
    const { promise: late, reject } = Promise.withResolvers<never>();
    const stop = this.#parts.clock.after(PATIENCE_MS, () => reject(tooSlow(this.name)), 'idle');
    try {
      return await Promise.race([this.ready(), late]);
    } finally {
      stop();
    }
  }

  async #reach(): Promise<Hello> {
    try {
      const { clock } = this.#parts;
      if (clock.now() < this.#restUntil)
        throw new CallgateError('UPSTREAM_RESTS', `${this.name} could not be reached a moment ago`, {
          help: 'call again in a second',
        });
      const hello = await this.upstream.hello();
      await this.#readLists(hello);
      const { catalogue } = this.#parts;
      this.#instructions = catalogue.instructions(this.name, this.upstream.identity, hello.instructions);
      this.#hello = hello;
      this.#relistLater();
      this.#parts.events.reached(this.name);
      return hello;
    } catch (error) {
      this.#restUntil = Math.max(this.#restUntil, this.#parts.clock.now() + REST_MS);
      throw error;
    } finally {
      this.#reaching = undefined;
    }
  }

  async #readLists(hello: Hello): Promise<void> {
    const lists = await readLists(this.upstream, hello);
    if (!this.#closed) this.#parts.catalogue.update(this.name, lists);
  }

  /** Reads all lists again. Who changes them all the time is not read all the time. */
  refresh(): Promise<void> {
    const { clock } = this.#parts;
    if (this.#reading !== undefined) {
      this.#readAgain = true;
      return this.#reading;
    }
    const left = this.#readAt + READ_REST_MS - clock.now();
    if (left > 0) {
      this.#stopRead ??= clock.after(left, () => this.#readLater(), 'idle');
      return Promise.resolve();
    }
    this.#reading = this.#readOnce().finally(() => {
      this.#reading = undefined;
      this.#readAt = clock.now();
      if (this.#readAgain && !this.#closed) this.#readLater();
    });
    return this.#reading;
  }

  #readLater(): void {
    this.#stopRead = undefined;
    this.refresh().catch(() => this.#lost());
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
        // a server that does not answer now is met by whoever calls it next
        this.refresh().catch(() => this.#lost());
        if (!this.#closed) this.#relistLater();
      },
      'idle',
    );
  }

  #lost(): void {
    this.#hello = undefined;
    this.#stopRelist?.();
  }

  #notified(method: string, params: JsonObject, call: string | null): void {
    if (method.endsWith('/list_changed')) this.refresh().catch(() => this.#lost());
    else this.#parts.events.notification(this.name, method, params, call);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stopRelist?.();
    this.#stopRead?.();
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
    const tried = await Promise.allSettled(this.all.map((server) => server.readyInTime()));
    return tried.flatMap((one, place) =>
      one.status === 'rejected'
        ? [{ server: this.all[place]?.name ?? '', error: one.reason as unknown }]
        : [],
    );
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.all.map((server) => server.close()));
  }
}

const isSame = (one: ServerConfig, other: ServerConfig): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
