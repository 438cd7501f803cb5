import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, display, getOwn } from '@callgate/core';
import type { DispatchContext, Dispatchable } from '@callgate/gate';
import { isDispatchable } from '@callgate/gate';
import { upstreamErrors } from '@callgate/messages/errors/upstream';
import { upstreamMessages } from '@callgate/messages/upstream';
import type { Era } from '../wire/eras.ts';
import { TRACE_PARENT_KEY } from '../wire/request-meta.ts';
import { RpcFailure } from '../wire/rpc-failure.ts';
import { UpstreamConnection } from './upstream-connection.ts';
import type { LinkFactory } from './upstream-connection.ts';
import { LaterUpstream } from './later-upstream.ts';
import { disconnectedError, notSentError, reasonText, signInRequiredError } from './upstream-errors.ts';
import { TASK_TTL_MS, followTask } from './follow-task.ts';
import { HttpLink } from './http-link.ts';
import { serverIdentity } from '../config/server-identity.ts';
import { ProbeExitError, negotiate } from './negotiate.ts';
import { ParamHeaders } from './param-headers.ts';
import { checkOutbound, paramsText } from './params-text.ts';
import { UpstreamSession } from './upstream-session.ts';
import type { ServerProcess } from './start-server.ts';
import { StdioLink } from './stdio-link.ts';
import { Subscriptions } from './subscriptions.ts';
import { traceparentOf } from './trace.ts';
import type { Reply } from '../wire/json-rpc.ts';
import type {
  ControlMethod,
  ServerHello,
  TaskFollower,
  UpstreamFactory,
  OutboundRequest,
  Upstream,
  UpstreamEvents,
  UpstreamSettings,
} from './upstream.ts';
import { CONTROL_METHODS } from './upstream.ts';

const CONTROL: ReadonlySet<string> = new Set(CONTROL_METHODS);

/** For requests of our own; calls have the time that policy gives them. */
const CONTROL_MS = 60_000;

/** Which era a server spoke when it was asked last, so that a restart does not ask again. */
const eras = new Map<string, Era>();
const MAX_ERAS = 1000;

const rememberEra = (identity: string, era: Era): void => {
  if (eras.size >= MAX_ERAS) eras.clear();
  eras.set(identity, era);
};

const linkFactoryFor = (settings: UpstreamSettings, process: ServerProcess | undefined): LinkFactory => {
  const { server, reach, messageBytes, allowPrivate, signIn } = settings;
  return (events) =>
    reach.kind === 'stdio'
      ? new StdioLink({ server, reach, messageBytes, process }, events)
      : new HttpLink({ server, reach, messageBytes, allowPrivate }, events, signIn ?? null);
};

class LiveUpstream implements Upstream {
  readonly server: string;
  readonly identity: string;
  readonly #settings: UpstreamSettings;
  readonly #events: UpstreamEvents;
  readonly #paramHeaders = new ParamHeaders();
  #session: UpstreamSession | null = null;
  #subscriptions: Subscriptions | null = null;
  #connecting: Promise<UpstreamSession> | null = null;
  #connection: UpstreamConnection | null = null;
  #closed = false;

  constructor(settings: UpstreamSettings, events: UpstreamEvents) {
    this.server = settings.server;
    this.identity = serverIdentity(settings.reach);
    this.#settings = settings;
    this.#events = events;
  }

