import type { JsonObject } from '@callgate/core';
import { checkArguments } from '@callgate/gate/host';
import type { Target } from '../../disclose/view.ts';
import type { GatewayParts } from '../parts.ts';
import type { Reply } from '../../wire/json-rpc.ts';
import type { Passage } from '../../dispatch/passage.ts';
import { replyFor } from '../reply.ts';
import { passOn, passThrough } from '../take-through-gate.ts';
import { resolveFirst } from './resolve.ts';
import { followed, mayBecomeTask } from './server-task.ts';
import { asTask, knowsTasks, wantsTask } from './tool-task.ts';

const isFit = (parts: GatewayParts, { server, name }: Target, args: JsonObject): boolean =>
  checkArguments(parts.catalogue.find('tool', server, name)?.inputSchema ?? null, args) === undefined;

/** Calls a tool that may have to be resolved first, for a client that may get a task instead of a result. */
export const callInStages = async (
  parts: GatewayParts,
  passage: Passage,
  tool: Target,
  args: JsonObject,
): Promise<Reply> => {
  const { exchange } = passage;
  const { client } = exchange;
  const isTask = wantsTask(parts, exchange, passage);
  // the gate refuses them too; a task is not made of them, and no server is asked about them
  if ((isTask || passage.resolved !== undefined) && !isFit(parts, tool, args))
    return await passOn(parts, passage);
  const refused = await resolveFirst(parts, passage);
  if (refused !== undefined) return replyFor(parts, passage, refused);
  if (isTask) return await asTask(parts, passage);
  if (mayBecomeTask(exchange, passage)) return await followed(parts, passage);
  if (client.era === 'legacy' || !knowsTasks(client.capabilities)) return await passOn(parts, passage);
  const end = await passThrough(parts, { ...passage, waitMs: 0 });
  // who can follow a task need not come back for a call that waits
  if (end.state === 'held') return await asTask(parts, passage);
  return replyFor(parts, passage, end);
};
