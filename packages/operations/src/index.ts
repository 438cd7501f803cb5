/**
 * Everything people can do: one table of operations with the role each needs, and the handlers that answer them.
 *
 * @module
 */
export type {
  ApiProblem,
  Caller,
  ConsoleApi,
  ConsoleEvent,
  FileToSend,
  Me,
  Operation,
  Role,
} from './api/index.ts';
export { ROLES } from './api/index.ts';
export { createOperations } from './open/create-operations.ts';
export type { ComparedRevisions, OperationParts, PolicyLayer, PolicyPlace } from './operation-parts.ts';
export { changeBy, findOperation, hasRole, readBy } from './operation-table.ts';
export type { OperationTable } from './operation-table.ts';
export { readNote } from './read-note.ts';
export { eventForViewers, isViewer } from './viewers.ts';
