/**
 * How a process starts a server before it loads the gateway. It loads nothing of the gateway.
 *
 * @module
 */
export { startServerEarly } from './dispatch/start-server.ts';
