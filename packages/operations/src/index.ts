/**
 * Everything people can do: one table of operations with the role each needs, and the handlers that answer them.
 *
 * @module
 */
export type { ApiProblem, Caller, ConsoleApi, ConsoleEvent, FileToSend, Me, Role } from './api/index.ts';
export { ENDPOINTS, ROLES } from './api/index.ts';
export { handlers } from './handlers.ts';
export type { ComparedRevisions, ConsoleParts, PolicyLayer, PolicyPlace } from './parts.ts';
export { readNote } from './read-note.ts';
export { eventForViewers, isViewer } from './viewers.ts';
