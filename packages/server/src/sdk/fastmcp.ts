import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, display, isJsonObject, own } from '@callgate/core';
import type { Asking, Incoming } from '../desk/asking.ts';
import { CannotAsk } from '../desk/asking.ts';
import { withDeclarations } from '../desk/declarations.ts';
import { declaredOrThrow } from '../desk/declared-tool.ts';
import type { Desk } from '../desk/desk.ts';
import { refusal } from '../desk/refusal.ts';
import { giveScope } from '../desk/scope.ts';
import { refuseMissing, tooLate, refuseOtherArguments } from './guard-errors.ts';
import { isReplaced } from './high-level.ts';
import { interceptHandlers, replaceMethod } from './intercept.ts';
import { at, signalIn, whoCalls } from './request.ts';
import type { FastServer, Handler, LowLevelServer } from './shapes.ts';

type Connect = (transport: object) => unknown;

/** A connection over which nobody but the guard speaks: it asks for the tools, and fails to start. */
class Probe {
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
    if (!isJsonObject(message) || own(message, 'id') !== 0) return;
    this.answer = message;
    this.#heard();
  }

  async close(): Promise<void> {
    this.onclose?.();
  }
}

/** The tools of a FastMCP, which keeps them to itself: asked of a session that never begins. */
const listedByFastMcp = async (connect: Connect): Promise<readonly JsonObject[]> => {
  const probe = new Probe();
  try {
    await connect(probe);
  } catch (error) {
    // a session that failed to start throws something of its own
    if (probe.answer === undefined) throw error;
  }
  // without any tool there is no such method
  if (at(at(probe.answer, 'error'), 'code') === -32_601) return [];
  const tools = at(at(probe.answer, 'result'), 'tools');
  if (Array.isArray(tools)) return tools.filter((tool) => isJsonObject(tool));
  throw new CallgateError('GUARD_SERVER', 'the guard cannot see the tools of this FastMCP', {
    help: 'see that every tool has schemas that can be listed',
  });
};

/** The request that a tool runs for: FastMCP itself gives tools nothing but the arguments. */
interface Seen {
  readonly request: unknown;
  /** One a session. */
  readonly connection: string;
  /** The guard has it; otherwise FastMCP refused it before. */
  taken: boolean;
  /** What the guard released. */
  answer?: JsonObject;
}

const requests = new AsyncLocalStorage<Seen>();

