import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, own, readResolved, receiveArguments } from '@callgate/core';
import type { Target } from '../../disclose/view.ts';
import { dispatcherFor } from '../../dispatch/dispatcher.ts';
import type { UpstreamReply } from '../../dispatch/upstream.ts';
import type { GatewayParts } from '../../parts.ts';
import { INVALID_PARAMS } from '../../wire/json-rpc.ts';
import type { Reply } from '../exchange.ts';
import { failed } from '../reply.ts';
import { plainArguments } from '../request-of.ts';
import type { ToPass } from './pass-on.ts';

const RESOLUTION_KEY = 'io.modelcontextprotocol/tool-resolution';

const isTrue = (value: Json | undefined): boolean => value === true;

/** The tool says that its effects depend on its arguments, and that the server tells which. */
const isResolvable = ({ definition }: Target): boolean => {
  const meta = own(definition, '_meta');
  const marker = meta !== undefined && isJsonObject(meta) ? own(meta, RESOLUTION_KEY) : undefined;
  if (marker !== undefined && isJsonObject(marker) && isTrue(own(marker, 'resolvable'))) return true;
  return isTrue(own(definition, 'resolve'));
};

const offersResolution = (capabilities: JsonObject): boolean => {
  const extensions = own(capabilities, 'extensions');
  return extensions !== undefined && isJsonObject(extensions) && Object.hasOwn(extensions, RESOLUTION_KEY);
};

const annotationsOf = (result: JsonObject): Json | undefined => {
  const tool = own(result, 'tool');
  return (
    own(result, 'annotations') ??
    (tool !== undefined && isJsonObject(tool) ? own(tool, 'annotations') : undefined)
  );
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
  if (!isResolvable(target) || parts.catalogue.trustOf(server.name) === 'untrusted') return undefined;
  const hello = await server.ready().catch(() => undefined);
  if (hello === undefined || !offersResolution(hello.capabilities)) return undefined;
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
