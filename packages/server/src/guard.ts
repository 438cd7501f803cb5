import type { Manifest } from '@callgate/manifest';
import { CallgateError } from '@callgate/core';
import { guardErrors } from '@callgate/messages/errors/guard';
import { CallGuard } from './calls/call-guard.ts';
import type { GuardOptions } from './calls/guard-options.ts';
import { guardFastMcp } from './sdk/guard-fast-mcp.ts';
import { guardHighLevel } from './sdk/guard-high-level.ts';
import { guardLowLevel } from './sdk/guard-low-level.ts';
import type { GuardableServer, FastMcpServer, HighLevelServer, LowLevelServer } from './sdk/shapes.ts';

const hasMethods = (server: object, ...methods: readonly string[]): boolean =>
  methods.every((name) => name in server && typeof Reflect.get(server, name) === 'function');

const isFastMcp = (server: object): server is FastMcpServer =>
  hasMethods(server, 'addTool', 'addTools', 'start', 'on');
const isHighLevel = (server: object): server is HighLevelServer =>
  hasMethods(server, 'registerTool', 'connect');
const isLowLevel = (server: object): server is LowLevelServer =>
  hasMethods(server, 'setRequestHandler', 'registerCapabilities', 'connect');

const guardedServers = new WeakSet();

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
export const guard = <S extends GuardableServer>(server: S, manifest: Manifest, options: GuardOptions): S => {
  if (guardedServers.has(server)) throw new CallgateError(guardErrors.guardedTwice());
  const desk = new CallGuard(manifest, options);
  if (isFastMcp(server)) guardFastMcp(server, desk);
  else if (isHighLevel(server)) guardHighLevel(server, desk);
  else if (isLowLevel(server)) guardLowLevel(server, desk);
  else throw new CallgateError(guardErrors.serverUnsupported());
  guardedServers.add(server);
  return server;
};
