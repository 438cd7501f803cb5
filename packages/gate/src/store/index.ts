/**
 * What a store is, and where one may be.
 *
 * @module
 */
export { isPostgresUrl, readAddress } from './address.ts';
export type { Address } from './address.ts';
export { BoardListeners } from './board/board-listeners.ts';
export type { Board, Note, NoteKind, NotePut } from './board/board.ts';
export { MemoryBoard } from './board/memory-board.ts';
export type { ApprovalTimes, PromptFigures, RuleFigure, RuleFigures, TimeSpan, ToolUse } from './figures.ts';
export { addressOf, mayBeStore, placeName, placeOf, refuseOtherAddress, shownPlace } from './place.ts';
export type { StorePlace } from './place.ts';
export type {
  AiUse,
  ApproverFigures,
  CallFilter,
  ChartRequest,
  ChartSlice,
  LabelHolder,
  NameOf,
  OpenReader,
  Page,
  PageRequest,
  Reader,
  RowSpan,
  StoredLabels,
} from './reader.ts';
export { replicationWords } from './replication.ts';
export type { ReplicationReport } from './replication.ts';
export { sessionSchema } from './session-schema.ts';
export type { LabelledStore, SessionCounts, SessionFilter, SessionSummary } from './session-summary.ts';
export type { Alert, RunningFilter, SharedLabels, Store, Tx } from './store.ts';
