import type { ParseLimits } from '@callgate/core/receive';
import type { SocketKind } from '@callgate/http/socket';

const MIB = 1_048_576;

/** An operation is asked for by its name below this. */
export const OPERATIONS_PATH = '/operations';
export const EVENTS_PATH = '/events';

/** Bytes of what is asked at once. No client of ours sends more. */
export const MAX_REQUEST: number = 256 * 1024;
/** The whole arguments of a call may be in it, escaped. */
export const MAX_ANSWER: number = 64 * MIB;

export const REQUEST_LIMITS: ParseLimits = Object.freeze({
  bytes: MAX_REQUEST,
  depth: 32,
  keys: 10_000,
  string: 65_536,
  array: 1000,
});

export const ANSWER_LIMITS: ParseLimits = Object.freeze({
  bytes: MAX_ANSWER,
  depth: 128,
  keys: 2_000_000,
  string: MAX_ANSWER,
  array: 200_000,
});

export const CONTROL_SOCKETS: SocketKind = {
  prefix: '',
  codes: { name: 'CONTROL_NAME', folder: 'CONTROL_FOLDER', socket: 'CONTROL_SOCKET', failed: 'UNEXPECTED' },
};
