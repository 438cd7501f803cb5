import type { JsonObject } from '@callgate/core';
import { CallgateError, canonical, display } from '@callgate/core';
import { describeObligations } from '@callgate/core/decide';
import type { CallRequest, Dispatchable, Gate } from '@callgate/gate';
import { isDispatchable } from '@callgate/gate';
import { agentMessages } from '@callgate/messages/agent';
import { errorSentences } from '@callgate/messages/text/error-text';
import { alreadySentText, approvalLocation } from '../confirm/gate-results.ts';
import { OpenHostCalls } from '../hooks/open-host-calls.ts';
import { pendingText, stoppedText } from '../hooks/host-question-text.ts';
import { SERVER_INFO } from '../receive/gateway-capabilities.ts';
import type { GatewayParts } from '../receive/gateway-parts.ts';
import type { RefusalLog } from '../receive/refusal-log.ts';
import { cacheableReply, completeReply, errorReply } from '../receive/reply.ts';
import { textMember } from '../receive/read-request.ts';
import type { Caller, ConnectedClient, Protocol, RequestExchange } from '../wire/exchange.ts';
import { LATEST_LEGACY, LEGACY_VERSIONS, MODERN_VERSIONS } from '../wire/eras.ts';
import type { Reply } from '../wire/json-rpc.ts';
import { INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND } from '../wire/json-rpc.ts';
import type { InterceptedCall, Invocation } from './invocation.ts';
import { readInvocation } from './invocation.ts';

const texts = agentMessages.intercept;

/** The draft SEP-2624 as of 2026-09, whose methods and key may still change. */
export const INTERCEPTORS_EXTENSION = 'io.modelcontextprotocol/interceptors';
const NAME = 'callgate';
const EVENT = 'tools/call';

const CAPABILITY: JsonObject = { supportedEvents: [EVENT] };

const INTERCEPTOR: JsonObject = {
  name: NAME,
  version: '0.1.0',
  description: texts.description,
  type: 'validation',
  hook: { events: [EVENT], phase: 'both' },
  mode: 'enforce',
  failOpen: false,
  compat: { minProtocol: '2024-11-05' },
  configSchema: { type: 'object', properties: {}, additionalProperties: false },
};

type ToolCallRequest = Extract<CallRequest, { readonly kind: 'tool' }>;

interface OpenCall {
  readonly request: ToolCallRequest;
  readonly dispatchable: Dispatchable;
  readonly session: string;
  readonly trace: string | null;
}

interface Verdict {
  readonly valid: boolean;
  readonly message?: string;
  readonly path?: string;
  readonly info?: JsonObject;
}

const refusedVerdict = (message: string, path?: string): Verdict => ({
  valid: false,
  message,
  ...(path === undefined ? {} : { path }),
});

const resultOf = (phase: 'request' | 'response', { valid, message, path, info }: Verdict): JsonObject => ({
  interceptor: NAME,
  type: 'validation',
  phase,
  valid,
  severity: valid ? 'info' : 'error',
  ...(message === undefined
    ? {}
    : {
        messages: [{ message, severity: valid ? 'info' : 'error', ...(path === undefined ? {} : { path }) }],
      }),
  ...(info === undefined ? {} : { info }),
});

type GateStep = Awaited<ReturnType<Gate['begin']>> | Awaited<ReturnType<Gate['resume']>>;

/** Answers programs that call tools themselves, before a call and after it. Nothing is sent from here. */
export class InterceptorProtocol implements Protocol {
  readonly #parts: GatewayParts;
  readonly #refusals: RefusalLog;
  /** Calls that were let out, until their result comes. */
  readonly #open: OpenHostCalls<OpenCall> = new OpenHostCalls();

  constructor(parts: GatewayParts, refusals: RefusalLog) {
    this.#parts = parts;
    this.#refusals = refusals;
  }

  initialize(params: JsonObject): ReturnType<Protocol['initialize']> {
    const wanted = textMember(params, 'protocolVersion');
    const version = LEGACY_VERSIONS.includes(wanted) ? wanted : LATEST_LEGACY;
    const capabilities = {
      interceptors: CAPABILITY,
      extensions: { [INTERCEPTORS_EXTENSION]: CAPABILITY },
    };
    return Promise.resolve({
      reply: {
        type: 'result',
        result: { protocolVersion: version, capabilities, serverInfo: SERVER_INFO },
      },
      opens: { version, capabilities: {}, info: null },
    });
  }

