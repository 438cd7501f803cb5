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
export type { Relay, RelayServer, ServeRelaysOptions } from './background/serve-relays.ts';
export { serveRelays } from './background/serve-relays.ts';
export type { DatabaseStatus, OperationsStarter } from './confirm/operations-starter.ts';
export { reservePort } from './dispatch/egress.ts';
export type { ServerStatus } from './dispatch/server-status.ts';
export { serverStatusText } from './dispatch/server-status.ts';
export type { Gateway, GatewayHome, GatewayOptions } from './gateway.ts';
export { createGateway } from './create-gateway.ts';
export type { LogEntry } from './log/log-entry.ts';
export type { Caller, ConnectedClient, RequestExchange, Protocol } from './wire/exchange.ts';
export type { Readiness } from './receive/http/readiness.ts';
export { serveStdio } from './receive/serve-stdio.ts';
export type { Reply } from './wire/json-rpc.ts';
