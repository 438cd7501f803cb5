import type { JsonObject } from '@callgate/core';
import { canonical, isJsonObject, own } from '@callgate/core';
import { dispatcherFor } from '../../dispatch/dispatcher.ts';
import type { GatewayParts } from '../parts.ts';
import { TASKS_EXTENSION, hasExtension } from '../../wire/extensions.ts';
import { RpcFailure } from '../../wire/rpc-failure.ts';
import type { Reply } from '../../wire/json-rpc.ts';
import type { Exchange } from '../../wire/exchange.ts';
import type { Passage } from '../../dispatch/passage.ts';
import { failed, replyFor } from '../reply.ts';
import { releasedAsks } from '../server-asks.ts';
import { maySend, passThrough } from '../take-through-gate.ts';
import type { TaskWork } from '../tasks.ts';
import { taskMembers } from '../tasks.ts';
import { DEFAULT_TTL_MS, asTask, endOf, knowsTasks, ownerOf, toolOf } from './tool-task.ts';

/** The server makes tasks of its calls, and the client can follow one. */
export const mayBecomeTask = ({ client }: Exchange, { server }: Passage): boolean => {
  if (client.era === 'legacy' || !knowsTasks(client.capabilities)) return false;
  const { hello } = server;
  return hello?.era === 'modern' && hasExtension(hello.capabilities, TASKS_EXTENSION);
};

/** Answers to what a server's task asks go through the gate as a call of their own. */
const answerTo =
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
      dispatcherFor(parts, {
        server,
        exchange,
        outbound: { method: 'tasks/update', meta: outbound.meta },
      }),
      { signal },
    );
    if ('reasons' in finished) throw new RpcFailure({ code: -32001, message: finished.reasons.join('; ') });
    if (finished.state !== 'done')
      throw new RpcFailure({ code: -32000, message: 'Callgate: the answer did not reach the server' });
  };

/** Follows a call until it is over or the server has made a task of it; then the client gets a task of ours. */
export const followed = async (parts: GatewayParts, passage: Passage): Promise<Reply> => {
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
    releasedAsks(parts, server, exchange, questions).then(
      (released) => {
        if (released === undefined) cancel.abort();
        else work?.asks(released, answerTo(parts, passage, task));
      },
      () => cancel.abort(),
    );
  };
  const tell = (): void => {
    if (work === undefined || last === undefined) return;
    const questions = own(last, 'inputRequests');
    const task = own(last, 'taskId');
    const message = own(last, 'statusMessage');
    if (own(last, 'status') !== 'input_required')
      work.tell('working', typeof message === 'string' ? message : null);
    // a question that this server may not ask is not shown; its task waits until it is cancelled
    else if (
      questions !== undefined &&
      isJsonObject(questions) &&
      typeof task === 'string' &&
      maySend(server, exchange, last)
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
    return first.state === 'held' ? await asTask(parts, passage) : replyFor(parts, passage, first);
  const start = {
    owner: ownerOf(parts, exchange),
    tool: toolOf(passage),
    ttlMs: DEFAULT_TTL_MS,
    isRunning: true,
  };
  const task = await parts.tasks
    .start(start, async (given) => {
      work = given;
      given.signal.addEventListener('abort', gone, { once: true });
      if (call !== undefined) given.called(call, 'out');
      tell();
      return endOf(parts, passage, await running);
    })
    .catch((error: unknown) => {
      cancel.abort();
      throw error;
    });
  if (task === undefined) {
    cancel.abort();
    return failed({ code: -32000, message: 'Callgate: there are too many tasks already; call again later' });
  }
  return { type: 'result', result: { ...taskMembers(task, 'modern'), resultType: 'task' } };
};
