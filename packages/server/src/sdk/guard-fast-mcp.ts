import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, display, isJsonObject, getOwn } from '@callgate/core';
import { guardMessages } from '@callgate/messages/guard';
import { guardErrors } from '@callgate/messages/errors/guard';
import type { PersonChannel, IncomingCall } from '../calls/incoming-call.ts';
import { CannotAskError } from '../calls/incoming-call.ts';
import { addDeclarations } from '../calls/declarations.ts';
import { requireGuardedTool } from '../calls/guarded-tool.ts';
import type { CallGuard } from '../calls/call-guard.ts';
import { refusal } from '../calls/guard-refusal.ts';
import { setScope } from '../calls/call-scope.ts';
import { refuseMissingTools, tooLateError, refuseOtherArguments } from './guard-errors.ts';
import { isReplaced } from './guard-high-level.ts';
import { interceptHandlers, replaceMethod } from './intercept.ts';
import { memberOf, findSignal, identifyCaller } from './read-incoming-call.ts';
import type { FastMcpServer, SdkHandler, LowLevelServer } from './shapes.ts';

type TransportConnector = (transport: object) => unknown;

/** A connection over which nobody but the guard speaks: it asks for the tools, and fails to start. */
class ProbeTransport {
  onmessage?: (message: object, extra?: object) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  /** What was answered. */
  answer: JsonObject | undefined;
  #heard: () => void = () => undefined;

