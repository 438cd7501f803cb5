import type { JsonObject } from '@callgate/core';
import { getOwn } from '@callgate/core';
import type { Dispatchable } from '@callgate/gate';
import type { Progress } from '@callgate/gate/host';
import type { GatewayParts } from './gateway-parts.ts';
import { PROGRESS_TOKEN_KEY, metaOrEmpty } from '../wire/request-meta.ts';
import type { RequestExchange } from '../wire/exchange.ts';
import { isLevelWanted } from './client-listeners.ts';
import { wantedLogLevel } from './read-request.ts';

/** The token under which the client wants to hear how far its request is. */
const progressToken = (params: JsonObject): string | number | undefined => {
  const token = getOwn(metaOrEmpty(params), PROGRESS_TOKEN_KEY);
  return typeof token === 'string' || typeof token === 'number' ? token : undefined;
};

/** Tells the client of progress under its own token; undefined where it did not ask. */
export const relayProgress = (
  exchange: RequestExchange,
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

/**
 * What an agent behind a tool does, told to a client as a feed of log messages: such calls are followed whether or not
 * the client asked for their progress. A client that asked has the progress itself.
 */
export const relayActivity = (
  parts: GatewayParts,
  exchange: RequestExchange,
  { call, target: tool, decision }: Dispatchable,
  server: string,
): ((progress: Progress) => void) | undefined => {
  if (decision.beliefs['agency']?.value !== 'yes') return undefined;
  const wanted = wantedLogLevel(parts, exchange);
  if (wanted === null || !isLevelWanted('info', wanted) || progressToken(exchange.params) !== undefined)
    return undefined;
  return ({ progress, total, message }) =>
    exchange.notify('notifications/message', {
      level: 'info',
      logger: 'callgate.activity',
      data: {
        server,
        tool,
        call,
        progress,
        ...(total === undefined ? {} : { total }),
        ...(message === undefined ? {} : { message }),
      },
    });
};
