import type { JsonObject } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import { guardErrors } from '@callgate/messages/errors/guard';
import { declarationsOf } from '../calls/declarations.ts';
import type { CallGuard } from '../calls/call-guard.ts';
import { setScope } from '../calls/call-scope.ts';
import { tooLateError } from './guard-errors.ts';
import { interceptHandlers, hasNoHandlers, replaceMethod, setHandler } from './intercept.ts';
import { handlerContext, readIncomingCall, takeStateCheck } from './read-incoming-call.ts';
import { offerResolution } from './resolve-call.ts';
import type { LowLevelServer } from './shapes.ts';

/** Guards a `Server` of either version. Its manifest is its list of tools; the author only handles `tools/call`. */
export const guardLowLevel = (server: LowLevelServer, desk: CallGuard): void => {
  if (!hasNoHandlers(server, 'tools/call', 'tools/list')) throw tooLateError();
  server.registerCapabilities({ tools: {} } as never);
  const tools = [...desk.tools.values()].map((tool) => ({
    ...tool.definition,
    ...declarationsOf(tool, true),
  }));
  setHandler(server, 'tools/list', () => ({ tools }));
  offerResolution(server, desk);
  const verify = takeStateCheck(server);
  let handled = false;
  interceptHandlers(server, {
    'tools/call': (original) => {
      handled = true;
      return async (request, context) =>
        await desk.take(readIncomingCall(server, desk.connection, request, context), async (scope, inner) => {
          const given = typeof context === 'object' && context !== null ? context : {};
          const mine = await handlerContext(given, inner, verify);
          setScope(mine, scope);
          return (await original(request, mine)) as JsonObject;
        });
    },
    'tools/list': () => {
      throw new CallgateError(guardErrors.listHandled());
    },
  });
  replaceMethod(server, 'connect', (original) => async (transport) => {
    if (!handled) throw new CallgateError(guardErrors.handlerMissing());
    return await original(transport);
  });
};
