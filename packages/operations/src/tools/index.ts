/**
 * What the console and the command line both know of tools: rows, details, filters and what an operator does.
 *
 * @module
 */
export { affectedBy } from './affected.ts';
export { decidedFrom } from '../record/decided.ts';
export { adviceOf } from './review.ts';
export { checkAgent } from './changes.ts';
export { toolsOperationsOn } from './tools-operations.ts';
export type { ToolsSource } from './tools-operations.ts';
export { toolDetail } from './detail.ts';
export { KINDS, NO_FILTER, STANDINGS, filtered, grouped, serverKey } from './filter.ts';
export type { Filter, Group, GroupOptions, Grouping, HintFilter, Kind, Standing } from './filter.ts';
export { Judge } from './judge.ts';
export type { Circumstances } from './judge.ts';
export { PinnedServers, pinnedServer } from './known-servers.ts';
export type { KnownServer } from './known-servers.ts';
export { serverRow, toolRow } from './rows.ts';
export { REVIEW_NEEDS } from '../api/tools.ts';
export type { ReviewNeed } from '../api/tools.ts';
export { SITUATIONS } from '../api/tools.ts';
export type { Affected, ServerRow, Situation, ToolDetail, ToolRow } from '../api/tools.ts';