  async start(): Promise<void> {
    const heard = new Promise<void>((resolve) => (this.#heard = resolve));
    this.onmessage?.({ jsonrpc: '2.0', id: 0, method: 'tools/list', params: {} });
    await heard;
    throw new Error('the guard has seen the tools');
  }

  async send(message: unknown): Promise<void> {
    if (!isJsonObject(message) || getOwn(message, 'id') !== 0) return;
    this.answer = message;
    this.#heard();
  }

  async close(): Promise<void> {
    this.onclose?.();
  }
}

/** The tools of a FastMCP, which keeps them to itself: asked of a session that never begins. */
const listFastMcpTools = async (connect: TransportConnector): Promise<readonly JsonObject[]> => {
  const probe = new ProbeTransport();
  try {
    await connect(probe);
  } catch (error) {
    // a session that failed to start throws something of its own
    if (probe.answer === undefined) throw error;
  }
  // without any tool there is no such method
  if (memberOf(memberOf(probe.answer, 'error'), 'code') === -32_601) return [];
  const tools = memberOf(memberOf(probe.answer, 'result'), 'tools');
  if (Array.isArray(tools)) return tools.filter((tool) => isJsonObject(tool));
  throw new CallgateError(guardErrors.fastMcpTools());
};

/** The request that a tool runs for: FastMCP itself gives tools nothing but the arguments. */
interface ObservedRequest {
  readonly request: unknown;
  /** One a session. */
  readonly connection: string;
  /** The guard has it; otherwise FastMCP refused it before. */
  taken: boolean;
  /** What the guard released. */
  answer?: JsonObject;
}

const requests = new AsyncLocalStorage<ObservedRequest>();

/** Looks at the requests of one session. Sessions without this event have requests that nobody could look at. */
const watchSession = (session: unknown, desk: CallGuard, registered: ReadonlySet<string>): void => {
  const server = memberOf(session, 'server');
  const handlers = memberOf(server, '_requestHandlers');
  if (!(handlers instanceof Map)) return;
  const connection = randomUUID();
  const seen =
    (original: SdkHandler): SdkHandler =>
    async (request, context) => {
      const turn: ObservedRequest = { request, connection, taken: false };
      const name = String(memberOf(memberOf(request, 'params'), 'name'));
      const seenOnly = incomingCallIn(name, undefined, { sessionId: memberOf(session, 'sessionId') }, turn);
      // whom it authenticated FastMCP tells to tools only
      const incoming: IncomingCall = { ...seenOnly, caller: { ...seenOnly.caller, client: 'unknown' } };
      if (!registered.has(name))
        return await desk.refuseUnjudged(
          incoming,
          refusal('NOT_DECLARED', guardMessages.refusals.unknownTool({ tool: display(name, { max: 100 }) })),
        );
      try {
        const result: unknown = await requests.run(turn, () => original(request, context));
        return turn.taken && isReplaced(turn.answer, result)
          ? await desk.replaced(incoming, turn.answer, result)
          : result;
      } finally {
        if (!turn.taken)
          await desk.refuseUnjudged(incoming, refusal('BAD_ARGUMENTS', guardMessages.refusals.fastMcp));
      }
    };
  const current: unknown = handlers.get('tools/call');
  if (typeof current === 'function')
    handlers.set(
      'tools/call',
      seen((request, context) => current(request, context)),
    );
  interceptHandlers(server as LowLevelServer, { 'tools/call': seen });
};

const personChannelIn = (context: unknown): PersonChannel => {
  const elicit = memberOf(context, 'elicit');
  if (typeof elicit !== 'function') return { type: 'nobody', why: guardMessages.cannotAsk.server };
  return {
    type: 'elicitation',
    ask: async (params, timeout) => {
      try {
        return (await elicit(params, { timeout, ...findSignal(context) })) as unknown;
      } catch (error) {
        if (error instanceof Error && error.message.includes('does not support'))
          throw new CannotAskError(guardMessages.cannotAsk.client);
        throw error;
      }
    },
  };
};

const incomingCallIn = (
  tool: string,
  args: unknown,
  context: unknown,
  seen: ObservedRequest | undefined,
): IncomingCall => {
  const params = memberOf(seen?.request, 'params');
  const sent = memberOf(params, 'arguments') ?? args;
  const meta = memberOf(params, '_meta');
  const session = memberOf(context, 'sessionId');
  return {
    tool,
    args: isJsonObject(sent) ? sent : {},
    read: args,
    meta: params === undefined ? undefined : isJsonObject(meta) ? meta : {},
    ...identifyCaller(
      memberOf(context, 'session'),
      typeof session === 'string' ? session : undefined,
      seen?.connection,
    ),
    asking: personChannelIn(context),
    ...findSignal(context),
  };
};

/** FastMCP takes texts, content and whole results; a whole result is what labels can be put on. */
const resultOf = (value: unknown, structured: boolean): JsonObject => {
  if (value === undefined || value === null) return { content: [] };
  if (typeof value === 'string') return { content: [{ type: 'text', text: value }] };
  if (isJsonObject(value) && Array.isArray(getOwn(value, 'content'))) return value;
  if (structured)
    return {
      content: [{ type: 'text', text: JSON.stringify(value) }],
      structuredContent: value as Json,
    };
  return { content: [value as Json] };
};

const errorResult = (error: unknown): JsonObject => {
  const extras = memberOf(error, 'extras');
  return {
    isError: true,
    content: [{ type: 'text', text: error instanceof Error ? error.message : String(error) }],
    ...(isJsonObject(extras) ? { structuredContent: extras } : {}),
  };
};

/** Content that a handler streams would be out before its call is settled. */
const withoutStream = (context: object): object => ({
  ...context,
  streamContent: async (): Promise<never> => {
    throw new CallgateError(guardErrors.streamed());
  },
});

/** Guards a `FastMCP`. It cannot announce `tools/resolve`, so its tools do not promise it. */
export const guardFastMcp = (server: FastMcpServer, desk: CallGuard): void => {
  const registered = new Set<string>();
  const guarded = (tool: unknown): object => {
    const name = String(memberOf(tool, 'name'));
    const declared = requireGuardedTool(desk.tools, name);
    const execute = memberOf(tool, 'execute');
    const structured = memberOf(tool, 'outputSchema') !== undefined;
    const { title } = declared.definition;
    registered.add(name);
    const ready = addDeclarations({ ...(tool as object) }, declared, false);
    return {
      ...ready,
      // FastMCP lists no title of a tool but the one among its annotations
      annotations: { ...(title === undefined ? {} : { title }), ...ready.annotations },
      execute: async (args: unknown, context: object): Promise<JsonObject> => {
        const seen = requests.getStore();
        if (seen !== undefined) seen.taken = true;
        const answer = await desk.take(incomingCallIn(name, args, context, seen), async (scope) => {
          const mine = withoutStream(context);
          setScope(mine, scope);
          try {
            const value: unknown = typeof execute === 'function' ? await execute(args, mine) : undefined;
            return resultOf(value, structured);
          } catch (error) {
            return errorResult(error);
          }
        });
        if (seen !== undefined) seen.answer = answer;
        return answer;
      },
    };
  };
  const connect = memberOf(server, 'connect');
  if (typeof connect !== 'function') throw new CallgateError(guardErrors.fastMcpVersion());
  replaceMethod(server, 'addTool', (original) => (tool) => original(guarded(tool)));
  replaceMethod(
    server,
    'addTools',
    (original) => (tools) => original((Array.isArray(tools) ? tools : []).map(guarded)),
  );
  for (const method of ['start', 'connect'] as const)
    replaceMethod(
      server as FastMcpServer & { readonly connect: unknown },
      method,
      (original) =>
        async (...given) => {
          refuseMissingTools(desk.tools, registered);
          for (const tool of await listFastMcpTools((probe) => connect.call(server, probe))) {
            const name = String(getOwn(tool, 'name'));
            if (!registered.has(name)) throw tooLateError();
            refuseOtherArguments(requireGuardedTool(desk.tools, name), tool);
          }
          return await original(...given);
        },
    );
  const on = memberOf(server, 'on');
  if (typeof on === 'function')
    on.call(server, 'connect', (event: unknown) =>
      watchSession(memberOf(event, 'session'), desk, registered),
    );
};