  async request(exchange: RequestExchange): Promise<Reply> {
    const { method, client, params } = exchange;
    try {
      switch (method) {
        case 'ping':
          return completeReply(client, {});
        case 'server/discover':
          return cacheableReply(
            client,
            {
              supportedVersions: [...MODERN_VERSIONS],
              capabilities: { extensions: { [INTERCEPTORS_EXTENSION]: CAPABILITY } },
            },
            false,
          );
        case 'interceptors/list':
          return completeReply(client, { interceptors: this.#listed(params) });
        case 'interceptor/invoke':
          return await this.#invoke(client, params);
        default:
          this.refused(client, 'METHOD_UNKNOWN', method);
          return errorReply({ code: METHOD_NOT_FOUND, message: agentMessages.message.methodUnsupported });
      }
    } catch (error) {
      // the program must not go on: its error is no decision
      const message =
        error instanceof CallgateError ? display(errorSentences(error), { max: 500 }) : texts.failed;
      return errorReply({ code: INTERNAL_ERROR, message });
    }
  }

  notification(): void {
    // nothing that a program tells changes a decision
  }

  opened(): void {
    // it is told nothing by itself
  }

  closed(client: ConnectedClient): void {
    this.#parts.left(client);
  }

  refused(caller: Caller | null, reason: string, detail: string): void {
    this.#refusals.note(caller?.principal.subject ?? '', reason, detail);
  }

  #listed(params: JsonObject): readonly JsonObject[] {
    const event = Object.hasOwn(params, 'event') ? params['event'] : undefined;
    return event === undefined || event === EVENT ? [INTERCEPTOR] : [];
  }

  async #invoke(client: ConnectedClient, params: JsonObject): Promise<Reply> {
    const read = readInvocation(params);
    if ('problem' in read) return this.#invalid(client, read.problem);
    if (read.interceptor !== NAME) return this.#invalid(client, texts.interceptorUnknown);
    if (read.event !== EVENT) return this.#invalid(client, texts.eventUnknown);
    const { content } = read;
    if (read.principal !== null && read.principal !== client.principal.subject)
      return completeReply(client, resultOf(content.phase, refusedVerdict(texts.principalOther)));
    await this.#parts.ready;
    const verdict =
      content.phase === 'request'
        ? await this.#before(client, read, content.call)
        : await this.#after(client, read, content);
    return completeReply(client, resultOf(content.phase, verdict));
  }

  #invalid(client: ConnectedClient, message: string): Reply {
    this.refused(client, 'INTERCEPTOR_PARAMS', message);
    return errorReply({ code: INVALID_PARAMS, message });
  }

  /** A session that the program names is judged with all that its principal has touched. */
  #context(
    client: ConnectedClient,
    { session }: Invocation,
  ): Pick<ToolCallRequest, 'context' | 'authenticated'> {
    return session === null
      ? { context: client.context, authenticated: client.authenticated }
      : { context: `${client.context}/${session}`, authenticated: false };
  }

  #request(
    client: ConnectedClient,
    invocation: Invocation,
    call: InterceptedCall,
  ): ToolCallRequest | undefined {
    const target = this.#parts.catalogue.viewFor(client.principal).tool(call.name);
    if (target === undefined) return undefined;
    return {
      kind: 'tool',
      server: target.server,
      name: target.name,
      arguments: call.arguments,
      principal: client.principal,
      ...this.#context(client, invocation),
      client: NAME,
      runsElsewhere: true,
    };
  }

  async #before(client: ConnectedClient, invocation: Invocation, call: InterceptedCall): Promise<Verdict> {
    const request = this.#request(client, invocation, call);
    if (request === undefined) return refusedVerdict(texts.toolUnknown, 'params.name');
    const step = await this.#begin(request);
    if (isDispatchable(step)) {
      const { decision } = step;
      this.#open.set(step.call, {
        request,
        dispatchable: step,
        session: request.context,
        trace: invocation.trace,
      });
      return {
        valid: true,
        info: {
          decision: decision.outcome,
          call: step.call,
          policy: decision.policy,
          rules: decision.rules.map(({ id }) => id),
          requirements: [...describeObligations(decision.obligations)],
        },
      };
    }
    if (step.state === 'held') {
      const { console: page } = this.#parts.config();
      const approveAt = approvalLocation(this.#parts.people(), client.principal, page?.url);
      return {
        valid: false,
        message: pendingText(step, { approveAt }),
        info: {
          decision: 'confirm',
          call: step.call,
          ...(page?.url === undefined ? {} : { approve: `${page.url}/inbox/${step.call}` }),
        },
      };
    }
    return 'code' in step
      ? { valid: false, message: stoppedText(step), info: { decision: 'block', code: step.code } }
      : refusedVerdict(alreadySentText(step));
  }

  /** The same call may wait already, or may have been approved since. */
  async #begin(request: ToolCallRequest): Promise<GateStep> {
    const begun = await this.#parts.gate.begin(request);
    return begun.state === 'held' && begun.joined === true
      ? await this.#parts.gate.resume(begun.ticket, request)
      : begun;
  }

  /** By the trace where there is one, else the one call of the session that it can be of. */
  #find(
    client: ConnectedClient,
    invocation: Invocation,
    call: InterceptedCall | null,
  ): readonly [key: string, call: OpenCall] | undefined {
    const { context } = this.#context(client, invocation);
    const { trace } = invocation;
    const request = call === null ? undefined : this.#request(client, invocation, call);
    const fitting = this.#open
      .entries()
      .filter(
        ([, open]) =>
          open.session === context &&
          open.request.principal.subject === client.principal.subject &&
          (trace === null || open.trace === null || open.trace === trace) &&
          (request === undefined ||
            (open.request.server === request.server &&
              open.request.name === request.name &&
              canonical(open.request.arguments) === canonical(request.arguments))),
      );
    const [first, second] = fitting;
    return second === undefined || request !== undefined ? first : undefined;
  }

  /** A result raises the labels of its session. One that belongs to no call that was let out is not passed on. */
  async #after(
    client: ConnectedClient,
    invocation: Invocation,
    { result, call }: Extract<Invocation['content'], { readonly phase: 'response' }>,
  ): Promise<Verdict> {
    const found = this.#find(client, invocation, call);
    if (found === undefined) return refusedVerdict(texts.resultUnknown);
    const [key, open] = found;
    this.#open.delete(key);
    const finished = await this.#parts.gate.settle(open.dispatchable, {
      type: 'result',
      result,
      isError: result['isError'] === true,
    });
    if (finished.isLate === true) return refusedVerdict(texts.resultLate);
    return { valid: true, info: { call: finished.call, state: finished.state } };
  }
}
