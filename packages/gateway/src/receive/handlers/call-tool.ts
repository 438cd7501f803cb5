import type { Json, JsonObject } from '@callgate/core';
import { display, isJsonObject, getOwn } from '@callgate/core';
import { readUserIntent } from '@callgate/core/label';
import { foldKey } from '@callgate/core/receive';
import type { CallRequest } from '@callgate/gate';
import { agentMessages } from '@callgate/messages/agent';
import { SEPARATOR } from '../../disclose/exposed-names.ts';
import type { CallTarget } from '../../disclose/agent-view.ts';
import type { Server } from '../../dispatch/servers.ts';
import type { OutboundRequest } from '../../dispatch/upstream.ts';
import type { GatewayParts } from '../gateway-parts.ts';
import { TASKS_EXTENSION, hasExtension } from '../../wire/extensions.ts';
import { HEADER_MISMATCH } from '../../wire/json-rpc.ts';
import { metaOrEmpty } from '../../wire/request-meta.ts';
import { RpcFailure } from '../../wire/rpc-failure.ts';
import { findAdviceRequest } from '../../absorb/model-advice-request.ts';
import type { Reply } from '../../wire/json-rpc.ts';
import type { ConnectedClient, RequestExchange } from '../../wire/exchange.ts';
import { findMismatchedHeader } from '../find-mismatched-header.ts';
import type { Passage, ClientRetry } from '../../dispatch/passage.ts';
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
import { adoptHostSession, identifyCaller } from '../identify-caller.ts';
import { DECLARE_PLAN, DECLARE_TASK } from '../../disclose/gateway-catalogue.ts';
import { declarePlan } from './declare-plan.ts';
import { declareTask, recordUserTask } from './declare-task.ts';
import { callInStages } from './call-in-stages.ts';

const texts = agentMessages.params;

const MEMBERS = ['name', 'arguments', '_meta', 'task', 'inputResponses', 'requestState'] as const;

export const findServer = (parts: GatewayParts, { server }: CallTarget): Server => {
  const found = parts.servers.get(server);
  if (found !== undefined) return found;
  throw invalidParams(texts.serverGone);
};

const unknownTool = (name: string): RpcFailure =>
  invalidParams(texts.toolUnknown({ tool: display(name, { max: 200 }) }));

/** A server that was not there when lists were read may be there now: it is started for the call. */
const findLateTool = async (
  parts: GatewayParts,
  client: ConnectedClient,
  name: string,
): Promise<CallTarget | undefined> => {
  const missing = parts.servers.all.filter(
    (server) =>
      server.hello === undefined &&
      (!name.includes(SEPARATOR) || name.startsWith(`${server.name}${SEPARATOR}`)),
  );
  if (missing.length === 0) return undefined;
  const tried = await Promise.allSettled(missing.map((server) => server.readyInTime()));
  const found = parts.catalogue.viewFor(client.principal).tool(name);
  const failed = tried.find((each) => each.status === 'rejected');
  if (found === undefined && failed !== undefined) throw failed.reason;
  return found;
};

/** Whether the server answers this tool only as a task. */
const needsTask = ({ definition }: CallTarget): boolean => {
  const execution = objectMember(definition, 'execution');
  return execution !== undefined && getOwn(execution, 'taskSupport') === 'required';
};

const outboundFor = (
  parts: GatewayParts,
  exchange: RequestExchange,
  target: CallTarget,
  server: Server,
  retry: ClientRetry,
): OutboundRequest => ({
  method: 'tools/call',
  meta: outboundMeta(parts, exchange, server),
  ...(needsTask(target) ? { asTask: true } : {}),
  ...(retry.inner.state === null ? {} : { requestState: retry.inner.state }),
});

const checkHeaders = (
  { headers, client }: RequestExchange,
  { definition }: CallTarget,
  args: JsonObject,
): void => {
  if (client.era === 'legacy' || client.transport !== 'http') return;
  const argument = findMismatchedHeader(definition, args, headers ?? {});
  if (argument === undefined) return;
  const message = texts.headerMismatch({ argument: display(argument, { max: 80 }) });
  throw new RpcFailure({ code: HEADER_MISMATCH, message });
};

const checkKeys = ({ definition }: CallTarget, args: JsonObject): void => {
  const key = findFoldedKey(definition, args);
  if (key === undefined) return;
  const shown = display(key, { max: 80 });
  throw invalidParams(texts.argumentSpelling({ argument: shown }));
};

/** The client asks for a task, or can follow one. */
const mayUseTasks = ({ client, params }: RequestExchange): boolean =>
  client.era === 'legacy'
    ? Object.hasOwn(params, 'task')
    : hasExtension(client.capabilities, TASKS_EXTENSION);

/** The words a client sends along, if they are new to this context. */
const recordIntent = async (parts: GatewayParts, { client, params }: RequestExchange): Promise<void> => {
  const intent = readUserIntent(getOwn(params, '_meta'));
  if (intent === undefined || !parts.heard.isNew(client.context, intent)) return;
  try {
    await recordUserTask(parts, client, intent, 'intent');
  } catch (error) {
    parts.heard.forget(client.context);
    throw error;
  }
};

