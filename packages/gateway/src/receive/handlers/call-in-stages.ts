import type { JsonObject } from '@callgate/core';
import { checkArguments } from '@callgate/gate/host';
import type { CallTarget } from '../../disclose/agent-view.ts';
import type { GatewayParts } from '../gateway-parts.ts';
import type { Reply } from '../../wire/json-rpc.ts';
import type { Passage } from '../../dispatch/passage.ts';
import { replyFor } from '../reply.ts';
import { replyThroughGate, passThrough } from '../take-through-gate.ts';
import { resolveBeforeCall } from './resolve-before-call.ts';
import { followServerTask, canBecomeTask } from './follow-server-task.ts';
import { startToolTask, hasTasksExtension, wantsTask } from './start-tool-task.ts';

const hasValidArguments = (parts: GatewayParts, { server, name }: CallTarget, args: JsonObject): boolean =>
  checkArguments(parts.catalogue.find('tool', server, name)?.inputSchema ?? null, args) === undefined;

/** Calls a tool that may have to be resolved first, for a client that may get a task instead of a result. */
export const callInStages = async (
  parts: GatewayParts,
  passage: Passage,
  tool: CallTarget,
  args: JsonObject,
): Promise<Reply> => {
  const { exchange } = passage;
  const { client } = exchange;
  const isTask = wantsTask(parts, exchange, passage);
  // the gate refuses them too; a task is not made of them, and no server is asked about them
  if ((isTask || passage.resolved !== undefined) && !hasValidArguments(parts, tool, args))
    return await replyThroughGate(parts, passage);
  const refused = await resolveBeforeCall(parts, passage);
  if (refused !== undefined) return replyFor(parts, passage, refused);
  if (isTask) return await startToolTask(parts, passage);
  if (canBecomeTask(exchange, passage)) return await followServerTask(parts, passage);
  if (client.era === 'legacy' || !hasTasksExtension(client.capabilities))
    return await replyThroughGate(parts, passage);
  const end = await passThrough(parts, { ...passage, waitMs: 0 });
  // who can follow a task need not come back for a call that waits
  if (end.state === 'held') return await startToolTask(parts, passage);
  return replyFor(parts, passage, end);
};
