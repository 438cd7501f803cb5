/**
 * The gateway: agents connect to it as to one MCP server, it connects to any number of them.
 *
 * @example
 * import { createGateway, serveStdio } from '@callgate/gateway';
 *
 * const gateway = await createGateway({ config, policy, home });
 * serveStdio({ protocol: gateway.protocol, input: process.stdin, output: process.stdout, caller });
 *
 * @module
 */
export { createGateway } from './gateway.ts';
export type { Gateway, GatewayHome, GatewayOptions, LogEntry } from './gateway.ts';
export type { Caller, Client, Exchange, Protocol, Reply } from './receive/exchange.ts';
export { serveStdio } from './receive/stdio.ts';
export type { Era } from './wire/eras.ts';
