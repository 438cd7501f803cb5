import { display, getOwn } from '@callgate/core';
import type { CallRequest } from '@callgate/gate';
import { agentMessages } from '@callgate/messages/agent';
import type { CallTarget } from '../../disclose/agent-view.ts';
import type { OutboundRequest } from '../../dispatch/upstream.ts';
import type { GatewayParts } from '../gateway-parts.ts';
import type { Reply } from '../../wire/json-rpc.ts';
import type { RequestExchange } from '../../wire/exchange.ts';
import type { Passage, ClientRetry } from '../../dispatch/passage.ts';
import {
  invalidParams,
  judgedArguments,
  requireKnownMembers,
  outboundMeta,
  readRetry,
  textMember,
} from '../read-request.ts';
import { replyThroughGate } from '../take-through-gate.ts';
import { identifyCaller } from '../identify-caller.ts';
import { findServer } from './call-tool.ts';

const LEGACY_NOT_FOUND = -32002;

export const resourceTarget = (parts: GatewayParts, { client }: RequestExchange, uri: string): CallTarget => {
  const target = parts.catalogue.viewFor(client.principal).resource(uri);
  if (target !== undefined) return target;
  const failure = invalidParams(agentMessages.params.resourceUnknown({ uri: display(uri, { max: 200 }) }), {
    uri,
  });
  if (client.era === 'modern') throw failure;
  throw Object.assign(failure, { error: { ...failure.error, code: LEGACY_NOT_FOUND } });
};

/** Looks first whether servers gave it in results of other processes, unless it is listed anyway. */
export const findResource = async (
  parts: GatewayParts,
  exchange: RequestExchange,
  uri: string,
): Promise<CallTarget> => {
  const isListed = (): boolean =>
    parts.catalogue
      .viewFor(exchange.client.principal)
      .resources.some((listed) => getOwn(listed, 'uri') === uri);
  if (parts.given.isShared && !isListed())
    for (const server of await parts.given.servers(uri)) parts.catalogue.noteResource(server, uri);
  return resourceTarget(parts, exchange, uri);
};

/** Whatever is done about a resource goes through the gate as reading it does. */
export const resourcePassage = (
  parts: GatewayParts,
  exchange: RequestExchange,
  target: CallTarget,
  method: Extract<OutboundRequest['method'], `resources/${string}`>,
  retry?: ClientRetry,
): Passage => {
  const { client } = exchange;
  const server = findServer(parts, target);
  const request: CallRequest = {
    kind: 'resource',
    server: target.server,
    uri: target.name,
    arguments: retry === undefined ? { method } : judgedArguments({}, retry),
    ...identifyCaller(parts, client),
  };
  const outbound: OutboundRequest = {
    method,
    meta: outboundMeta(parts, exchange, server),
    ...(retry === undefined || retry.inner.state === null ? {} : { requestState: retry.inner.state }),
  };
  return {
    exchange,
    server,
    target: target.name,
    request,
    outbound,
    // what is done besides reading is not asked about in its answer
    ...(retry === undefined ? { detached: true } : { retry }),
  };
};

export const readResource = async (parts: GatewayParts, exchange: RequestExchange): Promise<Reply> => {
  requireKnownMembers(exchange.params, ['uri', '_meta', 'inputResponses', 'requestState']);
  const target = await findResource(parts, exchange, textMember(exchange.params, 'uri'));
  const retry = readRetry(parts, exchange, target, {});
  return await replyThroughGate(parts, resourcePassage(parts, exchange, target, 'resources/read', retry));
};
