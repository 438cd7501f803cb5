import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, own, display } from '@callgate/core';
import type { DeclaredTool } from '../desk/declared-tool.ts';
import { fourHints } from '../desk/declared-tool.ts';
import type { Desk } from '../desk/desk.ts';
import { TOOL_RESOLUTION_KEY } from '../desk/keys.ts';
import { setHandler } from './intercept.ts';
import type { LowLevelServer } from './shapes.ts';

/** What JSON-RPC answers to a request that names nothing. SDKs take the code from the error. */
class InvalidParams extends Error {
  override readonly name: string = 'InvalidParams';
  readonly code: number = -32_602;
}

/** Answers `tools/resolve`: the four hints for these arguments. They are never less safe than the definition says. */
export const resolveCall = (
  tools: ReadonlyMap<string, DeclaredTool>,
  name: string,
  args: Json | undefined,
): JsonObject => {
  const tool = tools.get(name);
  if (tool === undefined) throw new InvalidParams(`there is no tool ${display(name, { max: 100 })}`);
  if (args !== undefined && !isJsonObject(args)) throw new InvalidParams('arguments are an object');
  return { name, annotations: { ...fourHints(tool.forCall(args ?? {})) } };
};

/** Offers `tools/resolve` where some tool depends on its arguments. */
export const offerResolution = (server: LowLevelServer, desk: Desk): void => {
  if (![...desk.tools.values()].some(({ resolvable }) => resolvable)) return;
  const extensions = { [TOOL_RESOLUTION_KEY]: {} };
  server.registerCapabilities({ tools: {}, extensions } as never);
  setHandler(server, 'tools/resolve', (params) => {
    const name = isJsonObject(params) ? own(params, 'name') : undefined;
    if (!isJsonObject(params) || typeof name !== 'string') throw new InvalidParams('a name is needed');
    return resolveCall(desk.tools, name, own(params, 'arguments'));
  });
};
