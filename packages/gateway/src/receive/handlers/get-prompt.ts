import { display } from '@callgate/core';
import type { GatewayParts } from '../parts.ts';
import type { Reply } from '../../wire/json-rpc.ts';
import type { Exchange } from '../../wire/exchange.ts';
import {
  invalid,
  judgedArguments,
  objectMember,
  onlyMembers,
  outboundMeta,
  readRetry,
  textMember,
} from '../read-request.ts';
import { passOn } from '../take-through-gate.ts';
import { whoAsks } from '../who-asks.ts';
import { serverOf } from './call-tool.ts';

export const getPrompt = async (parts: GatewayParts, exchange: Exchange): Promise<Reply> => {
  const { client, params } = exchange;
  onlyMembers(params, ['name', 'arguments', '_meta', 'inputResponses', 'requestState']);
  const name = textMember(params, 'name');
  const args = objectMember(params, 'arguments') ?? {};
  const target = parts.catalogue.viewFor(client.principal).prompt(name);
  if (target === undefined) throw invalid(`there is no prompt \`${display(name, { max: 200 })}\``);
  const server = serverOf(parts, target);
  const retry = readRetry(parts, exchange, target, args);
  return await passOn(parts, {
    exchange,
    server,
    target: target.name,
    request: {
      kind: 'prompt',
      server: target.server,
      name: target.name,
      arguments: judgedArguments(args, retry),
      ...whoAsks(parts, client),
    },
    outbound: {
      method: 'prompts/get',
      meta: outboundMeta(parts, exchange, server),
      ...(retry.inner.state === null ? {} : { requestState: retry.inner.state }),
    },
    retry,
  });
};
