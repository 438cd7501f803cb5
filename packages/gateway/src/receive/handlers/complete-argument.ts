import type { JsonObject } from '@callgate/core';
import { agentMessages } from '@callgate/messages/agent';
import type { CallTarget } from '../../disclose/agent-view.ts';
import { COMPLETED_KEY } from '../../dispatch/upstream.ts';
import type { GatewayParts } from '../gateway-parts.ts';
import type { Reply } from '../../wire/json-rpc.ts';
import type { RequestExchange } from '../../wire/exchange.ts';
import {
  invalidParams,
  objectMember,
  requireKnownMembers,
  outboundMeta,
  textMember,
} from '../read-request.ts';
import { replyThroughGate } from '../take-through-gate.ts';
import { identifyCaller } from '../identify-caller.ts';
import { findServer } from './call-tool.ts';

interface CompletionTarget {
  readonly target: CallTarget;
  readonly kind: 'prompt' | 'resource';
  /** As the server knows it. */
  readonly ref: JsonObject;
}

const findCompletionTarget = (
  parts: GatewayParts,
  { client }: RequestExchange,
  ref: JsonObject,
): CompletionTarget => {
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
  throw invalidParams(agentMessages.params.refUnknown);
};

export const completeArgument = async (parts: GatewayParts, exchange: RequestExchange): Promise<Reply> => {
  const { client, params } = exchange;
  requireKnownMembers(params, ['ref', 'argument', 'context', '_meta']);
  const given = objectMember(params, 'argument') ?? {};
  requireKnownMembers(given, ['name', 'value']);
  const context = objectMember(params, 'context') ?? {};
  requireKnownMembers(context, ['arguments']);
  const { target, kind, ref } = findCompletionTarget(parts, exchange, objectMember(params, 'ref') ?? {});
  const argument = textMember(given, 'name');
  const server = findServer(parts, target);
  return await replyThroughGate(parts, {
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
      ...identifyCaller(parts, client),
    },
    outbound: { method: 'completion/complete', meta: outboundMeta(parts, exchange, server), ref, argument },
    // there is no way to ask in the answer to a completion
    detached: true,
  });
};
