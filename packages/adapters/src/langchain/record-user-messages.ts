import type { Gate } from '@callgate/gate';
import type { ConversationRef } from '../host/host-options.ts';
import { isObject } from '../host/host-options.ts';
import { recordLastTurn, textsIn } from '../host/record-user-texts.ts';
import type { LangChainMessageLike } from './shapes.ts';

/** A middleware wrote it: the one that sums up puts its text into a message of the person. */
const isMiddlewareMade = ({ additional_kwargs: kwargs }: LangChainMessageLike): boolean =>
  isObject(kwargs) && kwargs['lc_source'] !== undefined;

/** Hears the person's last turn. Returns how many texts were new. */
export const recordUserMessages = (
  gate: Gate,
  who: ConversationRef,
  messages: readonly LangChainMessageLike[],
): Promise<number> =>
  recordLastTurn(
    gate,
    who,
    messages,
    ({ type }) => type === 'human',
    (message) => (isMiddlewareMade(message) ? [] : textsIn(message.content, 'text')),
  );
