import type { JsonObject } from '@callgate/core';
import { agentMessages } from '@callgate/messages/agent';
import type { GatewayParts } from '../gateway-parts.ts';
import { TASKS_EXTENSION } from '../../wire/extensions.ts';
import { METHOD_NOT_FOUND, MISSING_CAPABILITY } from '../../wire/json-rpc.ts';
import { RELATED_TASK_KEY } from '../../wire/request-meta.ts';
import { RpcFailure } from '../../wire/rpc-failure.ts';
import type { Reply } from '../../wire/json-rpc.ts';
import type { ConnectedClient, RequestExchange } from '../../wire/exchange.ts';
import { completeReply, errorReply } from '../reply.ts';
import { invalidParams, objectMember, requireKnownMembers, textMember } from '../read-request.ts';
import type { TaskStatus, TaskTool, TaskView } from '../gateway-tasks.ts';
import { taskMembers } from '../gateway-tasks.ts';
import { identifyCaller } from '../identify-caller.ts';
import { hasTasksExtension, taskOwnerOf } from './start-tool-task.ts';

const texts = agentMessages.tasks;

/** A client that does not declare tasks is refused before anything is looked up. */
const requireTasksExtension = ({ era, capabilities }: ConnectedClient): void => {
  if (era === 'legacy' || hasTasksExtension(capabilities)) return;
  throw new RpcFailure({
    code: MISSING_CAPABILITY,
    message: texts.unsupported,
    data: { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } },
  });
};

const unknownTask = (): RpcFailure => invalidParams(texts.unknown);

const requireLegacy = ({ era }: ConnectedClient, method: string): void => {
  if (era !== 'legacy')
    throw new RpcFailure({ code: METHOD_NOT_FOUND, message: texts.methodUnsupported({ method }) });
};

/** What has become of it stands in the task itself in the modern era. */
const taskEndMembers = ({ end, asks }: TaskView): JsonObject => {
  if (end === undefined) return asks === null ? {} : { inputRequests: asks };
  if (end.type === 'result') return { result: end.result };
  const { code, message, data } = end.error;
  return { error: { code, message, ...(data === undefined ? {} : { data }) } };
};

/** A result that was read counts as seen, however old it is. */
const recordResultSeen = async (
  parts: GatewayParts,
  { client }: RequestExchange,
  task: string,
  tool: TaskTool,
): Promise<void> => {
  const { principal, context, authenticated } = identifyCaller(parts, client);
  await parts.gate.seenAgain(
    { principal: principal.subject, context, authenticated },
    { call: task, kind: 'tool', ...tool },
  );
};

export const getTask = async (parts: GatewayParts, exchange: RequestExchange): Promise<Reply> => {
  const { client, params } = exchange;
  requireTasksExtension(client);
  requireKnownMembers(params, ['taskId', '_meta']);
  const task = await parts.tasks.get(taskOwnerOf(parts, exchange), textMember(params, 'taskId'));
  if (task === undefined) throw unknownTask();
  if (task.end?.isOurs === false) await recordResultSeen(parts, exchange, task.id, task.tool);
  const members = taskMembers(task, client.era);
  return completeReply(client, client.era === 'legacy' ? members : { ...members, ...taskEndMembers(task) });
};

export const getTaskResult = async (parts: GatewayParts, exchange: RequestExchange): Promise<Reply> => {
  const { client, params } = exchange;
  requireLegacy(client, 'tasks/result');
  requireKnownMembers(params, ['taskId', '_meta']);
  const taskId = textMember(params, 'taskId');
  const over = await parts.tasks.result(taskOwnerOf(parts, exchange), taskId, exchange.signal);
  if (over === undefined) throw unknownTask();
  const { end, tool } = over;
  if (!end.isOurs) await recordResultSeen(parts, exchange, taskId, tool);
  if (end.type === 'error') return errorReply(end.error);
  const meta = end.result['_meta'];
  const related = { ...(typeof meta === 'object' ? meta : {}), [RELATED_TASK_KEY]: { taskId } };
  return completeReply(client, { ...end.result, _meta: related });
};

export const listTasks = async (parts: GatewayParts, exchange: RequestExchange): Promise<Reply> => {
  requireLegacy(exchange.client, 'tasks/list');
  requireKnownMembers(exchange.params, ['cursor', '_meta']);
  const listed = await parts.tasks.list(taskOwnerOf(parts, exchange));
  const tasks = listed.map((task) => taskMembers(task, 'legacy'));
  return completeReply(exchange.client, { tasks });
};

const OVER: ReadonlySet<TaskStatus> = new Set(['completed', 'failed']);

/** 2025-11-25 refuses to cancel a task that is over; the modern extension acknowledges it. */
const refuseEnded = (task: TaskView | undefined, also?: TaskStatus): void => {
  if (task !== undefined && (OVER.has(task.status) || task.status === also))
    throw invalidParams(texts.ended({ status: task.status }));
};

export const cancelTask = async (parts: GatewayParts, exchange: RequestExchange): Promise<Reply> => {
  const { client, params } = exchange;
  requireTasksExtension(client);
  requireKnownMembers(params, ['taskId', '_meta']);
  const owner = taskOwnerOf(parts, exchange);
  const id = textMember(params, 'taskId');
  if (client.era === 'legacy') refuseEnded(await parts.tasks.get(owner, id), 'cancelled');
  const task = await parts.tasks.cancel(owner, id, exchange.signal);
  if (task === undefined) throw unknownTask();
  // it may have ended in between
  if (client.era === 'legacy') refuseEnded(task);
  return completeReply(client, client.era === 'legacy' ? taskMembers(task, 'legacy') : {});
};

/** What is answered to a task is judged like a call before it reaches the server. */
export const updateTask = async (parts: GatewayParts, exchange: RequestExchange): Promise<Reply> => {
  requireTasksExtension(exchange.client);
  requireKnownMembers(exchange.params, ['taskId', 'inputResponses', '_meta']);
  const answers = objectMember(exchange.params, 'inputResponses') ?? {};
  const known = await parts.tasks.answer(
    taskOwnerOf(parts, exchange),
    textMember(exchange.params, 'taskId'),
    answers,
    exchange.signal,
  );
  if (!known) throw unknownTask();
  return completeReply(exchange.client, {});
};
