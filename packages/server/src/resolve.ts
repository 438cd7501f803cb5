import type { Json, JsonObject } from '@callgate/core';
import { display, isJsonObject } from '@callgate/core';
import { fourHints } from './call-class.ts';
import type { DeclaredTool } from './declared-tool.ts';

/** What JSON-RPC answers to a request that names nothing. SDKs take the code from the error. */
export class InvalidParams extends Error {
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
