/** Keys of `_meta` as a server writes them. */
export const ROLES = 'dev.callgate/arguments';
export const DIRECTORY = 'dev.callgate/directory';
export const UNDO = 'dev.callgate/undo';
export const ACTION_METADATA = 'io.modelcontextprotocol/action-metadata';
export const TRUST_ANNOTATIONS = 'io.modelcontextprotocol/trust-annotations';
export const TOOL_RESOLUTION = 'io.modelcontextprotocol/tool-resolution';
