import type { JsonObject } from '@callgate/core';
import { CallgateError, display, isJsonObject, getOwn } from '@callgate/core';
import { guardMessages } from '@callgate/messages/guard';
import { guardErrors } from '@callgate/messages/errors/guard';
import type { IncomingCall } from '../calls/incoming-call.ts';
import { refuseOtherTexts, addDeclarations } from '../calls/declarations.ts';
import type { GuardedTool } from '../calls/guarded-tool.ts';
import { requireGuardedTool } from '../calls/guarded-tool.ts';
import type { CallGuard } from '../calls/call-guard.ts';
import { refusal } from '../calls/guard-refusal.ts';
import { setScope } from '../calls/call-scope.ts';
import { refuseMissingTools, tooLateError, refuseOtherArguments } from './guard-errors.ts';
import { interceptHandlers, hasNoHandlers, replaceMethod } from './intercept.ts';
import { memberOf, handlerContext, readIncomingCall, takeStateCheck } from './read-incoming-call.ts';
import { offerResolution } from './resolve-call.ts';
import type { SdkCallback, SdkHandler, HighLevelServer } from './shapes.ts';

/** A request on its way through the SDK, which checks its arguments before it runs a tool. */
interface RequestInProgress {
  readonly incoming: IncomingCall;
  taken: boolean;
  /** What the guard released. */
  answer?: JsonObject;
}

/** A server that declared the capability has its handlers already; without tools they can be set again. */
const resetHandlers = (server: HighLevelServer): void => {
  const inner: object = server.server;
  const tools = memberOf(server, '_registeredTools');
  const remove = memberOf(inner, 'removeRequestHandler');
  const again = memberOf(server, 'setToolRequestHandlers');
  const empty = typeof tools === 'object' && tools !== null && Object.keys(tools).length === 0;
  if (!empty || typeof remove !== 'function' || typeof again !== 'function') throw tooLateError();
  for (const method of ['tools/list', 'tools/call']) remove.call(inner, method);
  Object.assign(server, { _toolHandlersInitialized: false });
  again.call(server);
};

/** The SDK made an error of it, such as for an answer that does not fit the output schema. */
export const isReplaced = (answer: JsonObject | undefined, result: unknown): result is JsonObject =>
  isJsonObject(result) &&
  getOwn(result, 'isError') === true &&
  (answer === undefined || getOwn(answer, 'isError') !== true);

/** Guards an `McpServer` of either version. */
export const guardHighLevel = (server: HighLevelServer, desk: CallGuard): void => {
  const turns = new WeakMap<object, RequestInProgress>();
  const verify = takeStateCheck(server.server);

  const guarded =
    (callback: SdkCallback): SdkCallback =>
    async (...given) => {
      const context = given.at(-1);
      const turn = typeof context === 'object' && context !== null ? turns.get(context) : undefined;
      if (turn === undefined || typeof context !== 'object' || context === null)
        throw new CallgateError(guardErrors.requestMissing());
      turn.taken = true;
      const read = given.length > 1 ? given[0] : undefined;
      const answer = await desk.take({ ...turn.incoming, read }, async (scope, inner) => {
        const mine = await handlerContext(context, inner, verify);
        setScope(mine, scope);
        return (await callback(...given.slice(0, -1), mine)) as JsonObject;
      });
      turn.answer = answer;
      return answer;
    };

  let list: SdkHandler | undefined;
  const known = new Map<string, GuardedTool>();
  const checked = (listed: unknown): unknown => {
    const tools = memberOf(listed, 'tools');
    for (const tool of Array.isArray(tools) ? tools : [])
      if (isJsonObject(tool))
        refuseOtherArguments(requireGuardedTool(known, String(getOwn(tool, 'name'))), tool);
    return listed;
  };

  interceptHandlers(server.server, {
    'tools/call': (original) => async (request, context) => {
      const incoming = readIncomingCall(server.server, desk.connection, request, context);
      if (!known.has(incoming.tool) || typeof context !== 'object' || context === null)
        return await desk.refuseUnjudged(
          incoming,
          refusal(
            'NOT_DECLARED',
            guardMessages.refusals.unknownTool({ tool: display(incoming.tool, { max: 100 }) }),
          ),
        );
      const turn: RequestInProgress = { incoming, taken: false };
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
        await desk.refuseUnjudged(incoming, refusal('BAD_ARGUMENTS', guardMessages.refusals.sdk));
        throw error;
      }
      if (turn.taken)
        return isReplaced(turn.answer, result) ? await desk.replaced(incoming, turn.answer, result) : result;
      if (!isJsonObject(result) || getOwn(result, 'isError') !== true)
        return await desk.refuseUnjudged(
          incoming,
          refusal('OUTSIDE_GUARD', guardMessages.refusals.outsideGuard({ tool: incoming.tool })),
        );
      await desk.refuseUnjudged(incoming, refusal('BAD_ARGUMENTS', guardMessages.refusals.sdk));
      return result;
    },
    'tools/list': (original) => {
      list = original;
      return async (request, context) => checked(await original(request, context));
    },
  });

  replaceMethod(server, 'registerTool', (original) => (name, config, callback) => {
    const declared = requireGuardedTool(desk.tools, String(name));
    const tool = original(
      name,
      addDeclarations(typeof config === 'object' && config !== null ? config : {}, declared, true),
      guarded(callback as SdkCallback),
    );
    known.set(declared.definition.name, declared);
    if (typeof tool === 'object' && tool !== null) guardUpdates(tool, declared, guarded);
    return tool;
  });
  if ('tool' in server)
    replaceMethod(server as HighLevelServer & { readonly tool: unknown }, 'tool', () => () => {
      throw new CallgateError(guardErrors.registration());
    });
  replaceMethod(server, 'connect', (original) => async (transport) => {
    refuseMissingTools(desk.tools, known);
    checked(await list?.({ method: 'tools/list', params: {} }, {}));
    return await original(transport);
  });
  offerResolution(server.server, desk);
  if (!hasNoHandlers(server.server, 'tools/call')) resetHandlers(server);
};

/** A registered tool can be updated: what is declared cannot, and a new handler is guarded as well. */
const guardUpdates = (
  tool: object,
  declared: GuardedTool,
  guarded: (callback: SdkCallback) => SdkCallback,
): void => {
  replaceMethod(tool as { update: unknown }, 'update', (original) => (updates) => {
    const changed = ['name', 'annotations', '_meta'].find((key) => {
      const value = memberOf(updates, key);
      return value !== undefined && value !== null;
    });
    if (changed !== undefined) throw new CallgateError(guardErrors.updated({ member: changed }));
    if (typeof updates === 'object' && updates !== null) refuseOtherTexts(declared, updates);
    const callback = memberOf(updates, 'callback');
    return original(
      typeof callback === 'function'
        ? { ...(updates as object), callback: guarded(callback as SdkCallback) }
        : updates,
    );
  });
};
