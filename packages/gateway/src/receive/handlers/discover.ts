import type { GatewayParts } from '../gateway-parts.ts';
import { MODERN_VERSIONS } from '../../wire/eras.ts';
import { SERVER_INFO, gatewayInstructions, gatewayCapabilities } from '../gateway-capabilities.ts';
import type { Reply } from '../../wire/json-rpc.ts';
import type { RequestExchange } from '../../wire/exchange.ts';
import { cacheableReply } from '../reply.ts';
import { requireKnownMembers } from '../read-request.ts';

const SERVER_INFO_KEY = 'io.modelcontextprotocol/serverInfo';

export const discover = async (parts: GatewayParts, { client, params }: RequestExchange): Promise<Reply> => {
  requireKnownMembers(params, ['_meta']);
  await parts.servers.reachAll();
  const text = gatewayInstructions(parts);
  return cacheableReply(
    client,
    {
      supportedVersions: [...MODERN_VERSIONS],
      capabilities: gatewayCapabilities(parts, 'modern'),
      ...(text === undefined ? {} : { instructions: text }),
      _meta: { [SERVER_INFO_KEY]: SERVER_INFO },
    },
    false,
  );
};
