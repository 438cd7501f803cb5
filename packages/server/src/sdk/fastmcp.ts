import { AsyncLocalStorage } from 'node:async_hooks';
import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, own } from '@callgate/core';
import type { Asking, Incoming } from '../asking.ts';
import { CannotAsk } from '../asking.ts';
import { withDeclarations } from '../declarations.ts';
import type { Desk } from '../desk.ts';
import type { Caller } from '../options.ts';
import { giveScope } from '../scope.ts';
import { declaredOrThrow, refuseMissing } from './guard-errors.ts';
import { interceptHandlers, replaceMethod } from './intercept.ts';
import { at, signalIn } from './request.ts';
import type { FastServer, Handler, LowLevelServer } from './shapes.ts';

/** The request that a tool runs for: FastMCP itself gives tools nothing but the arguments. */
const requests = new AsyncLocalStorage<unknown>();

const seen =
  (original: Handler): Handler =>
  (request, context) =>
    requests.run(request, () => original(request, context));

/** Looks at the requests of one session. Sessions without this event have requests that nobody could look at. */
const watch = (server: unknown): void => {
  const handlers = at(server, '_requestHandlers');
  if (!(handlers instanceof Map)) return;
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

/** What `authenticate` gave is the author's own; these are the names it is commonly known by. */
const callerIn = (context: unknown): Caller => {
  const auth = at(context, 'session');
  const client = ['clientId', 'sub', 'id'].map((key) => at(auth, key)).find((id) => typeof id === 'string');
  const session = at(context, 'sessionId');
  return {
    ...(typeof client === 'string' ? { client } : {}),
    ...(typeof session === 'string' ? { session } : {}),
  };
};

const incomingIn = (tool: string, args: unknown, context: unknown): Incoming => {
  const params = at(requests.getStore(), 'params');
  const sent = at(params, 'arguments') ?? args;
  const meta = at(params, '_meta');
  return {
    tool,
    args: isJsonObject(sent) ? sent : {},
    meta: params === undefined ? undefined : isJsonObject(meta) ? meta : {},
    caller: callerIn(context),
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
      execute: async (args: unknown, context: object): Promise<JsonObject> =>
        await desk.take(incomingIn(name, args, context), async (scope) => {
          giveScope(context, scope);
          try {
            const value: unknown = typeof execute === 'function' ? await execute(args, context) : undefined;
            return resultOf(value, structured);
          } catch (error) {
            return failure(error);
          }
        }),
    };
  };
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
          return await original(...given);
        },
    );
  const on = at(server, 'on');
  if (typeof on === 'function')
    on.call(server, 'connect', (event: unknown) => watch(at(at(event, 'session'), 'server')));
};
