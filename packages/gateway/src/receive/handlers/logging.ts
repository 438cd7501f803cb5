import type { JsonObject } from '@callgate/core';
import { getOwn } from '@callgate/core';
import { foldKey } from '@callgate/core/receive';
import { agentMessages } from '@callgate/messages/agent';
import { neutraliseReply } from '../../absorb/create-result-absorber.ts';
import type { Server } from '../../dispatch/servers.ts';
import type { GatewayParts } from '../gateway-parts.ts';
import type { Reply } from '../../wire/json-rpc.ts';
import type { RequestExchange } from '../../wire/exchange.ts';
import { LOG_LEVELS, isLevelWanted } from '../client-listeners.ts';
import { invalidParams, requireKnownMembers, textMember, wantedLogLevel } from '../read-request.ts';
import { completeReply } from '../reply.ts';

const hasLogging = ({ hello }: Server): boolean =>
  hello?.era === 'legacy' && Object.hasOwn(hello.capabilities, 'logging');

/** The level a server of the legacy era logs at is the most talkative that anybody wants. */
export const applyLogLevels = async (parts: GatewayParts): Promise<void> => {
  const level = parts.listeners.lowestLogLevel();
  if (level === null) return;
  await Promise.allSettled(
    parts.servers.all
      .filter(hasLogging)
      .map(({ upstream }) => upstream.control('logging/setLevel', { level })),
  );
};

export const setLogLevel = async (
  parts: GatewayParts,
  { client, params }: RequestExchange,
): Promise<Reply> => {
  requireKnownMembers(params, ['level', '_meta']);
  const level = textMember(params, 'level');
  if (!LOG_LEVELS.includes(level))
    throw invalidParams(agentMessages.params.levelUnknown({ levels: LOG_LEVELS.join(', ') }));
  parts.listeners.setLogLevel(client.key, level);
  await applyLogLevels(parts);
  return completeReply(client, {});
};

const OWN_LOGGER = /^(?:dev\.)?callgate\b/;

/** A logger by Callgate's own name would pass for Callgate. */
const withoutOwnLogger = (params: JsonObject): JsonObject => {
  const logger = getOwn(params, 'logger');
  if (typeof logger !== 'string' || !OWN_LOGGER.test(foldKey(logger).trim())) return params;
  const { logger: _, ...rest } = params;
  return rest;
};

const neutraliseLog = (parts: GatewayParts, server: string, params: JsonObject): JsonObject => {
  const config = parts.servers.get(server)?.config;
  return config === undefined
    ? params
    : neutraliseReply(params, undefined, config.neutralise, config.internal.hosts);
};

/**
 * What a server logs reaches the agent only while a call of that agent is out there: then the session has been labelled
 * for whatever that server may say.
 */
export const relayLog = (
  parts: GatewayParts,
  server: string,
  params: JsonObject,
  call: string | null,
): void => {
  const exchange = parts.out.find(server, call);
  if (exchange === undefined) return;
  const wanted = wantedLogLevel(parts, exchange);
  const level = getOwn(params, 'level');
  if (wanted !== null && typeof level === 'string' && isLevelWanted(level, wanted))
    exchange.notify('notifications/message', neutraliseLog(parts, server, withoutOwnLogger(params)));
};
