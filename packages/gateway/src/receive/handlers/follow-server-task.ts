import type { JsonObject } from '@callgate/core';
import { canonical, isJsonObject, getOwn } from '@callgate/core';
import { agentMessages } from '@callgate/messages/agent';
import { createDispatcher } from '../../dispatch/create-dispatcher.ts';
import type { GatewayParts } from '../gateway-parts.ts';
import { TASKS_EXTENSION, hasExtension } from '../../wire/extensions.ts';
import { RpcFailure } from '../../wire/rpc-failure.ts';
import type { Reply } from '../../wire/json-rpc.ts';
import type { RequestExchange } from '../../wire/exchange.ts';
import type { Passage } from '../../dispatch/passage.ts';
import { errorReply, replyFor } from '../reply.ts';
import { releaseServerRequests } from '../answer-server-request.ts';
import { canSend, passThrough } from '../take-through-gate.ts';
import type { TaskWork } from '../gateway-tasks.ts';
import { taskMembers } from '../gateway-tasks.ts';
import {
  DEFAULT_TTL_MS,
  startToolTask,
  taskEndOf,
  hasTasksExtension,
  taskOwnerOf,
  taskToolOf,
} from './start-tool-task.ts';

const texts = agentMessages.tasks;

/** The server makes tasks of its calls, and the client can follow one. */
export const canBecomeTask = ({ client }: RequestExchange, { server }: Passage): boolean => {
  if (client.era === 'legacy' || !hasTasksExtension(client.capabilities)) return false;
  const { hello } = server;
  return hello?.era === 'modern' && hasExtension(hello.capabilities, TASKS_EXTENSION);
};

/** Answers to what a server's task asks go through the gate as a call of their own. */
const createTaskAnswer =
  (parts: GatewayParts, { exchange, server, request, outbound, target }: Passage, task: string) =>
  async (answers: JsonObject, signal: AbortSignal): Promise<void> => {
    await parts.tasksAt.note(server.name, task, target);
    const { principal, context, authenticated } = request;
    const finished = await parts.gate.run(
      {
        kind: 'task-update',
        server: server.name,
        task,
        arguments: answers,
        principal,
        context,
        authenticated,
      },
      createDispatcher(parts, {
        server,
        exchange,
        outbound: { method: 'tasks/update', meta: outbound.meta },
      }),
      { signal },
    );
    if ('reasons' in finished) throw new RpcFailure({ code: -32001, message: finished.reasons.join('; ') });
    if (finished.state !== 'done') throw new RpcFailure({ code: -32000, message: texts.answerLost });
  };

/** Follows a call until it is over or the server has made a task of it; then the client gets a task of ours. */
export const followServerTask = async (parts: GatewayParts, passage: Passage): Promise<Reply> => {
  const { exchange, server } = passage;
  const cancel = new AbortController();
  const gone = (): void => cancel.abort();
  exchange.signal.addEventListener('abort', gone, { once: true });
  const { promise: created, resolve } = Promise.withResolvers<'task'>();
  let work: TaskWork | undefined;
  let last: JsonObject | undefined;
  let shown = '';
  let call: string | undefined;
  const showAsks = (questions: JsonObject, task: string): void => {
    const text = canonical(questions);
    if (text === shown) return;
    shown = text;
    releaseServerRequests(parts, server, exchange, questions).then(
      (released) => {
        if (released === undefined) cancel.abort();
        else work?.asks(released, createTaskAnswer(parts, passage, task));
      },
      () => cancel.abort(),
    );
  };
  const tell = (): void => {
    if (work === undefined || last === undefined) return;
    const questions = getOwn(last, 'inputRequests');
    const task = getOwn(last, 'taskId');
    const message = getOwn(last, 'statusMessage');
    if (getOwn(last, 'status') !== 'input_required')
      work.tell('working', typeof message === 'string' ? message : null);
    // a question that this server may not ask is not shown; its task waits until it is cancelled
    else if (
      questions !== undefined &&
      isJsonObject(questions) &&
      typeof task === 'string' &&
      canSend(server, exchange, last)
    )
      showAsks(questions, task);
  };
  const follow = {
    status: (task: JsonObject): void => {
      last = task;
      resolve('task');
      tell();
    },
  };
  const running = passThrough(parts, {
    ...passage,
    outbound: { ...passage.outbound, follow } as Passage['outbound'],
    signal: cancel.signal,
    waitMs: 0,
    onSent: (sent) => {
      call = sent;
    },
  });
  const first = await Promise.race([running, created]);
  exchange.signal.removeEventListener('abort', gone);
  // who can follow a task need not come back for a call that waits
  if (first !== 'task')
    return first.state === 'held' ? await startToolTask(parts, passage) : replyFor(parts, passage, first);
  const start = {
    owner: taskOwnerOf(parts, exchange),
    tool: taskToolOf(passage),
    ttlMs: DEFAULT_TTL_MS,
    isRunning: true,
  };
  const task = await parts.tasks
    .start(start, async (given) => {
      work = given;
      given.signal.addEventListener('abort', gone, { once: true });
      if (call !== undefined) given.called(call, 'out');
      tell();
      return taskEndOf(parts, passage, await running);
    })
    .catch((error: unknown) => {
      cancel.abort();
      throw error;
    });
  if (task === undefined) {
    cancel.abort();
    return errorReply({
      code: -32000,
      message: texts.tooMany,
    });
  }
  return { type: 'result', result: { ...taskMembers(task, 'modern'), resultType: 'task' } };
};
