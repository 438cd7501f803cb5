import type { JsonObject } from '@callgate/core';
import { own } from '@callgate/core';
import type { Progress } from '@callgate/gate';
import { PROGRESS_TOKEN_KEY, metaIn } from '../wire/request-meta.ts';
import type { Exchange } from './exchange.ts';

/** The token under which the client wants to hear how far its request is. */
export const progressToken = (params: JsonObject): string | number | undefined => {
  const token = own(metaIn(params), PROGRESS_TOKEN_KEY);
  return typeof token === 'string' || typeof token === 'number' ? token : undefined;
};

/** Tells the client of progress under its own token; undefined where it did not ask. */
export const relayProgress = (
  exchange: Exchange,
  harmless: (text: string) => string = (text) => text,
): ((progress: Progress) => void) | undefined => {
  const token = progressToken(exchange.params);
  if (token === undefined) return undefined;
  return ({ progress, total, message }) =>
    exchange.notify('notifications/progress', {
      progressToken: token,
      progress,
      ...(total === undefined ? {} : { total }),
      ...(message === undefined ? {} : { message: harmless(message) }),
    });
};
