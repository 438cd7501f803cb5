import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, getOwn, display } from '@callgate/core';
import { guardMessages } from '@callgate/messages/guard';
import type { GuardedTool } from '../calls/guarded-tool.ts';
import { standardHints } from '../calls/guarded-tool.ts';
import type { CallGuard } from '../calls/call-guard.ts';
import { TOOL_RESOLUTION_KEY } from '../calls/keys.ts';
import { setHandler } from './intercept.ts';
import type { LowLevelServer } from './shapes.ts';

/** What JSON-RPC answers to a request that names nothing. SDKs take the code from the error. */
class InvalidParamsError extends Error {
  override readonly name: string = 'InvalidParams';
  readonly code: number = -32_602;
}

/** Answers `tools/resolve`: the four hints for these arguments. They are never less safe than the definition says. */
export const resolveCall = (
  tools: ReadonlyMap<string, GuardedTool>,
  name: string,
  args: Json | undefined,
): JsonObject => {
  const tool = tools.get(name);
  if (tool === undefined)
    throw new InvalidParamsError(guardMessages.params.unknownTool({ tool: display(name, { max: 100 }) }));
  if (args !== undefined && !isJsonObject(args))
    throw new InvalidParamsError(guardMessages.params.argumentsNotObject);
  return { name, annotations: { ...standardHints(tool.forCall(args ?? {})) } };
};

/** Offers `tools/resolve` where some tool depends on its arguments. */
export const offerResolution = (server: LowLevelServer, desk: CallGuard): void => {
  if (![...desk.tools.values()].some(({ resolvable }) => resolvable)) return;
  const extensions = { [TOOL_RESOLUTION_KEY]: {} };
  server.registerCapabilities({ tools: {}, extensions } as never);
  setHandler(server, 'tools/resolve', (params) => {
    const name = isJsonObject(params) ? getOwn(params, 'name') : undefined;
    if (!isJsonObject(params) || typeof name !== 'string')
      throw new InvalidParamsError(guardMessages.params.nameMissing);
    return resolveCall(desk.tools, name, getOwn(params, 'arguments'));
  });
};
