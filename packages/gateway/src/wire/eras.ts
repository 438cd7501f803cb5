/** `legacy`: `initialize` and a connection with state. `modern`: every request stands for itself. */
export type Era = 'legacy' | 'modern';

/** Oldest first. */
export const LEGACY_VERSIONS: readonly string[] = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];
export const MODERN_VERSIONS: readonly string[] = ['2026-07-28'];
export const LATEST_LEGACY = '2025-11-25';
export const LATEST_MODERN = '2026-07-28';

export const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
export const CLIENT_CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
export const CLIENT_INFO_KEY = 'io.modelcontextprotocol/clientInfo';
