import { isJsonObject, own } from '@callgate/core';
import { TOOL_RESOLUTION_KEY } from '../keys.ts';
import type { Desk } from '../desk.ts';
import { InvalidParams, resolveCall } from '../resolve.ts';
import { setHandler } from './intercept.ts';
import type { LowLevelServer } from './shapes.ts';

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
