import type { JsonObject } from '@callgate/core';
import { display, own, userIntentOf } from '@callgate/core';
import type { CallRequest } from '@callgate/gate';
import { checkArguments } from '@callgate/gate';
import { SEPARATOR } from '../../disclose/names.ts';
import { isResolvable } from '../../disclose/resolvable.ts';
import type { Target } from '../../disclose/view.ts';
import type { Server } from '../../dispatch/servers.ts';
import type { Outbound } from '../../dispatch/upstream.ts';
import type { GatewayParts } from '../../parts.ts';
import { HEADER_MISMATCH } from '../../wire/json-rpc.ts';
import { metaIn } from '../../wire/request-meta.ts';
import { RpcFailure } from '../../wire/rpc-failure.ts';
import { answer } from '../answer.ts';
import type { Client, Exchange, Reply } from '../exchange.ts';
import { foldedKey } from '../folded-keys.ts';
import { modelAskIn } from '../model-ask.ts';
import { mismatchedHeader } from '../param-headers.ts';
import { invalid, objectMember, onlyMembers, textMember } from '../reply.ts';
import type { Retry } from '../request-of.ts';
import { judgedArguments, outboundMeta, readRetry } from '../request-of.ts';
import { adoptHost, whoAsks } from '../who-asks.ts';
import { DECLARE_TASK, declareTask, hearTask } from './declare-task.ts';
import type { ToPass } from './pass-on.ts';
import { askedOf, passOn, passThrough } from './pass-on.ts';
import { resolveFirst } from './resolve.ts';
import { followed, mayBecomeTask } from './server-task.ts';
import { asTask, knowsTasks, wantsTask } from './tool-task.ts';

const MEMBERS = ['name', 'arguments', '_meta', 'task', 'inputResponses', 'requestState'] as const;

export const serverOf = (parts: GatewayParts, { server }: Target): Server => {
  const found = parts.servers.get(server);
  if (found !== undefined) return found;
  throw invalid('the server behind it is not there any more');
};

const unknownTool = (name: string): RpcFailure =>
  invalid(`there is no tool \`${display(name, { max: 200 })}\``);

/** A server that was not there when lists were read may be there now: it is started for the call. */
const lateTool = async (parts: GatewayParts, client: Client, name: string): Promise<Target | undefined> => {
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
const needsTask = ({ definition }: Target): boolean => {
  const execution = objectMember(definition, 'execution');
  return execution !== undefined && own(execution, 'taskSupport') === 'required';
};

const howFor = (
  parts: GatewayParts,
  exchange: Exchange,
  target: Target,
  server: Server,
  retry: Retry,
): Outbound => ({
  method: 'tools/call',
  meta: outboundMeta(parts, exchange, server),
  ...(needsTask(target) ? { asTask: true } : {}),
  ...(retry.inner.state === null ? {} : { requestState: retry.inner.state }),
});

const checkHeaders = ({ headers, client }: Exchange, { definition }: Target, args: JsonObject): void => {
  if (client.era === 'legacy' || client.transport !== 'http') return;
  const argument = mismatchedHeader(definition, args, headers ?? {});
  if (argument === undefined) return;
  const message = `the header for \`${display(argument, { max: 80 })}\` is missing or is not its value`;
  throw new RpcFailure({ code: HEADER_MISMATCH, message });
};

const checkKeys = ({ definition }: Target, args: JsonObject): void => {
  const key = foldedKey(definition, args);
  if (key === undefined) return;
  const shown = display(key, { max: 80 });
  throw invalid(
    `the argument \`${shown}\` is none of the tool's, but a server could take it for one; spell it exactly`,
  );
};

const isFit = (parts: GatewayParts, { server, name }: Target, args: JsonObject): boolean =>
  checkArguments(parts.catalogue.find('tool', server, name)?.inputSchema ?? null, args) === undefined;

/** The words a client sends along, if they are new to this context. */
const hearIntent = async (parts: GatewayParts, { client, params }: Exchange): Promise<void> => {
  const intent = userIntentOf(own(params, '_meta'));
  if (intent === undefined || !parts.heard.isNew(client.context, intent)) return;
  try {
    await hearTask(parts, client, intent, 'intent');
  } catch (error) {
    parts.heard.forget(client.context);
    throw error;
  }
};

const callTarget = async (
  parts: GatewayParts,
  exchange: Exchange,
  target: Target,
  args: JsonObject,
): Promise<Reply> => {
  const { client, params } = exchange;
  const server = serverOf(parts, target);
  const retry = readRetry(parts, exchange, target, args);
  if (Object.keys(metaIn(params)).length > 0) await hearIntent(parts, exchange);
  const request: CallRequest = {
    kind: 'tool',
    server: target.server,
    name: target.name,
    arguments: judgedArguments(args, retry),
    ...whoAsks(parts, client),
  };
  const to: ToPass = {
    exchange,
    server,
    kind: 'tool',
    target: target.name,
    tool: target,
    request,
    how: howFor(parts, exchange, target, server, retry),
    retry,
  };
  const isTask = wantsTask(parts, exchange, to);
  // the gate refuses them too; a task is not made of them, and no server is asked about them
  if ((isTask || isResolvable(target.definition)) && !isFit(parts, target, args))
    return await passOn(parts, to);
  const refused = await resolveFirst(parts, to, target);
  if (refused !== undefined) return refused;
  if (isTask) return await asTask(parts, to);
  if (mayBecomeTask(exchange, to)) return await followed(parts, to);
  if (client.era === 'legacy' || !knowsTasks(client.capabilities)) return await passOn(parts, to);
  const passed = await passThrough(parts, { ...to, waitMs: 0 });
  // who can follow a task need not come back for a call that waits
  if (passed.type === 'held') return await asTask(parts, to);
  return answer(parts, askedOf(to), passed);
};

export const callTool = async (parts: GatewayParts, exchange: Exchange): Promise<Reply> => {
  const { client, params } = exchange;
  onlyMembers(params, MEMBERS);
  const name = textMember(params, 'name');
  const args = objectMember(params, 'arguments') ?? {};
  const target =
    parts.catalogue.viewFor(client.principal).tool(name) ?? (await lateTool(parts, client, name));
  if (target === undefined) {
    if (name === DECLARE_TASK && parts.config().listing.declareTask === true)
      return await declareTask(parts, client, args);
    throw unknownTool(name);
  }
  modelAskIn(params);
  checkHeaders(exchange, target, args);
  checkKeys(target, args);
  const whenOver = await adoptHost(parts, client, name, args);
  try {
    return await callTarget(parts, exchange, target, args);
  } finally {
    await whenOver();
  }
};
