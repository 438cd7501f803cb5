import type { JsonObject, ToolInput } from '@callgate/core';
import { getOwn } from '@callgate/core';
import { listApplicableOverrides, disclose } from '@callgate/core/disclose';
import { agentMessages } from '@callgate/messages/agent';
import type { GatewayParts } from '../gateway-parts.ts';
import { TASKS_EXTENSION, hasExtension } from '../../wire/extensions.ts';
import type { Reply } from '../../wire/json-rpc.ts';
import { RpcFailure } from '../../wire/rpc-failure.ts';
import type { RequestExchange } from '../../wire/exchange.ts';
import type { Passage, PassageOutcome } from '../../dispatch/passage.ts';
import { objectMember } from '../read-request.ts';
import { completeReply, errorReply, isFinished, replyFor } from '../reply.ts';
import { passThrough } from '../take-through-gate.ts';
import type { TaskEnd, TaskOwner, TaskTool } from '../gateway-tasks.ts';
import { taskMembers } from '../gateway-tasks.ts';
import { identifyCaller } from '../identify-caller.ts';

const texts = agentMessages.tasks;

export const DEFAULT_TTL_MS = 3_600_000;
const MAX_TTL_MS = 86_400_000;

export const hasTasksExtension = (capabilities: JsonObject): boolean =>
  hasExtension(capabilities, TASKS_EXTENSION);

export const taskOwnerOf = (parts: GatewayParts, { client }: RequestExchange): TaskOwner => {
  const { principal, context } = identifyCaller(parts, client);
  return { principal: principal.subject, context };
};

const slow = new WeakMap<ToolInput, boolean>();

const isBelievedSlow = (tool: ToolInput): boolean => {
  const known =
    slow.get(tool) ??
    disclose(
      tool,
      'all',
      listApplicableOverrides(tool).filter(({ when }) => when === undefined),
      [],
    ).beliefs['slowExecution']?.value === 'yes';
  slow.set(tool, known);
  return known;
};

/** The operator offers slow tools of this server as tasks, and this one is believed slow. */
export const isOfferedAsTask = (parts: GatewayParts, server: string, target: string): boolean => {
  if (parts.servers.get(server)?.config.slowAsTasks !== true) return false;
  const traced = parts.catalogue.find('tool', server, target);
  return traced !== undefined && isBelievedSlow(traced.tool);
};

/** A legacy client asks for a task by itself; to a modern one that knows tasks, slow tools are answered as tasks. */
export const wantsTask = (
  parts: GatewayParts,
  { client, params }: RequestExchange,
  { server, target }: Passage,
): boolean =>
  client.era === 'legacy'
    ? objectMember(params, 'task') !== undefined
    : hasTasksExtension(client.capabilities) && isOfferedAsTask(parts, server.name, target);

const ttlOf = (params: JsonObject): number => {
  const task = objectMember(params, 'task');
  const ttl = task === undefined ? undefined : getOwn(task, 'ttl');
  return typeof ttl === 'number' && ttl > 0 ? Math.min(ttl, MAX_TTL_MS) : DEFAULT_TTL_MS;
};

/** What a task ends with, in the words of its client. */
export const taskEndOf = (parts: GatewayParts, passage: Passage, end: PassageOutcome): TaskEnd => {
  const reply = replyFor(parts, passage, end);
  const isOurs = !isFinished(end) && end.state !== 'asks';
  if (reply.type === 'result') return { type: 'result', result: reply.result, isOurs };
  return { type: 'error', error: new RpcFailure(reply).error, isOurs };
};

export const taskToolOf = ({ server, target }: Passage): TaskTool => ({ server: server.name, target });

/** Answers with a task at once; the call goes its way meanwhile, however long a person takes. */
export const startToolTask = async (parts: GatewayParts, passage: Passage): Promise<Reply> => {
  const { exchange } = passage;
  const { client } = exchange;
  const start = {
    owner: taskOwnerOf(parts, exchange),
    tool: taskToolOf(passage),
    ttlMs: ttlOf(exchange.params),
  };
  const task = await parts.tasks.start(start, async ({ signal, tell, called }) => {
    tell('working', texts.sent);
    const end = await passThrough(parts, {
      ...passage,
      signal,
      waitMs: MAX_TTL_MS,
      detached: true,
      comesBack: parts.tasks.isShared,
      onProgress: ({ message }) => message !== undefined && tell('working', message),
      onHeld: ({ waiting, call }) => {
        called(call, 'held');
        tell('working', texts.waits({ waiting, call }));
      },
      onSent: (call) => called(call, 'out'),
    });
    return taskEndOf(parts, passage, end);
  });
  if (task === undefined)
    return errorReply({
      code: -32000,
      message: texts.tooMany,
    });
  const members = taskMembers(task, client.era);
  return client.era === 'legacy'
    ? completeReply(client, { task: members })
    : { type: 'result', result: { ...members, resultType: 'task' } };
};