/** Looks at the requests of one session. Sessions without this event have requests that nobody could look at. */
const watch = (session: unknown, desk: Desk, registered: ReadonlySet<string>): void => {
  const server = at(session, 'server');
  const handlers = at(server, '_requestHandlers');
  if (!(handlers instanceof Map)) return;
  const connection = randomUUID();
  const seen =
    (original: Handler): Handler =>
    async (request, context) => {
      const turn: Seen = { request, connection, taken: false };
      const name = String(at(at(request, 'params'), 'name'));
      const seenOnly = incomingIn(name, undefined, { sessionId: at(session, 'sessionId') }, turn);
      // whom it authenticated FastMCP tells to tools only
      const incoming: Incoming = { ...seenOnly, caller: { ...seenOnly.caller, client: 'unknown' } };
      if (!registered.has(name))
        return await desk.refuseUnjudged(
          incoming,
          refusal('NOT_DECLARED', `${display(name, { max: 100 })} is not a tool of this server`),
        );
      try {
        const result: unknown = await requests.run(turn, () => original(request, context));
        return turn.taken && isReplaced(turn.answer, result)
          ? await desk.replaced(incoming, turn.answer, result)
          : result;
      } finally {
        if (!turn.taken)
          await desk.refuseUnjudged(incoming, refusal('BAD_ARGUMENTS', 'FastMCP refused it before it ran'));
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

const askingIn = (context: unknown): Asking => {
  const elicit = at(context, 'elicit');
  if (typeof elicit !== 'function')
    return { type: 'nobody', why: 'this server cannot show a question to its client' };
  return {
    type: 'elicitation',
    ask: async (params, timeout) => {
      try {
        return (await elicit(params, { timeout, ...signalIn(context) })) as unknown;
      } catch (error) {
        if (error instanceof Error && error.message.includes('does not support'))
          throw new CannotAsk('this client cannot show a question');
        throw error;
      }
    },
  };
};

const incomingIn = (tool: string, args: unknown, context: unknown, seen: Seen | undefined): Incoming => {
  const params = at(seen?.request, 'params');
  const sent = at(params, 'arguments') ?? args;
  const meta = at(params, '_meta');
  const session = at(context, 'sessionId');
  return {
    tool,
    args: isJsonObject(sent) ? sent : {},
    read: args,
    meta: params === undefined ? undefined : isJsonObject(meta) ? meta : {},
    ...whoCalls(at(context, 'session'), typeof session === 'string' ? session : undefined, seen?.connection),
    asking: askingIn(context),
    ...signalIn(context),
  };
};

/** FastMCP takes texts, content and whole results; a whole result is what labels can be put on. */
const resultOf = (value: unknown, structured: boolean): JsonObject => {
  if (value === undefined || value === null) return { content: [] };
  if (typeof value === 'string') return { content: [{ type: 'text', text: value }] };
  if (isJsonObject(value) && Array.isArray(own(value, 'content'))) return value;
  if (structured)
    return {
      content: [{ type: 'text', text: JSON.stringify(value) }],
      structuredContent: value as Json,
    };
  return { content: [value as Json] };
};

const failure = (error: unknown): JsonObject => {
  const extras = at(error, 'extras');
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
    throw new CallgateError('GUARD_STREAM', 'a guarded tool cannot stream content', {
      help: 'return it: nothing is released before the call is settled',
    });
  },
});

/** Guards a `FastMCP`. It cannot announce `tools/resolve`, so its tools do not promise it. */
export const guardFastMcp = (server: FastServer, desk: Desk): void => {
  const registered = new Set<string>();
  const guarded = (tool: unknown): object => {
    const name = String(at(tool, 'name'));
    const declared = declaredOrThrow(desk.tools, name);
    const execute = at(tool, 'execute');
    const structured = at(tool, 'outputSchema') !== undefined;
    const { title } = declared.definition;
    registered.add(name);
    const ready = withDeclarations({ ...(tool as object) }, declared, false);
    return {
      ...ready,
      // FastMCP lists no title of a tool but the one among its annotations
      annotations: { ...(title === undefined ? {} : { title }), ...ready.annotations },
      execute: async (args: unknown, context: object): Promise<JsonObject> => {
        const seen = requests.getStore();
        if (seen !== undefined) seen.taken = true;
        const answer = await desk.take(incomingIn(name, args, context, seen), async (scope) => {
          const mine = withoutStream(context);
          giveScope(mine, scope);
          try {
            const value: unknown = typeof execute === 'function' ? await execute(args, mine) : undefined;
            return resultOf(value, structured);
          } catch (error) {
            return failure(error);
          }
        });
        if (seen !== undefined) seen.answer = answer;
        return answer;
      },
    };
  };
  const connect = at(server, 'connect');
  if (typeof connect !== 'function')
    throw new CallgateError('GUARD_SERVER', 'the guard cannot see the tools of this FastMCP', {
      help: 'use a version that has `connect`',
    });
  replaceMethod(server, 'addTool', (original) => (tool) => original(guarded(tool)));
  replaceMethod(
    server,
    'addTools',
    (original) => (tools) => original((Array.isArray(tools) ? tools : []).map(guarded)),
  );
  for (const method of ['start', 'connect'] as const)
    replaceMethod(
      server as FastServer & { readonly connect: unknown },
      method,
      (original) =>
        async (...given) => {
          refuseMissing(desk.tools, registered);
          for (const tool of await listedByFastMcp((probe) => connect.call(server, probe))) {
            const name = String(own(tool, 'name'));
            if (!registered.has(name)) throw tooLate();
            refuseOtherArguments(declaredOrThrow(desk.tools, name), tool);
          }
          return await original(...given);
        },
    );
  const on = at(server, 'on');
  if (typeof on === 'function')
    on.call(server, 'connect', (event: unknown) => watch(at(event, 'session'), desk, registered));
};
