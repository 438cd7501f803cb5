/**
 * What is known of tools without a running gateway: what was pinned, what the operator said, what a server lists.
 *
 * @module
 */
export { identityOf } from './config/server-identity.ts';
export type { ToolChange } from './disclose/operator-change.ts';
export { changeTool, withChange } from './disclose/operator-change.ts';
export type { OperatorBook } from './disclose/operator-file.ts';
export { OperatorFile } from './disclose/operator-file.ts';
export type { ToolWords, UseWord } from './disclose/operator-words.ts';
export type { PinnedServer } from './disclose/pin-file.ts';
export { PinFolder } from './disclose/pin-file.ts';
export type { PinnedStockOptions } from './disclose/pinned-stock.ts';
export { pinnedStock } from './disclose/pinned-stock.ts';
export { acceptDefinition } from './disclose/pins.ts';
export type { StockedServer, StockedTool } from './disclose/stock.ts';
export { TrustFile } from './disclose/trust.ts';
export type { Diagnosis } from './disclose/view.ts';
export { lookAt } from './dispatch/look-at.ts';
