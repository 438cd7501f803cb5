/**
 * What a store is, and where one may be.
 *
 * @module
 */
export { isPostgresUrl, parseDatabaseAddress } from './database-address.ts';
export type { DatabaseAddress } from './database-address.ts';
export { SharedStateListeners } from './board/shared-state-listeners.ts';
export type { CallCount, CallShare, CallTotals, CountedSeries, CountQuestion } from './call-counts.ts';
export type { SharedState, SharedItem, SharedItemKind, SharedItemOptions } from './board/shared-state.ts';
export { MemorySharedState } from './board/memory-shared-state.ts';
export type {
  ApprovalTimes,
  PromptFigures,
  RuleFigure,
  RuleFigures,
  TimeSpan,
  ToolUsage,
} from './figures.ts';
export {
  getStoreAddress,
  canBeStore,
  getStoreName,
  parseStoreLocation,
  refuseOtherAddress,
  displayStoreLocation,
} from './store-location.ts';
export type { StoreLocation } from './store-location.ts';
export type {
  AiUsage,
  ApproverFigures,
  CallFilter,
  ChartRequest,
  ChartSlice,
  LabelHolder,
  NamedColumn,
  OpenReader,
  StorePage,
  PageRequest,
  StoreReader,
  RowSpan,
  StoredLabels,
} from './store-reader.ts';
export { checkStoreFile } from './sqlite/check-store-file.ts';
export { describeReplication } from './replication-report.ts';
export type { ReplicationReport } from './replication-report.ts';
export type { SettingChange, SharedSetting, SharedSettings } from './shared-settings.ts';
export { sessionSchema } from './session-schema.ts';
export type { LabelledStore, SessionCounts, SessionFilter, SessionSummary } from './session-summary.ts';
export type { Alert, RunningFilter, SharedLabelHolder, Store, Tx } from './store.ts';