const hasMeta = (params: JsonObject): boolean => Object.keys(metaOrEmpty(params)).length > 0;

const callTarget = async (
  parts: GatewayParts,
  exchange: RequestExchange,
  target: CallTarget,
  args: JsonObject,
): Promise<Reply> => {
  const { client, params } = exchange;
  const { isResolvable } = target;
  const server = findServer(parts, target);
  const retry = readRetry(parts, exchange, target, args);
  if (hasMeta(params)) await recordIntent(parts, exchange);
  const request: CallRequest = {
    kind: 'tool',
    server: target.server,
    name: target.name,
    arguments: judgedArguments(args, retry),
    ...identifyCaller(parts, client),
  };
  const passage: Passage = {
    exchange,
    server,
    target: target.name,
    request,
    outbound: outboundFor(parts, exchange, target, server, retry),
    retry,
    ...(isResolvable ? { resolved: target } : {}),
  };
  return isResolvable || mayUseTasks(exchange)
    ? await callInStages(parts, passage, target, args)
    : await replyThroughGate(parts, passage);
};

/** Every name that a schema gives a property, wherever in it. */
interface PropertyNames {
  readonly exact: ReadonlySet<string>;
  readonly folded: ReadonlySet<string>;
}

const namesCache = new WeakMap<JsonObject, PropertyNames>();

const collect = (schema: Json, into: Set<string>): void => {
  if (Array.isArray(schema)) for (const item of schema as readonly Json[]) collect(item, into);
  else if (isJsonObject(schema))
    for (const key of Object.keys(schema)) {
      const value = getOwn(schema, key) ?? null;
      if (key === 'properties' && isJsonObject(value)) for (const name of Object.keys(value)) into.add(name);
      collect(value, into);
    }
};

const namesOf = (definition: JsonObject): PropertyNames => {
  const before = namesCache.get(definition);
  if (before !== undefined) return before;
  const exact = new Set<string>();
  collect(getOwn(definition, 'inputSchema') ?? null, exact);
  const names = { exact, folded: new Set([...exact].map(foldKey)) };
  namesCache.set(definition, names);
  return names;
};

const findFolded = (value: Json, names: PropertyNames): string | undefined => {
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[]) {
      const key = findFolded(item, names);
      if (key !== undefined) return key;
    }
    return undefined;
  }
  if (!isJsonObject(value)) return undefined;
  for (const key of Object.keys(value)) {
    if (!names.exact.has(key) && names.folded.has(foldKey(key))) return key;
    const inside = findFolded(getOwn(value, key) ?? null, names);
    if (inside !== undefined) return inside;
  }
  return undefined;
};

/**
 * An argument whose name is none of the tool's but would be taken for one by a server that reads names loosely: what
 * was judged would not be what runs.
 */
export const findFoldedKey = (definition: JsonObject, args: JsonObject): string | undefined => {
  const names = namesOf(definition);
  return names.exact.size === 0 ? undefined : findFolded(args, names);
};

const NOT_RETRIED: ClientRetry = { inputs: undefined, inner: { state: null, inputs: null } };

/** A call as it will come, of an agent that only intends it. */
const intendedCall = async (
  parts: GatewayParts,
  client: ConnectedClient,
  name: string,
  args: JsonObject,
): Promise<CallRequest> => {
  const target =
    parts.catalogue.viewFor(client.principal).tool(name) ?? (await findLateTool(parts, client, name));
  if (target === undefined) throw unknownTool(name);
  checkKeys(target, args);
  return {
    kind: 'tool',
    server: target.server,
    name: target.name,
    arguments: judgedArguments(args, NOT_RETRIED),
    ...identifyCaller(parts, client),
  };
};

export const callTool = async (parts: GatewayParts, exchange: RequestExchange): Promise<Reply> => {
  const { client, params } = exchange;
  requireKnownMembers(params, MEMBERS);
  const name = textMember(params, 'name');
  const args = objectMember(params, 'arguments') ?? {};
  const target =
    parts.catalogue.viewFor(client.principal).tool(name) ?? (await findLateTool(parts, client, name));
  if (target === undefined) {
    const { listing } = parts.config();
    if (name === DECLARE_TASK && listing.declareTask === true) return await declareTask(parts, client, args);
    if (name === DECLARE_PLAN && listing.declarePlan === true)
      return await declarePlan(parts, exchange, args, (tool, intended) =>
        intendedCall(parts, client, tool, intended),
      );
    throw unknownTool(name);
  }
  if (hasMeta(params)) findAdviceRequest(params);
  checkHeaders(exchange, target, args);
  checkKeys(target, args);
  if (!parts.links.isUsed) return await callTarget(parts, exchange, target, args);
  const whenOver = await adoptHostSession(parts, client, name, args);
  try {
    return await callTarget(parts, exchange, target, args);
  } finally {
    await whenOver();
  }
};
