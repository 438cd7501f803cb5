import { display } from '@callgate/core';
import { agentMessages } from '@callgate/messages/agent';
import type { GatewayParts } from '../gateway-parts.ts';
import type { Reply } from '../../wire/json-rpc.ts';
import type { RequestExchange } from '../../wire/exchange.ts';
import {
  invalidParams,
  judgedArguments,
  objectMember,
  requireKnownMembers,
  outboundMeta,
  readRetry,
  textMember,
} from '../read-request.ts';
import { replyThroughGate } from '../take-through-gate.ts';
import { identifyCaller } from '../identify-caller.ts';
import { findServer } from './call-tool.ts';

export const getPrompt = async (parts: GatewayParts, exchange: RequestExchange): Promise<Reply> => {
  const { client, params } = exchange;
  requireKnownMembers(params, ['name', 'arguments', '_meta', 'inputResponses', 'requestState']);
  const name = textMember(params, 'name');
  const args = objectMember(params, 'arguments') ?? {};
  const target = parts.catalogue.viewFor(client.principal).prompt(name);
  if (target === undefined)
    throw invalidParams(agentMessages.params.promptUnknown({ prompt: display(name, { max: 200 }) }));
  const server = findServer(parts, target);
  const retry = readRetry(parts, exchange, target, args);
  return await replyThroughGate(parts, {
    exchange,
    server,
    target: target.name,
    request: {
      kind: 'prompt',
      server: target.server,
      name: target.name,
      arguments: judgedArguments(args, retry),
      ...identifyCaller(parts, client),
    },
    outbound: {
      method: 'prompts/get',
      meta: outboundMeta(parts, exchange, server),
      ...(retry.inner.state === null ? {} : { requestState: retry.inner.state }),
    },
    retry,
  });
};
