/**
 * What is known of tools without a running gateway: what was pinned, what the operator said, what a server lists.
 *
 * @module
 */
export { serverIdentity } from './config/server-identity.ts';
export type { ToolChange, ToolChangeParts } from './disclose/tool-change.ts';
export { changeTool, applyToolChange } from './disclose/tool-change.ts';
export type { OperatorDecisionStore } from './disclose/operator-decision-file.ts';
export { OperatorDecisionFile } from './disclose/operator-decision-file.ts';
export type { ToolDecisions, UseDecision } from './disclose/tool-decisions.ts';
export type { PinnedServer } from './disclose/pin-folder.ts';
export { PinFolder } from './disclose/pin-folder.ts';
export type { PinnedInventoryOptions } from './disclose/pinned-inventory.ts';
export { buildPinnedInventory } from './disclose/pinned-inventory.ts';
export { pinListedTools } from './disclose/pin-listed-tools.ts';
export { MemoryPinStore, acceptDefinition } from './disclose/pin-store.ts';
export type { ServerInventory, InventoryTool } from './disclose/server-inventory.ts';
export type { SettingsFile, SettingsFolder } from './disclose/settings-folder.ts';
export { openSettings } from './disclose/settings-folder.ts';
export { TrustFile } from './disclose/trust-file.ts';
export { ContractFile } from './disclose/contract-file.ts';
export type { StoredViolation } from './disclose/violation-file.ts';
export { ViolationFile } from './disclose/violation-file.ts';
export type { Diagnosis } from './disclose/agent-view.ts';
export { inspectServer } from './dispatch/inspect-server.ts';
export type { WatchedServer, WatchedAnswer } from './dispatch/open-watched-server.ts';
export { findServerRoots } from './contract/server-roots.ts';
export { openWatchedServer } from './dispatch/open-watched-server.ts';
