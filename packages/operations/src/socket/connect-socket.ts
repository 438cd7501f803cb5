import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { codeOf } from './socket-folder.ts';

const PATIENCE_MS = 2000;

/** A connection to a socket, or why there is none: `dead` where nobody will ever listen at it again. */
export type Reached = { readonly socket: Socket } | { readonly dead: boolean };

export const reach = (path: string): Promise<Reached> =>
  new Promise((done) => {
    const socket = connect({ path, allowHalfOpen: true });
    const patience = setTimeout(() => finish({ dead: false }), PATIENCE_MS);
    const finish = (reached: Reached): void => {
      clearTimeout(patience);
      socket.removeAllListeners('error');
      if (!('socket' in reached)) {
        socket.on('error', () => {});
        socket.destroy();
      }
      done(reached);
    };
    socket.once('connect', () => finish({ socket }));
    socket.once('error', (error) => finish({ dead: codeOf(error) === 'ECONNREFUSED' }));
  });
