import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';
import { receiveArguments } from '@callgate/core/receive';
import { readResolvedClaims } from '@callgate/core/vocabulary';
import type { FinishedCall } from '@callgate/gate';
import { RESOLUTION_KEY } from '../../disclose/is-resolvable.ts';
import { createDispatcher } from '../../dispatch/create-dispatcher.ts';
import type { GatewayParts } from '../gateway-parts.ts';
import { hasExtension } from '../../wire/extensions.ts';
import { INVALID_PARAMS } from '../../wire/json-rpc.ts';
import type { Passage } from '../../dispatch/passage.ts';
import { resultOf } from '../reply.ts';
import { plainArguments } from '../read-request.ts';

const annotationsOf = (result: JsonObject): Json | undefined => {
  const tool = getOwn(result, 'tool');
  return getOwn(result, 'annotations') ?? (isJsonObject(tool) ? getOwn(tool, 'annotations') : undefined);
};

/**
 * Asks a server that is believed what a call would do, after the call was judged without that. What it says counts for
 * these arguments alone; an error leaves everything as it was, except that the call would be invalid.
 */
export const resolveBeforeCall = async (
  parts: GatewayParts,
  { exchange, server, request, outbound, resolved: tool }: Passage,
): Promise<FinishedCall | undefined> => {
  if (tool === undefined || parts.catalogue.trustOf(server.name) === 'untrusted') return undefined;
  const hello = await server.ready().catch(() => undefined);
  if (hello === undefined || !hasExtension(hello.capabilities, RESOLUTION_KEY)) return undefined;
  const { decision } = await parts.gate.decide(request);
  if (decision.outcome === 'block') return undefined;
  const { principal, context, authenticated } = request;
  const plain = plainArguments(request.arguments);
  const asked = { principal, context, authenticated, server: server.name, arguments: plain };
  const finished = await parts.gate.run(
    { ...asked, kind: 'resolve', name: tool.name },
    createDispatcher(parts, { server, exchange, outbound: { method: 'tools/resolve', meta: outbound.meta } }),
    { signal: exchange.signal },
  );
  if ('reasons' in finished) return undefined;
  const { answer } = finished;
  if (answer.type === 'error' && answer.code === INVALID_PARAMS) return finished;
  const result = resultOf(finished);
  const annotations = result === undefined ? undefined : annotationsOf(result);
  if (annotations === undefined) return undefined;
  const { answers, malformed } = readResolvedClaims(annotations);
  const { argumentsDigest } = receiveArguments(request.arguments);
  if (malformed.length === 0) parts.catalogue.noteResolved(server.name, tool.name, argumentsDigest, answers);
  return undefined;
};
