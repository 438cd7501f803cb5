import type { JsonObject } from '@callgate/core';
import type { GatewayParts } from '../parts.ts';
import { TASKS_EXTENSION } from '../../wire/extensions.ts';
import { METHOD_NOT_FOUND, MISSING_CAPABILITY } from '../../wire/json-rpc.ts';
import { RELATED_TASK_KEY } from '../../wire/request-meta.ts';
import { RpcFailure } from '../../wire/rpc-failure.ts';
import type { Reply } from '../../wire/json-rpc.ts';
import type { Client, Exchange } from '../../wire/exchange.ts';
import { complete, failed } from '../reply.ts';
import { invalid, objectMember, onlyMembers, textMember } from '../read-request.ts';
import type { TaskStatus, TaskTool, TaskView } from '../tasks.ts';
import { taskMembers } from '../tasks.ts';
import { whoAsks } from '../who-asks.ts';
import { knowsTasks, ownerOf } from './tool-task.ts';

/** Whoever does not say that it knows tasks is told so before anything is looked up. */
const needsExtension = ({ era, capabilities }: Client): void => {
  if (era === 'legacy' || knowsTasks(capabilities)) return;
  throw new RpcFailure({
    code: MISSING_CAPABILITY,
    message: 'the client does not declare that it knows tasks',
    data: { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } },
  });
};

const unknownTask = (): RpcFailure => invalid('there is no such task');

const onlyLegacy = ({ era }: Client, method: string): void => {
  if (era !== 'legacy')
    throw new RpcFailure({ code: METHOD_NOT_FOUND, message: `${method} is not known here` });
};

/** What has become of it stands in the task itself in the modern era. */
const ended = ({ end, asks }: TaskView): JsonObject => {
  if (end === undefined) return asks === null ? {} : { inputRequests: asks };
  if (end.type === 'result') return { result: end.result };
  const { code, message, data } = end.error;
  return { error: { code, message, ...(data === undefined ? {} : { data }) } };
};

/** Whoever looks at a result has seen it, however long ago it came. */
const seen = async (
  parts: GatewayParts,
  { client }: Exchange,
  task: string,
  tool: TaskTool,
): Promise<void> => {
  const { principal, context, authenticated } = whoAsks(parts, client);
  await parts.gate.seenAgain(
    { principal: principal.subject, context, authenticated },
    { call: task, kind: 'tool', ...tool },
  );
};

export const getTask = async (parts: GatewayParts, exchange: Exchange): Promise<Reply> => {
  const { client, params } = exchange;
  needsExtension(client);
  onlyMembers(params, ['taskId', '_meta']);
  const task = await parts.tasks.get(ownerOf(parts, exchange), textMember(params, 'taskId'));
  if (task === undefined) throw unknownTask();
  if (task.end?.isOurs === false) await seen(parts, exchange, task.id, task.tool);
  const members = taskMembers(task, client.era);
  return complete(client, client.era === 'legacy' ? members : { ...members, ...ended(task) });
};

export const taskResult = async (parts: GatewayParts, exchange: Exchange): Promise<Reply> => {
  const { client, params } = exchange;
  onlyLegacy(client, 'tasks/result');
  onlyMembers(params, ['taskId', '_meta']);
  const taskId = textMember(params, 'taskId');
  const over = await parts.tasks.result(ownerOf(parts, exchange), taskId, exchange.signal);
  if (over === undefined) throw unknownTask();
  const { end, tool } = over;
  if (!end.isOurs) await seen(parts, exchange, taskId, tool);
  if (end.type === 'error') return failed(end.error);
  const meta = end.result['_meta'];
  const related = { ...(typeof meta === 'object' ? meta : {}), [RELATED_TASK_KEY]: { taskId } };
  return complete(client, { ...end.result, _meta: related });
};

export const listTasks = async (parts: GatewayParts, exchange: Exchange): Promise<Reply> => {
  onlyLegacy(exchange.client, 'tasks/list');
  onlyMembers(exchange.params, ['cursor', '_meta']);
  const listed = await parts.tasks.list(ownerOf(parts, exchange));
  const tasks = listed.map((task) => taskMembers(task, 'legacy'));
  return complete(exchange.client, { tasks });
};

const OVER: ReadonlySet<TaskStatus> = new Set(['completed', 'failed']);

/** 2025-11-25 refuses to cancel a task that is over; the modern extension acknowledges it. */
const refuseOver = (task: TaskView | undefined, also?: TaskStatus): void => {
  if (task !== undefined && (OVER.has(task.status) || task.status === also))
    throw invalid(`the task is ${task.status} already and cannot be cancelled`);
};

export const cancelTask = async (parts: GatewayParts, exchange: Exchange): Promise<Reply> => {
  const { client, params } = exchange;
  needsExtension(client);
  onlyMembers(params, ['taskId', '_meta']);
  const owner = ownerOf(parts, exchange);
  const id = textMember(params, 'taskId');
  if (client.era === 'legacy') refuseOver(await parts.tasks.get(owner, id), 'cancelled');
  const task = await parts.tasks.cancel(owner, id, exchange.signal);
  if (task === undefined) throw unknownTask();
  // it may have ended in between
  if (client.era === 'legacy') refuseOver(task);
  return complete(client, client.era === 'legacy' ? taskMembers(task, 'legacy') : {});
};

/** What is answered to a task is judged like a call before it reaches the server. */
export const updateTask = async (parts: GatewayParts, exchange: Exchange): Promise<Reply> => {
  needsExtension(exchange.client);
  onlyMembers(exchange.params, ['taskId', 'inputResponses', '_meta']);
  const answers = objectMember(exchange.params, 'inputResponses') ?? {};
  const known = await parts.tasks.answer(
    ownerOf(parts, exchange),
    textMember(exchange.params, 'taskId'),
    answers,
    exchange.signal,
  );
  if (!known) throw unknownTask();
  return complete(exchange.client, {});
};
