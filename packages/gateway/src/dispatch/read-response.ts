import type { Json } from '@callgate/core';
import { display } from '@callgate/core';
import type { ParseLimits } from '@callgate/core/receive';
import { DEFAULT_PARSE_LIMITS, freezeJson } from '@callgate/core/receive';
import type { RpcMessage, UnreadableMessage } from '../wire/json-rpc.ts';
import { readMessage } from '../wire/message-text.ts';
import type { ServerSecrets } from './server-secrets.ts';

/** How messages of one server are read. */
export interface ResponseLimits extends ParseLimits {
  /** Hides the secrets of the server in what it says; absent where it was given none. */
  readonly hide?: Pick<ServerSecrets, 'hide' | 'hideIn'>;
}

/** What one message of a server may cost. Results are larger than calls. */
export const responseLimits = (messageBytes: number, secrets: ServerSecrets): ResponseLimits =>
  Object.freeze({
    ...DEFAULT_PARSE_LIMITS,
    bytes: messageBytes,
    string: messageBytes,
    keys: 200_000,
    array: 1_000_000,
    ...(secrets.isEmpty ? {} : { hide: secrets }),
  });

const BOM: readonly number[] = [0xef, 0xbb, 0xbf];

/** Some HTTP servers put a byte order mark before a body; it says nothing there. */
export const stripBom = (bytes: Uint8Array): Uint8Array =>
  BOM.every((byte, index) => bytes[index] === byte) ? bytes.subarray(3) : bytes;

/** Of such a message the parts are frozen, so that their text need be written only once. */
const LARGE = 4096;

/** Secrets are looked for in what was parsed: the same text can be spelled in many ways before that. */
export const readResponse = (bytes: Uint8Array, limits: ResponseLimits): RpcMessage | UnreadableMessage => {
  const { hide } = limits;
  const freezeLarge = (value: Json): Json => (bytes.length > LARGE ? freezeJson(value) : value);
  if (hide === undefined) return readMessage(bytes, limits, freezeLarge);
  const message = readMessage(bytes, limits, (value) => freezeLarge(hide.hideIn(value)));
  if (message.type !== 'refused') return message;
  const { error } = message;
  return { ...message, error: { ...error, message: hide.hide(error.message) } };
};

/** Why a message was refused, for people. */
export const refusalText = ({ reason, error }: UnreadableMessage): string =>
  `${reason}: ${display(error.message, { max: 300 })}`;
