import type { Gate } from '@callgate/gate';
import type { Who } from '../host/host.ts';
import { isObject } from '../host/host.ts';
import { hearLastTurn, textsIn } from '../host/words.ts';
import type { MessageLike } from './shapes.ts';

/** A middleware wrote it: the one that sums up puts its text into a message of the person. */
const isMade = ({ additional_kwargs: kwargs }: MessageLike): boolean =>
  isObject(kwargs) && kwargs['lc_source'] !== undefined;

/** Hears the person's last turn. Returns how many texts were new. */
export const hearMessages = (gate: Gate, who: Who, messages: readonly MessageLike[]): Promise<number> =>
  hearLastTurn(
    gate,
    who,
    messages,
    ({ type }) => type === 'human',
    (message) => (isMade(message) ? [] : textsIn(message.content, 'text')),
  );
