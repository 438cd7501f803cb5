import type { Manifest } from '@callgate/manifest';
import { CallgateError } from '@callgate/core';
import { Desk } from './desk/desk.ts';
import type { GuardOptions } from './desk/options.ts';
import { guardFastMcp } from './sdk/fastmcp.ts';
import { guardHighLevel } from './sdk/high-level.ts';
import { guardLowLevel } from './sdk/low-level.ts';
import type { AnyServer, FastServer, HighLevelServer, LowLevelServer } from './sdk/shapes.ts';

const has = (server: object, ...methods: readonly string[]): boolean =>
  methods.every((name) => name in server && typeof Reflect.get(server, name) === 'function');

const isFast = (server: object): server is FastServer => has(server, 'addTool', 'addTools', 'start', 'on');
const isHigh = (server: object): server is HighLevelServer => has(server, 'registerTool', 'connect');
const isLow = (server: object): server is LowLevelServer =>
  has(server, 'setRequestHandler', 'registerCapabilities', 'connect');

const guardedAlready = new WeakSet();

/**
 * Keeps a server to its manifest, and gives it back. Guard it first, then register its tools.
 *
 * @example
 * const server = guard(new McpServer({ name: 'notes', version: '1.0.0' }), manifest, { audit: fileSink('audit.jsonl') });
 * server.registerTool('read_note', { inputSchema: { id: z.string() } }, async ({ id }, context) => {
 *   scopeOf(context).reads('private');
 *   return { content: [{ type: 'text', text: await notes.read(id) }] };
 * });
 */
export const guard = <S extends AnyServer>(server: S, manifest: Manifest, options: GuardOptions): S => {
  if (guardedAlready.has(server))
    throw new CallgateError('GUARD_TWICE', 'this server is guarded already', { help: 'guard it once' });
  const desk = new Desk(manifest, options);
  if (isFast(server)) guardFastMcp(server, desk);
  else if (isHigh(server)) guardHighLevel(server, desk);
  else if (isLow(server)) guardLowLevel(server, desk);
  else
    throw new CallgateError('GUARD_SERVER', 'this is not a server that the guard knows', {
      help: 'give an McpServer or Server of an MCP SDK (1 or 2), or a FastMCP',
    });
  guardedAlready.add(server);
  return server;
};
