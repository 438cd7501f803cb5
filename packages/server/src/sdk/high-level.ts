import type { JsonObject } from '@callgate/core';
import { CallgateError, display, isJsonObject, own } from '@callgate/core';
import type { Incoming } from '../desk/asking.ts';
import { refuseOtherTexts, withDeclarations } from '../desk/declarations.ts';
import type { DeclaredTool } from '../desk/declared-tool.ts';
import { declaredOrThrow } from '../desk/declared-tool.ts';
import type { Desk } from '../desk/desk.ts';
import { refusal } from '../desk/refusal.ts';
import { giveScope } from '../desk/scope.ts';
import { refuseMissing, tooLate, refuseOtherArguments } from './guard-errors.ts';
import { interceptHandlers, isFree, replaceMethod } from './intercept.ts';
import { at, contextFor, incomingOf, takeStateCheck } from './request.ts';
import { offerResolution } from './resolution.ts';
import type { Callback, Handler, HighLevelServer } from './shapes.ts';

/** A request on its way through the SDK, which checks its arguments before it runs a tool. */
interface Turn {
  readonly incoming: Incoming;
  taken: boolean;
  /** What the guard released. */
  answer?: JsonObject;
}

/** A server that declared the capability has its handlers already; without tools they can be set again. */
const resetHandlers = (server: HighLevelServer): void => {
  const inner: object = server.server;
  const tools = at(server, '_registeredTools');
  const remove = at(inner, 'removeRequestHandler');
  const again = at(server, 'setToolRequestHandlers');
  const empty = typeof tools === 'object' && tools !== null && Object.keys(tools).length === 0;
  if (!empty || typeof remove !== 'function' || typeof again !== 'function') throw tooLate();
  for (const method of ['tools/list', 'tools/call']) remove.call(inner, method);
  Object.assign(server, { _toolHandlersInitialized: false });
  again.call(server);
};

/** The SDK made an error of it, such as for an answer that does not fit the output schema. */
export const isReplaced = (answer: JsonObject | undefined, result: unknown): result is JsonObject =>
  isJsonObject(result) &&
  own(result, 'isError') === true &&
  (answer === undefined || own(answer, 'isError') !== true);

/** Guards an `McpServer` of either version. */
export const guardHighLevel = (server: HighLevelServer, desk: Desk): void => {
  const turns = new WeakMap<object, Turn>();
  const verify = takeStateCheck(server.server);

  const guarded =
    (callback: Callback): Callback =>
    async (...given) => {
      const context = given.at(-1);
      const turn = typeof context === 'object' && context !== null ? turns.get(context) : undefined;
      if (turn === undefined || typeof context !== 'object' || context === null)
        throw new CallgateError('GUARD_NO_TURN', 'a guarded tool was run without a request');
      turn.taken = true;
      const read = given.length > 1 ? given[0] : undefined;
      const answer = await desk.take({ ...turn.incoming, read }, async (scope, inner) => {
        const mine = await contextFor(context, inner, verify);
        giveScope(mine, scope);
        return (await callback(...given.slice(0, -1), mine)) as JsonObject;
      });
      turn.answer = answer;
      return answer;
    };

  let list: Handler | undefined;
  const known = new Map<string, DeclaredTool>();
  const checked = (listed: unknown): unknown => {
    const tools = at(listed, 'tools');
    for (const tool of Array.isArray(tools) ? tools : [])
      if (isJsonObject(tool)) refuseOtherArguments(declaredOrThrow(known, String(own(tool, 'name'))), tool);
    return listed;
  };

  interceptHandlers(server.server, {
    'tools/call': (original) => async (request, context) => {
      const incoming = incomingOf(server.server, desk.connection, request, context);
      if (!known.has(incoming.tool) || typeof context !== 'object' || context === null)
        return await desk.refuseUnjudged(
          incoming,
          refusal('NOT_DECLARED', `${display(incoming.tool, { max: 100 })} is not a tool of this server`),
        );
      const turn: Turn = { incoming, taken: false };
      turns.set(context, turn);
      let result: unknown;
      try {
        result = await original(request, context);
      } catch (error) {
        if (turn.taken) {
          // what the SDK throws after a tool ran has no place for labels
          if (turn.answer !== undefined) await desk.replaced(turn.incoming, turn.answer, turn.answer);
          throw error;
        }
        await desk.refuseUnjudged(incoming, refusal('BAD_ARGUMENTS', 'the SDK refused it before it ran'));
        throw error;
      }
      if (turn.taken)
        return isReplaced(turn.answer, result) ? await desk.replaced(incoming, turn.answer, result) : result;
      if (!isJsonObject(result) || own(result, 'isError') !== true)
        return await desk.refuseUnjudged(
          incoming,
          refusal('OUTSIDE_GUARD', `${incoming.tool} ran outside of its guard; its answer is not released`),
        );
      await desk.refuseUnjudged(incoming, refusal('BAD_ARGUMENTS', 'the SDK refused it before it ran'));
      return result;
    },
    'tools/list': (original) => {
      list = original;
      return async (request, context) => checked(await original(request, context));
    },
  });

  replaceMethod(server, 'registerTool', (original) => (name, config, callback) => {
    const declared = declaredOrThrow(desk.tools, String(name));
    const tool = original(
      name,
      withDeclarations(typeof config === 'object' && config !== null ? config : {}, declared, true),
      guarded(callback as Callback),
    );
    known.set(declared.definition.name, declared);
    if (typeof tool === 'object' && tool !== null) keepUpdatesIn(tool, declared, guarded);
    return tool;
  });
  if ('tool' in server)
    replaceMethod(server as HighLevelServer & { readonly tool: unknown }, 'tool', () => () => {
      throw new CallgateError('GUARD_TOOL', 'a guarded server registers tools with registerTool only', {
        help: 'use server.registerTool(name, { inputSchema }, handler)',
      });
    });
  replaceMethod(server, 'connect', (original) => async (transport) => {
    refuseMissing(desk.tools, known);
    checked(await list?.({ method: 'tools/list', params: {} }, {}));
    return await original(transport);
  });
  offerResolution(server.server, desk);
  if (!isFree(server.server, 'tools/call')) resetHandlers(server);
};

/** A registered tool can be updated: what is declared cannot, and a new handler is guarded as well. */
const keepUpdatesIn = (
  tool: object,
  declared: DeclaredTool,
  guarded: (callback: Callback) => Callback,
): void => {
  replaceMethod(tool as { update: unknown }, 'update', (original) => (updates) => {
    const changed = ['name', 'annotations', '_meta'].find((key) => {
      const value = at(updates, key);
      return value !== undefined && value !== null;
    });
    if (changed !== undefined)
      throw new CallgateError('GUARD_UPDATE', `${changed} of a guarded tool cannot be updated`, {
        help: 'declare it in the manifest and start the server again',
      });
    if (typeof updates === 'object' && updates !== null) refuseOtherTexts(declared, updates);
    const callback = at(updates, 'callback');
    return original(
      typeof callback === 'function'
        ? { ...(updates as object), callback: guarded(callback as Callback) }
        : updates,
    );
  });
};
