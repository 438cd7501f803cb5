import { display, own } from '@callgate/core';
import type { CallRequest } from '@callgate/gate';
import type { Target } from '../../disclose/view.ts';
import type { Outbound } from '../../dispatch/upstream.ts';
import type { GatewayParts } from '../parts.ts';
import type { Reply } from '../../wire/json-rpc.ts';
import type { Exchange } from '../../wire/exchange.ts';
import type { Passage, Retry } from '../../dispatch/passage.ts';
import {
  invalid,
  judgedArguments,
  onlyMembers,
  outboundMeta,
  readRetry,
  textMember,
} from '../read-request.ts';
import { passOn } from '../take-through-gate.ts';
import { whoAsks } from '../who-asks.ts';
import { serverOf } from './call-tool.ts';

const LEGACY_NOT_FOUND = -32002;

export const resourceTarget = (parts: GatewayParts, { client }: Exchange, uri: string): Target => {
  const target = parts.catalogue.viewFor(client.principal).resource(uri);
  if (target !== undefined) return target;
  const failure = invalid(`there is no resource \`${display(uri, { max: 200 })}\``, { uri });
  if (client.era === 'modern') throw failure;
  throw Object.assign(failure, { error: { ...failure.error, code: LEGACY_NOT_FOUND } });
};

/** Looks first whether servers gave it in results of other processes, unless it is listed anyway. */
export const findResource = async (parts: GatewayParts, exchange: Exchange, uri: string): Promise<Target> => {
  const isListed = (): boolean =>
    parts.catalogue.viewFor(exchange.client.principal).resources.some((listed) => own(listed, 'uri') === uri);
  if (parts.given.isShared && !isListed())
    for (const server of await parts.given.servers(uri)) parts.catalogue.noteResource(server, uri);
  return resourceTarget(parts, exchange, uri);
};

/** Whatever is done about a resource goes through the gate as reading it does. */
export const resourcePassage = (
  parts: GatewayParts,
  exchange: Exchange,
  target: Target,
  method: Extract<Outbound['method'], `resources/${string}`>,
  retry?: Retry,
): Passage => {
  const { client } = exchange;
  const server = serverOf(parts, target);
  const request: CallRequest = {
    kind: 'resource',
    server: target.server,
    uri: target.name,
    arguments: retry === undefined ? { method } : judgedArguments({}, retry),
    ...whoAsks(parts, client),
  };
  const outbound: Outbound = {
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

export const readResource = async (parts: GatewayParts, exchange: Exchange): Promise<Reply> => {
  onlyMembers(exchange.params, ['uri', '_meta', 'inputResponses', 'requestState']);
  const target = await findResource(parts, exchange, textMember(exchange.params, 'uri'));
  const retry = readRetry(parts, exchange, target, {});
  return await passOn(parts, resourcePassage(parts, exchange, target, 'resources/read', retry));
};
