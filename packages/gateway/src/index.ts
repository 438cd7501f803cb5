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
export type { Catalogue } from './disclose/catalogue.ts';
export { lookAt } from './dispatch/look-at.ts';
export type { LookedAt } from './dispatch/look-at.ts';
export { changeNotice, changeTool, withChange } from './disclose/operator-change.ts';
export type { ChangeParts, ToolChange } from './disclose/operator-change.ts';
export { OperatorFile } from './disclose/operator-file.ts';
export type { OperatorBook } from './disclose/operator-file.ts';
export { relaxes } from './disclose/operator-words.ts';
export type {
  AcceptWord,
  OverrideWord,
  ReviewWord,
  ToolName,
  ToolWords,
  UseWord,
} from './disclose/operator-words.ts';
export { PinFolder } from './disclose/pin-file.ts';
export type { PinnedServer } from './disclose/pin-file.ts';
export { pinnedStock } from './disclose/pinned-stock.ts';
export type { PinnedStockOptions } from './disclose/pinned-stock.ts';
export { acceptDefinition, pinKey } from './disclose/pins.ts';
export type { StockedServer, StockedTool } from './disclose/stock.ts';
export { TrustFile } from './disclose/trust.ts';
export type { Diagnosis } from './disclose/view.ts';
export { childEnv } from './config/child-env.ts';
export { identityOf } from './config/server-identity.ts';
export type { Reach, UpstreamSettings } from './dispatch/upstream.ts';
export { createGateway } from './gateway.ts';
export type {
  DatabaseStatus,
  Gateway,
  GatewayHome,
  GatewayOptions,
  LogEntry,
  ServePeople,
} from './gateway.ts';
export { serverStatusText } from './dispatch/server-status.ts';
export type { ServerStatus } from './dispatch/server-status.ts';
export type { Readiness } from './receive/http/readiness.ts';
export { withHostTools } from './hooks/host-tools.ts';
export type { Caller, Client, Exchange, Protocol, Reply } from './receive/exchange.ts';
export { askProvider, isSafeUrl, readProvider, safeUrl } from './identity/ask-provider.ts';
export { isNotGivenAway, nameShape, subjectShape } from './identity/names.ts';
export type { ProviderAnswer, ProviderAsking, ProviderFailed } from './identity/ask-provider.ts';
export { reservePort } from './dispatch/egress.ts';
export { serveStdio } from './receive/stdio.ts';
export type { Era } from './wire/eras.ts';