  async hello(): Promise<ServerHello> {
    return (await this.#connected()).hello;
  }

  async control(method: ControlMethod, params: JsonObject, signal?: AbortSignal): Promise<Json> {
    if (!CONTROL.has(method)) {
      throw new CallgateError(upstreamErrors.control({ method: display(method) }));
    }
    const session = await this.#connected();
    if (session.hello.era === 'modern' && (method === 'ping' || method === 'logging/setLevel')) return {};
    const within = AbortSignal.timeout(CONTROL_MS);
    const reply = await session.ask(method, params, {
      signal: signal === undefined ? within : AbortSignal.any([signal, within]),
      keepsClaims: true,
    });
    if (reply.type === 'error' && session.connection.link.needsSignIn)
      throw signInRequiredError(this.server, this.#settings.signIn?.target ?? null);
    const result = this.#plainResult(method, reply);
    if (method === 'tools/list' && this.#mirrorsParams(session)) this.#paramHeaders.note(result);
    return result;
  }

  async send(call: Dispatchable, how: OutboundRequest, context: DispatchContext): Promise<Reply> {
    if (!isDispatchable(call)) {
      throw new CallgateError(upstreamErrors.forged());
    }
    const session = this.#session;
    try {
      checkOutbound(call, how, this.server);
    } catch (error) {
      throw notSentError(this.server, reasonText(error), error);
    }
    // what was judged for one connection is not sent over the next
    if (session === null) throw notSentError(this.server, upstreamMessages.notSentReasons.connectionGone);
    if (context.signal.aborted) throw notSentError(this.server, upstreamMessages.notSentReasons.cancelled);
    if (session.hello.era === 'modern' && isSubscription(how.method)) {
      return await this.#subscribe(call, how.method);
    }
    const reply = session.checked(await this.#request(session, call, how, context));
    const task = how.method === 'tools/call' ? session.taskIn(reply) : undefined;
    if (task === undefined) return reply;
    const follow = followerOf(how);
    return await followTask(session, task, {
      server: this.server,
      call: call.call,
      signal: context.signal,
      progress: (progress) => context.progress(progress),
      ...(follow === undefined ? {} : { status: (state) => follow.status(state) }),
    });
  }

  #request(
    session: UpstreamSession,
    call: Dispatchable,
    how: OutboundRequest,
    context: DispatchContext,
  ): Promise<Reply> {
    const { connection, envelope } = session;
    const id = connection.mint();
    const follow = followerOf(how);
    const asTask = (how.method === 'tools/call' && how.asTask === true) || follow !== undefined;
    const taskText =
      asTask && follow === undefined && session.hello.era === 'legacy' ? `{"ttl":${TASK_TTL_MS}}` : '';
    const token = wantsProgress(how.method) ? id : null;
    const metaText = envelope.metaText(
      sentMeta(how.meta, call.call),
      token,
      asTask || how.method === 'tasks/update',
    );
    const taken = call.take();
    let text: string;
    try {
      text = paramsText(call, taken, how, metaText, taskText);
    } catch (error) {
      throw notSentError(this.server, reasonText(error), error);
    }
    if (call.heavy && connection.link.pid !== null) context.watch(connection.link.pid);
    const headers = this.#headers(session, call, how, taken.arguments);
    return session.connection.request(id, how.method, text, {
      call: call.call,
      signal: context.signal,
      progressed: (progress) => context.progress(progress),
      ...(headers === undefined ? {} : { headers }),
    });
  }

  #headers(
    session: UpstreamSession,
    call: Dispatchable,
    how: OutboundRequest,
    args: JsonObject,
  ): Readonly<Record<string, string>> | undefined {
    const named = how.method !== 'completion/complete' && how.method !== 'tools/resolve';
    const headers = session.headers(how.method, named ? call.target : null);
    if (headers === undefined || how.method !== 'tools/call') return headers;
    return { ...headers, ...this.#paramHeaders.of(call.target, args) };
  }

  #mirrorsParams({ hello }: UpstreamSession): boolean {
    return hello.era === 'modern' && this.#settings.reach.kind === 'http';
  }

  async #subscribe(
    call: Dispatchable,
    method: 'resources/subscribe' | 'resources/unsubscribe',
  ): Promise<Reply> {
    const subscriptions = this.#subscriptions;
    if (subscriptions === null)
      throw notSentError(this.server, upstreamMessages.notSentReasons.connectionGone);
    call.take();
    return method === 'resources/subscribe'
      ? await subscriptions.subscribe(call.target)
      : await subscriptions.unsubscribe(call.target);
  }

  async close(): Promise<void> {
    this.#closed = true;
    const connection = this.#connection;
    this.#forget();
    await connection?.close();
  }

  #plainResult(method: string, reply: Reply): JsonObject {
    if (reply.type === 'error') {
      const { type: _error, ...error } = reply;
      throw new CallgateError(
        upstreamErrors.answeredError({
          server: display(this.server),
          method,
          code: error.code,
          problem: display(error.message, { max: 300 }),
        }),
        { cause: new RpcFailure(error) },
      );
    }
    const type = getOwn(reply.result, 'resultType');
    if (type === undefined || type === 'complete') return reply.result;
    throw new CallgateError(upstreamErrors.resultMissing({ server: display(this.server), method }));
  }

