import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import type { Manifest } from '@callgate/manifest';
import { z } from 'zod';
import { frameworksHome } from '../../adapters/test/suite/frameworks-home.ts';
import { QUESTION_KEY } from '../src/calls/confirm-call.ts';
import type { AuditSink, GuardOptions } from '../src/index.ts';
import { guard } from '../src/index.ts';
import type { GuardableServer } from '../src/sdk/shapes.ts';
import { acceptAnswer } from './answers.ts';
import { envelope } from './raw-client.ts';

const HOME = await frameworksHome();

/** A module of a vendor. */
export const vendor = async (path: string): Promise<Record<string, unknown>> =>
  (await import(pathToFileURL(join(HOME, 'node_modules', path)).href)) as Record<string, unknown>;

export type Handle = (args: JsonObject, context: object) => unknown;

/** What tests use of the real servers. */
export interface RegisteringServer {
  readonly server: GuardableServer;
  registerTool(name: string, config: object, handler: Handle): { disable(): void };
  connect(transport: object): Promise<void>;
}
export type ServerClass = new (info: object, options?: object) => GuardableServer & RegisteringServer;

const v2 = await vendor('@modelcontextprotocol/server/dist/index.mjs');
export const McpServerV2: ServerClass = v2['McpServer'] as ServerClass;
export const McpServerV1: ServerClass = (await vendor('@modelcontextprotocol/sdk/dist/esm/server/mcp.js'))[
  'McpServer'
] as ServerClass;
export const stateCodec = v2['createRequestStateCodec'] as (options: { key: string }) => {
  mint(value: unknown): Promise<string> | string;
  verify(state: string, context: unknown): unknown;
};
const createMcpHandler = v2['createMcpHandler'] as (make: () => object) => {
  fetch(request: Request, options?: object): Promise<Response>;
};

export const ANYTHING: object = { inputSchema: z.looseObject({ name: z.any().optional() }) };

/** A server with one tool, made anew for every request. */
export const oneTool =
  (manifest: Manifest, options: GuardOptions, handler: Handle, config = ANYTHING, given: object = {}) =>
  (): object => {
    const server = guard(new McpServerV2({ name: 'x', version: '1' }, given), manifest, options);
    server.registerTool(manifest.tools[0]?.name ?? '', config, handler);
    return server;
  };

export const YES: JsonObject = { inputResponses: { [QUESTION_KEY]: acceptAnswer() } };

/** One `tools/call` over HTTP, as a modern client sends it: with the given authentication. */
export const call = async (
  make: () => object,
  name: string,
  args: JsonObject,
  more: { readonly params?: JsonObject; readonly meta?: JsonObject; readonly auth?: object } = {},
): Promise<JsonObject> => {
  const request = new Request('http://127.0.0.1/', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-method': 'tools/call',
      'mcp-name': name,
      'mcp-protocol-version': '2026-07-28',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args, ...more.params, _meta: { ...envelope(true), ...more.meta } },
    }),
  });
  const response = await createMcpHandler(make).fetch(
    request,
    more.auth === undefined ? undefined : { authInfo: more.auth },
  );
  const text = await response.text();
  const data = text.split('\n').find((line) => line.startsWith('data:'));
  const message = parseStrict(data === undefined ? text : data.slice('data:'.length).trim());
  const { result, error } = isJsonObject(message) ? message : {};
  if (isJsonObject(result)) return result;
  throw new Error(JSON.stringify(error));
};

/** What the person is shown. */
export const shownMessage = (asked: JsonObject): string =>
  (asked['inputRequests'] as Record<string, { params: { message: string } }>)[QUESTION_KEY]?.params.message ??
  '';

export const memorySink = (): AuditSink & { readonly lines: string[] } => {
  const lines: string[] = [];
  return {
    lines,
    lastHash: async () => undefined,
    append: async (line) => void lines.push(line),
  };
};
