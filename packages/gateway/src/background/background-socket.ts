import { basename } from 'node:path';
import type { SocketKind } from '@callgate/http/socket';
import { listSockets, shortHash } from '@callgate/http/socket';

export const BACKGROUND_SOCKETS: SocketKind = {
  prefix: 'background.',
  codes: {
    name: 'BACKGROUND_NAME',
    folder: 'BACKGROUND_FOLDER',
    socket: 'BACKGROUND_SOCKET',
    failed: 'UNEXPECTED',
  },
};

/** The socket of a background gateway. It may be dead. */
export const findBackgroundSocket = (folder: string, instance: string): string | undefined => {
  const { prefix } = BACKGROUND_SOCKETS;
  const names = new Set([`${prefix}${instance}.sock`, `${prefix}${shortHash(instance)}.sock`]);
  return listSockets(folder, BACKGROUND_SOCKETS).find((path) => names.has(basename(path)));
};
