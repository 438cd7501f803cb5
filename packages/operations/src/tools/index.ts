/**
 * What the console and the command line both know of tools: rows, details, filters and what an operator does.
 *
 * @module
 */
export { readChangeImpact } from './read-change-impact.ts';
export { readDecisionBasis } from '../record/decision-basis.ts';
export { adviseReview } from './review-advice.ts';
export { checkAgent } from './apply-tool-decision.ts';
export { toolsOperations } from './tools-operations.ts';
export type { ToolsSource } from './tools-operations.ts';
export { toolDetail } from './tool-detail.ts';
export { TOOL_KINDS, NO_FILTER, TOOL_STATUSES, filterTools, groupTools, serverKey } from './tool-filter.ts';
export type {
  ToolFilter,
  ToolGroup,
  ToolGroupOptions,
  ToolGrouping,
  HintFilter,
  ToolKind,
  ToolStatus,
} from './tool-filter.ts';
export { ToolJudge } from './tool-judge.ts';
export { PinnedServers, pinnedServer } from './known-servers.ts';
export type { KnownServer } from './known-servers.ts';
export { serverRow, toolRow } from './tool-rows.ts';
export { REVIEW_NEEDS } from '../api/tools.ts';
export type { ReviewNeed } from '../api/tools.ts';
export { SESSION_PROFILES } from '../api/tools.ts';
export type { ChangeImpact, ServerRow, SessionProfile, ToolDetail, ToolRow } from '../api/tools.ts';
