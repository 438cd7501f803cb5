/**
 * Everything people can do: one table of operations with the role each needs, and the handlers that answer them.
 *
 * @module
 */
export type {
  ApiProblem,
  OperationCaller,
  ConsoleApi,
  ConsoleEvent,
  DownloadFile,
  CurrentUser,
  Operation,
  OperationRole,
} from './api/index.ts';
export { OPERATION_ROLES } from './api/index.ts';
export { createOperations } from './open/create-operations.ts';
export type { RevisionPair, OperationParts, PolicyLayerSource, PolicyStore } from './operation-parts.ts';
export { defineChange, findOperation, hasRole, defineRead } from './operation-table.ts';
export type { OperationTable } from './operation-table.ts';
export { readSharedJson } from './read-shared-json.ts';
export { eventForViewers, isViewer } from './viewers.ts';
