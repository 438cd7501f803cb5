/**
 * How a process hands the pipe of its client over to a gateway in the background. It loads nothing of the gateway.
 *
 * @module
 */
export { findBackgroundSocket } from './background/background-socket.ts';
export type { RelayEnd, RelayPipeOptions } from './background/relay-pipe.ts';
export { relayPipe } from './background/relay-pipe.ts';
