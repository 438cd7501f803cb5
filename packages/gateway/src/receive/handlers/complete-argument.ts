import type { JsonObject } from '@callgate/core';
import type { Target } from '../../disclose/view.ts';
import { COMPLETED_KEY } from '../../dispatch/upstream.ts';
import type { GatewayParts } from '../parts.ts';
import type { Reply } from '../../wire/json-rpc.ts';
import type { Exchange } from '../../wire/exchange.ts';
import { invalid, objectMember, onlyMembers, outboundMeta, textMember } from '../read-request.ts';
import { passOn } from '../take-through-gate.ts';
import { whoAsks } from '../who-asks.ts';
import { serverOf } from './call-tool.ts';

interface Completed {
  readonly target: Target;
  readonly kind: 'prompt' | 'resource';
  /** As the server knows it. */
  readonly ref: JsonObject;
}

const completed = (parts: GatewayParts, { client }: Exchange, ref: JsonObject): Completed => {
  const view = parts.catalogue.viewFor(client.principal);
  const type = textMember(ref, 'type');
  if (type === 'ref/prompt') {
    const target = view.prompt(textMember(ref, 'name'));
    if (target !== undefined) return { target, kind: 'prompt', ref: { type, name: target.name } };
  }
  if (type === 'ref/resource') {
    const uri = textMember(ref, 'uri');
    const target = view.template(uri) ?? view.resource(uri);
    if (target !== undefined) return { target, kind: 'resource', ref: { type, uri: target.name } };
  }
  throw invalid('params.ref names nothing that is listed');
};

export const completeArgument = async (parts: GatewayParts, exchange: Exchange): Promise<Reply> => {
  const { client, params } = exchange;
  onlyMembers(params, ['ref', 'argument', 'context', '_meta']);
  const given = objectMember(params, 'argument') ?? {};
  onlyMembers(given, ['name', 'value']);
  const context = objectMember(params, 'context') ?? {};
  onlyMembers(context, ['arguments']);
  const { target, kind, ref } = completed(parts, exchange, objectMember(params, 'ref') ?? {});
  const argument = textMember(given, 'name');
  const server = serverOf(parts, target);
  return await passOn(parts, {
    exchange,
    server,
    target: target.name,
    request: {
      kind: 'completion',
      server: target.server,
      ref: { kind, name: target.name },
      argument,
      arguments: {
        ...objectMember(context, 'arguments'),
        [argument]: textMember(given, 'value'),
        [COMPLETED_KEY]: argument,
      },
      ...whoAsks(parts, client),
    },
    outbound: { method: 'completion/complete', meta: outboundMeta(parts, exchange, server), ref, argument },
    // there is no way to ask in the answer to a completion
    detached: true,
  });
};
