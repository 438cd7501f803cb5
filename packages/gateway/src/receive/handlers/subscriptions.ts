import type { JsonObject } from '@callgate/core';
import { getOwn } from '@callgate/core';
import { agentMessages } from '@callgate/messages/agent';
import type { GatewayParts } from '../gateway-parts.ts';
import { RpcFailure } from '../../wire/rpc-failure.ts';
import type { Reply } from '../../wire/json-rpc.ts';
import type { RequestExchange } from '../../wire/exchange.ts';
import type { ChangedList } from '../client-listeners.ts';
import type { PassageOutcome } from '../../dispatch/passage.ts';
import { invalidParams, objectMember, requireKnownMembers, textMember } from '../read-request.ts';
import { completeReply, finishedWithResult, replyFor, resultOf } from '../reply.ts';
import { passThrough } from '../take-through-gate.ts';
import { endSubscriptions } from './renew-subscriptions.ts';
import { findResource, resourcePassage, resourceTarget } from './read-resource.ts';

const SUBSCRIPTION_KEY = 'io.modelcontextprotocol/subscriptionId';
const MAX_RESOURCES = 100;

interface WantedResource {
  readonly key: string;
  readonly uri: string;
}

const subscribeResource = async (
  parts: GatewayParts,
  exchange: RequestExchange,
  { key, uri }: WantedResource,
): Promise<PassageOutcome> => {
  const target = await findResource(parts, exchange, uri);
  const end = await passThrough(parts, resourcePassage(parts, exchange, target, 'resources/subscribe'));
  if (resultOf(end) !== undefined) parts.listeners.subscribe(key, target.server, uri);
  return end;
};

/** The server hears that nobody listens any more only when that is so. */
const unsubscribeResource = async (
  parts: GatewayParts,
  exchange: RequestExchange,
  { key, uri }: WantedResource,
): Promise<PassageOutcome> => {
  const target = resourceTarget(parts, exchange, uri);
  parts.listeners.unsubscribe(key, target.server, uri);
  if (parts.listeners.isWanted(target.server, uri)) return finishedWithResult({});
  return await passThrough(parts, resourcePassage(parts, exchange, target, 'resources/unsubscribe'));
};

const createHandler =
  (work: typeof subscribeResource) =>
  async (parts: GatewayParts, exchange: RequestExchange): Promise<Reply> => {
    const { client, params } = exchange;
    requireKnownMembers(params, ['uri', '_meta']);
    const uri = textMember(params, 'uri');
    const end = await work(parts, exchange, { key: client.key, uri });
    if (resultOf(end) !== undefined) return completeReply(client, {});
    const target = resourceTarget(parts, exchange, uri);
    return replyFor(parts, resourcePassage(parts, exchange, target, 'resources/subscribe'), end);
  };

export const subscribe: (parts: GatewayParts, exchange: RequestExchange) => Promise<Reply> =
  createHandler(subscribeResource);
export const unsubscribe: (parts: GatewayParts, exchange: RequestExchange) => Promise<Reply> =
  createHandler(unsubscribeResource);

const LISTS: readonly (readonly [member: string, list: ChangedList])[] = [
  ['toolsListChanged', 'tools'],
  ['promptsListChanged', 'prompts'],
  ['resourcesListChanged', 'resources'],
];

const wantedResources = (wanted: JsonObject): readonly string[] => {
  const uris = getOwn(wanted, 'resourceSubscriptions') ?? [];
  const texts = Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string') : [];
  if (!Array.isArray(uris) || texts.length < uris.length || texts.length > MAX_RESOURCES)
    throw invalidParams(agentMessages.params.subscriptions({ most: MAX_RESOURCES }));
  return texts;
};

/** What is not there is left out of what is honoured. */
const isSubscribed = async (
  parts: GatewayParts,
  exchange: RequestExchange,
  wanted: WantedResource,
): Promise<boolean> => {
  try {
    return resultOf(await subscribeResource(parts, exchange, wanted)) !== undefined;
  } catch (error) {
    if (error instanceof RpcFailure) return false;
    throw error;
  }
};

let streamCount = 0;

/** A stream of what changes, until the client goes. */
export const listen = async (parts: GatewayParts, exchange: RequestExchange): Promise<Reply> => {
  const { client, params, id, signal } = exchange;
  requireKnownMembers(params, ['notifications', '_meta']);
  const wanted = objectMember(params, 'notifications') ?? {};
  requireKnownMembers(wanted, [...LISTS.map(([member]) => member), 'resourceSubscriptions']);
  const uris = wantedResources(wanted);
  const lists = LISTS.filter(([member]) => getOwn(wanted, member) === true);
  const key = `${client.key}#${(streamCount += 1)}`;
  const tagged = (message: JsonObject): JsonObject => ({ ...message, _meta: { [SUBSCRIPTION_KEY]: id } });
  // nothing may come before the acknowledgement
  const early: (() => void)[] = [];
  let acknowledged = false;
  const notify = (method: string, message: JsonObject): void => {
    if (acknowledged) exchange.notify(method, tagged(message));
    else early.push(() => exchange.notify(method, tagged(message)));
  };
  parts.listeners.listen(key, client, { notify }, new Set(lists.map(([, list]) => list)));
  try {
    const honoured: string[] = [];
    for (const uri of uris) if (await isSubscribed(parts, exchange, { key, uri })) honoured.push(uri);
    exchange.notify(
      'notifications/subscriptions/acknowledged',
      tagged({
        notifications: {
          ...Object.fromEntries(lists.map(([member]) => [member, true])),
          ...(uris.length === 0 ? {} : { resourceSubscriptions: honoured }),
        },
      }),
    );
    acknowledged = true;
    for (const tell of early) tell();
    await waitForAbort(signal);
    return { type: 'result', result: { resultType: 'complete', _meta: { [SUBSCRIPTION_KEY]: id } } };
  } finally {
    endSubscriptions(parts, client, key);
  }
};

const waitForAbort = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
