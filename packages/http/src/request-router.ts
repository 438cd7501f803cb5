import { httpText } from '@callgate/messages/http';
import { errorText } from '@callgate/messages/text/error-text';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import type { Connections } from './connections.ts';
import type { RequestHead } from './request-head.ts';
import { readRequestHead } from './request-head.ts';
import { readBody } from './read-body.ts';
import { HttpRefusal } from './http-refusal.ts';

/** One request that was let in. */
export class HttpRequestContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly head: RequestHead;
  readonly path: string;
  /** Without its question mark; empty where there is none. */
  readonly query: string;
  readonly params: Readonly<Record<string, string>>;
  readonly #door: RequestRouter;
  /** The client sends its body only when it is asked for it. */
  readonly #continues: boolean;

  constructor(
    door: RequestRouter,
    request: IncomingMessage,
    response: ServerResponse,
    head: RequestHead,
    target: Pick<HttpRequestContext, 'path' | 'query' | 'params'>,
    continues: boolean,
  ) {
    this.#door = door;
    this.request = request;
    this.response = response;
    this.head = head;
    this.path = target.path;
    this.query = target.query;
    this.params = target.params;
    this.#continues = continues;
  }

  /** Calls back once with the whole body. Never where the client went away, nor where it is refused as too large. */
  read(most: number, done: (body: Uint8Array) => void): void {
    if (this.#continues) this.response.writeContinue();
    readBody(this.request, most, (body) => {
      if (body === null) this.refuse(this.#door.problem('size'));
      else done(body);
    });
  }

  /** The whole body; rejects where it is too large. */
  body(most: number): Promise<Uint8Array> {
    if (this.#continues) this.response.writeContinue();
    return new Promise((resolve, reject) => {
      readBody(this.request, most, (body) =>
        body === null ? reject(this.#door.problem('size')) : resolve(body),
      );
    });
  }

  refuse(error: unknown): void {
    this.#door.refuse(this.response, error, this.head);
  }

  /** From now on the writer of the answer bounds what waits in it. */
  stream(): void {
    this.#door.connections.excuse(this.response);
  }
}

export type RouteHandler = (visit: HttpRequestContext) => void | Promise<void>;

/** Of several that fit, the first counts. */
export interface Route {
  readonly methods: readonly string[];
  /** As hono writes them: `/api/:name`. */
  readonly path: string;
  readonly handle: RouteHandler;
}

/** Under which names a server is reached. Anything else may be a name that was rebound to it. */
export interface HostAllowlist {
  /** Null where only this user can open the socket. */
  readonly hosts: ReadonlySet<string> | null;
  readonly origins: ReadonlySet<string>;
}

/** What is wrong with a request before anybody knows whose it is, by the code that it is told with. */
export interface RouterCodes {
  readonly header: string;
  readonly host: string;
  readonly origin: string;
  readonly path: string;
  readonly method: string;
  readonly size: string;
}

type RouterProblem = keyof RouterCodes;

const STATUS: Readonly<Record<RouterProblem, number>> = {
  header: 400,
  host: 403,
  origin: 403,
  path: 404,
  method: 405,
  size: 413,
};

export interface RouterOptions {
  readonly routes: readonly Route[];
  readonly place: HostAllowlist;
  readonly codes: RouterCodes;
  readonly help?: Partial<RouterCodes>;
  /** Paths may have a query. */
  readonly query?: boolean;
  /** Further demands on every request; throws. */
  readonly check?: (head: RequestHead) => void;
  /** Writes what is told of a refusal, or of an error. */
  readonly refuse: (response: ServerResponse, error: unknown, head: RequestHead) => void;
}

const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({});
const NO_HEAD: RequestHead = Object.freeze({});

type RouteMatch = ReturnType<RegExpRouter<RouteHandler>['match']>;

const paramsOf = ([handlers, stash]: RouteMatch): Readonly<Record<string, string>> => {
  if (stash === undefined || stash.length === 0) return NO_PARAMS;
  const params: Record<string, string> = {};
  for (const [name, at] of Object.entries(handlers[0]?.[1] ?? {}))
    params[name] = typeof at === 'number' ? (stash[at] ?? '') : at;
  return params;
};

/** Lets requests in by their heads alone, and to the handler of their path. */
export class RequestRouter {
  readonly #options: RouterOptions;
  readonly #router: RegExpRouter<RouteHandler> = new RegExpRouter();
  readonly #methods: readonly string[];
  readonly connections: Connections;

  constructor(options: RouterOptions, connections: Connections) {
    this.#options = options;
    this.connections = connections;
    this.#methods = [...new Set(options.routes.flatMap(({ methods }) => methods))];
    for (const { methods, path, handle } of options.routes)
      for (const method of methods) this.#router.add(method, path, handle);
  }

  receive(request: IncomingMessage, response: ServerResponse, continues: boolean): void {
    const head = readRequestHead(request.rawHeaders);
    try {
      const done = this.#answer(request, response, head ?? this.#fail('header'), continues);
      if (done !== undefined) done.catch((error: unknown) => this.refuse(response, error, head ?? NO_HEAD));
    } catch (error) {
      this.refuse(response, error, head ?? NO_HEAD);
    }
  }

  refuse(response: ServerResponse, error: unknown, head: RequestHead): void {
    if (response.headersSent) response.destroy();
    else this.#options.refuse(response, error, head);
  }

  #answer(
    request: IncomingMessage,
    response: ServerResponse,
    head: RequestHead,
    continues: boolean,
  ): void | Promise<void> {
    const { place, check, query: takesQuery = false } = this.#options;
    const { method = '', url = '' } = request;
    if (place.hosts !== null && !isAllowedHost(head.host, place.hosts)) this.#fail('host');
    check?.(head);
    if (head.origin !== undefined && !place.origins.has(head.origin)) this.#fail('origin');
    const mark = takesQuery ? url.indexOf('?') : -1;
    const path = mark < 0 ? url : url.slice(0, mark);
    const query = mark < 0 ? '' : url.slice(mark + 1);
    const matched = this.#router.match(method, path);
    const handle = matched[0][0]?.[0] ?? this.#notServed(path);
    const target = { path, query, params: paramsOf(matched) };
    return handle(new HttpRequestContext(this, request, response, head, target, continues));
  }

  #notServed(path: string): never {
    const allowed = this.#methods.filter((method) => this.#router.match(method, path)[0].length > 0);
    if (allowed.length === 0) this.#fail('path');
    throw this.problem('method', ['Allow', allowed.join(', ')]);
  }

  #fail(what: RouterProblem): never {
    throw this.problem(what);
  }

  problem(what: RouterProblem, headers: readonly string[] = []): HttpRefusal {
    const { codes, help } = this.#options;
    return new HttpRefusal(
      STATUS[what],
      errorText(codes[what], httpText.request[what], help?.[what]),
      headers,
    );
  }
}

const isAllowedHost = (host: string | undefined, hosts: ReadonlySet<string>): boolean =>
  host !== undefined && (hosts.has(host) || hosts.has(host.toLowerCase()));
