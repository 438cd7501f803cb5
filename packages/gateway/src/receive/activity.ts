import type { Begun, Progress } from '@callgate/gate';
import type { GatewayParts } from '../parts.ts';
import type { Exchange } from './exchange.ts';
import { isLoud } from './listeners.ts';
import { progressToken } from './progress.ts';
import { wantedLevel } from './request-of.ts';

/**
 * What an agent behind a tool does, told to a client as a feed of log messages: such calls are followed whether or not
 * the client asked for their progress. A client that asked has the progress itself.
 */
export const activityOf = (
  parts: GatewayParts,
  exchange: Exchange,
  { dispatchable, decision }: Begun,
  server: string,
): ((progress: Progress) => void) | undefined => {
  const wanted = wantedLevel(parts, exchange);
  const follows = dispatchable.progress && decision.beliefs['agency']?.value === 'yes';
  if (!follows || wanted === null || !isLoud('info', wanted) || progressToken(exchange.params) !== undefined)
    return undefined;
  return ({ progress, total, message }) =>
    exchange.notify('notifications/message', {
      level: 'info',
      logger: 'callgate.activity',
      data: {
        server,
        tool: dispatchable.target,
        call: dispatchable.call,
        progress,
        ...(total === undefined ? {} : { total }),
        ...(message === undefined ? {} : { message }),
      },
    });
};