  async #connected(): Promise<UpstreamSession> {
    if (this.#session !== null) return this.#session;
    if (this.#closed) throw disconnectedError(this.server);
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = null;
    });
    return await this.#connecting;
  }

  async #connect(): Promise<UpstreamSession> {
    const { era } = this.#settings;
    const wanted = era === 'auto' ? (eras.get(this.identity) ?? 'auto') : era;
    try {
      return await this.#tryEra(wanted);
    } catch (error) {
      eras.delete(this.identity);
      if (era !== 'auto' || this.#closed) throw error;
      // The server exited during the probe, or speaks another era since the last connection.
      if (error instanceof ProbeExitError) return await this.#tryEra('legacy');
      if (wanted === 'auto' || !isDisagreement(error)) throw error;
      return await this.#tryEra('auto');
    }
  }

  async #tryEra(era: Era | 'auto'): Promise<UpstreamSession> {
    const signal = AbortSignal.timeout(this.#settings.connectMs);
    const { start } = this.#settings;
    const connection: UpstreamConnection = this.#open(start === undefined ? undefined : await start());
    this.#connection = connection;
    try {
      const hello = await negotiate(connection, this.#settings, era, signal);
      if (this.#closed) throw disconnectedError(this.server);
      if (connection.broken !== null) throw connection.broken;
      const session = new UpstreamSession(connection, hello, this.#settings);
      if (this.#settings.era === 'auto') rememberEra(this.identity, hello.era);
      const subscriptions = hello.era === 'modern' ? new Subscriptions(session, this.#events) : null;
      await subscriptions?.start();
      if (connection.broken !== null) throw connection.broken;
      if (this.#closed) throw disconnectedError(this.server);
      this.#subscriptions = subscriptions;
      this.#session = session;
      return session;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  #open(process: ServerProcess | undefined): UpstreamConnection {
    try {
      const connection: UpstreamConnection = new UpstreamConnection(
        this.#settings,
        this.#events,
        linkFactoryFor(this.#settings, process),
        (error) => this.#lost(connection, error),
      );
      return connection;
    } catch (error) {
      if (error instanceof CallgateError) throw error;
      throw new CallgateError(
        upstreamErrors.notStarted({ server: display(this.server), problem: reasonText(error) }),
        { cause: error },
      );
    }
  }

  #lost(connection: UpstreamConnection, error: CallgateError): void {
    if (this.#session?.connection !== connection) return;
    this.#forget();
    if (!this.#closed) this.#events.lost(error);
  }

  #forget(): void {
    this.#subscriptions?.stop();
    this.#subscriptions = null;
    this.#session = null;
  }
}

const followerOf = (how: OutboundRequest): TaskFollower | undefined =>
  how.method === 'tools/call' ? how.follow : undefined;

/** The trace of a call at its server is Callgate's own, whatever the client traces by. */
const sentMeta = (meta: JsonObject, call: string): JsonObject =>
  Object.hasOwn(meta, TRACE_PARENT_KEY) ? { ...meta, [TRACE_PARENT_KEY]: traceparentOf(call) } : meta;

const isDisagreement = (error: unknown): boolean =>
  error instanceof CallgateError && (error.code === 'UPSTREAM_VERSION' || error.code === 'UPSTREAM_REFUSED');

const isSubscription = (method: string): method is 'resources/subscribe' | 'resources/unsubscribe' =>
  method === 'resources/subscribe' || method === 'resources/unsubscribe';

const wantsProgress = (method: OutboundRequest['method']): boolean =>
  method === 'tools/call' || method === 'prompts/get' || method === 'resources/read';

/** Nothing happens until it is needed. */
export const openUpstream: UpstreamFactory = (settings, events) =>
  settings.contract === undefined
    ? new LiveUpstream(settings, events)
    : new LaterUpstream(settings, async () => {
        const { openContractUpstream } = await import('../contract/open-contract-upstream.ts');
        return openContractUpstream(settings, events);
      });
