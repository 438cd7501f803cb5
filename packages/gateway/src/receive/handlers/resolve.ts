import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, own, readResolved, receiveArguments } from '@callgate/core';
import { RESOLUTION_KEY, isResolvable } from '../../disclose/resolvable.ts';
import type { Target } from '../../disclose/view.ts';
import { dispatcherFor } from '../../dispatch/dispatcher.ts';
import type { UpstreamReply } from '../../dispatch/upstream.ts';
import type { GatewayParts } from '../../parts.ts';
import { hasExtension } from '../../wire/extensions.ts';
import { INVALID_PARAMS } from '../../wire/json-rpc.ts';
import type { Reply } from '../exchange.ts';
import { failed } from '../reply.ts';
import { plainArguments } from '../request-of.ts';
import type { ToPass } from './pass-on.ts';

const annotationsOf = (result: JsonObject): Json | undefined => {
  const tool = own(result, 'tool');
  return own(result, 'annotations') ?? (isJsonObject(tool) ? own(tool, 'annotations') : undefined);
};

/**
 * Asks a server that is believed what a call would do, after the call was judged without that. What it says counts for
 * these arguments alone; an error leaves everything as it was, except that the call would be invalid.
 */
export const resolveFirst = async (
  parts: GatewayParts,
  { exchange, server, request, how }: ToPass,
  target: Target,
): Promise<Reply | undefined> => {
  if (!isResolvable(target.definition) || parts.catalogue.trustOf(server.name) === 'untrusted')
    return undefined;
  const hello = await server.ready().catch(() => undefined);
  if (hello === undefined || !hasExtension(hello.capabilities, RESOLUTION_KEY)) return undefined;
  const { decision } = await parts.gate.decide(request);
  if (decision.outcome === 'block') return undefined;
  const { principal, context, authenticated } = request;
  let reply: UpstreamReply | undefined;
  const plain = plainArguments(request.arguments);
  const asked = { principal, context, authenticated, server: server.name, arguments: plain };
  await parts.gate.run(
    { ...asked, kind: 'resolve', name: target.name },
    dispatcherFor({
      server,
      how: { method: 'tools/resolve', meta: how.meta },
      catalogue: parts.known,
      exchange,
      out: parts.out,
      replied: (given) => {
        reply = given;
      },
    }),
    { signal: exchange.signal },
  );
  if (reply === undefined) return undefined;
  if (reply.type === 'error') return reply.error.code === INVALID_PARAMS ? failed(reply.error) : undefined;
  const annotations = annotationsOf(reply.result);
  if (annotations === undefined) return undefined;
  const { answers, malformed } = readResolved(annotations);
  const { argumentsDigest } = receiveArguments(request.arguments);
  if (malformed.length === 0)
    parts.catalogue.noteResolved(server.name, target.name, argumentsDigest, answers);
  return undefined;
};
