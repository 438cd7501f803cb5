/**
 * Sign-in to MCP servers with OAuth: the flow for a person at a browser, and the tokens that it gave.
 *
 * @module
 */
export type { LoginRequest, PendingLogin } from './login/begin-login.ts';
export { beginLogin } from './login/begin-login.ts';
export type { LoginKeyPlace } from './login/login-keys.ts';
export { LoginStore } from './login/login-store.ts';
export { revokeLogin } from './login/revoke-login.ts';
export type { SavedLogin } from './login/saved-login.ts';
export { isEndedLogin } from './login/saved-login.ts';
export type { RedirectListener } from './login/listen-for-redirect.ts';
export { listenForRedirect } from './login/listen-for-redirect.ts';
