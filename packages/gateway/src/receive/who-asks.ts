import type { JsonObject } from '@callgate/core';
import { receiveArguments } from '@callgate/core';
import type { CallRequest } from '@callgate/gate';
import type { GatewayParts } from '../parts.ts';
import type { Client } from './exchange.ts';

/** Whose call it is: the host's session where its hooks have told us of one, otherwise the connection's own context. */
export const whoAsks = (
  { links }: GatewayParts,
  client: Client,
): Pick<CallRequest, 'principal' | 'context' | 'authenticated'> => {
  const host = client.transport === 'stdio' ? links.contextOf(client.context) : undefined;
  return {
    principal: client.principal,
    context: host ?? client.context,
    authenticated: host !== undefined || client.authenticated,
  };
};

/** A hook may have announced this very call: then the connection belongs to that host's session. */
export const adoptHost = ({ links }: GatewayParts, client: Client, tool: string, args: JsonObject): void => {
  if (client.transport !== 'stdio' || links.isEmpty) return;
  links.adopt(client.context, tool, receiveArguments(args).argumentsDigest);
};
