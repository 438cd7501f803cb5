import { display } from '@callgate/core';
import type { ParseLimits } from '@callgate/core/receive';
import { DEFAULT_LIMITS } from '@callgate/core/receive';
import type { Message, RefusedMessage } from '../wire/json-rpc.ts';
import { readMessage } from '../wire/message-text.ts';
import type { OwnSecrets } from './own-secrets.ts';

/** How messages of one server are read. */
export interface AnswerLimits extends ParseLimits {
  /** Hides the secrets of the server in what it says; absent where it was given none. */
  readonly hide?: Pick<OwnSecrets, 'hide' | 'hideIn'>;
}

/** What one message of a server may cost. Results are larger than calls. */
export const answerLimits = (messageBytes: number, secrets: OwnSecrets): AnswerLimits =>
  Object.freeze({
    ...DEFAULT_LIMITS,
    bytes: messageBytes,
    string: messageBytes,
    keys: 200_000,
    array: 1_000_000,
    ...(secrets.isEmpty ? {} : { hide: secrets }),
  });

const BOM: readonly number[] = [0xef, 0xbb, 0xbf];

/** Some HTTP servers put a byte order mark before a body; it says nothing there. */
export const withoutBom = (bytes: Uint8Array): Uint8Array =>
  BOM.every((byte, index) => bytes[index] === byte) ? bytes.subarray(3) : bytes;

/** Secrets are looked for in what was parsed: the same text can be spelled in many ways before that. */
export const readAnswer = (bytes: Uint8Array, limits: AnswerLimits): Message | RefusedMessage => {
  const { hide } = limits;
  if (hide === undefined) return readMessage(bytes, limits);
  const message = readMessage(bytes, limits, (value) => hide.hideIn(value));
  if (message.type !== 'refused') return message;
  const { error } = message;
  return { ...message, error: { ...error, message: hide.hide(error.message) } };
};

/** Why a message was refused, for people. */
export const refusalText = ({ reason, error }: RefusedMessage): string =>
  `${reason}: ${display(error.message, { max: 300 })}`;
