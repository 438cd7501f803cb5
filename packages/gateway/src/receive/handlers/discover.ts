import type { GatewayParts } from '../parts.ts';
import { MODERN_VERSIONS } from '../../wire/eras.ts';
import { SERVER_INFO, instructions, offered } from '../capabilities.ts';
import type { Reply } from '../../wire/json-rpc.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { cacheable } from '../reply.ts';
import { onlyMembers } from '../read-request.ts';

const SERVER_INFO_KEY = 'io.modelcontextprotocol/serverInfo';

export const discover = async (parts: GatewayParts, { client, params }: Exchange): Promise<Reply> => {
  onlyMembers(params, ['_meta']);
  await parts.servers.reachAll();
  const text = instructions(parts);
  return cacheable(
    client,
    {
      supportedVersions: [...MODERN_VERSIONS],
      capabilities: offered(parts, 'modern'),
      ...(text === undefined ? {} : { instructions: text }),
      _meta: { [SERVER_INFO_KEY]: SERVER_INFO },
    },
    false,
  );
};
