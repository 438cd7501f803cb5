/** Keys of `_meta`, as the drafts write them. */
export const FLOW_ORIGIN_KEY = 'io.modelcontextprotocol/flowOrigin';
export const TRUST_ANNOTATIONS_KEY = 'io.modelcontextprotocol/trust-annotations';
export const TOOL_RESOLUTION_KEY = 'io.modelcontextprotocol/tool-resolution';
export const CLIENT_CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
/** A client's name for one wish: two calls with the same one are one call. */
export const IDEMPOTENCY_KEY = 'dev.callgate.server/idempotency-key';
/** What the guard says of a call that it did not let through. */
export const GUARD_KEY = 'dev.callgate.server/refusal';
