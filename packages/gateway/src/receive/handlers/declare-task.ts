import type { JsonObject } from '@callgate/core';
import { agentMessages } from '@callgate/messages/agent';
import { findClientRule } from '../../confirm/in-band-approval.ts';
import { DECLARE_TASK } from '../../disclose/gateway-catalogue.ts';
import type { GatewayParts } from '../gateway-parts.ts';
import type { Reply } from '../../wire/json-rpc.ts';
import type { ConnectedClient } from '../../wire/exchange.ts';
import { recordListedServers } from '../record-listed-servers.ts';
import { completeReply } from '../reply.ts';
import { requireKnownMembers, textMember } from '../read-request.ts';
import { callerContext } from '../identify-caller.ts';

const texts = agentMessages.declareTask;

export const declareTaskDefinition: JsonObject = {
  name: DECLARE_TASK,
  title: texts.title,
  description: texts.description,
  inputSchema: {
    type: 'object',
    properties: { task: { type: 'string', description: texts.argument } },
    required: ['task'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
};

const MAX_TASK = 20_000;

/** What a client says the person wants. It counts as the person's words only where the operator vouches for the client. */
export const recordUserTask = async (
  parts: GatewayParts,
  client: ConnectedClient,
  text: string,
  via: 'task' | 'intent',
): Promise<void> => {
  const vouched = findClientRule(parts.config().clients, client)?.vouched === true;
  await recordListedServers(parts, client);
  await parts.gate.hear(callerContext(parts, client), { text: text.slice(0, MAX_TASK), via, vouched });
};

export const declareTask = async (
  parts: GatewayParts,
  client: ConnectedClient,
  args: JsonObject,
): Promise<Reply> => {
  requireKnownMembers(args, ['task']);
  await recordUserTask(parts, client, textMember(args, 'task'), 'task');
  return completeReply(client, { content: [{ type: 'text', text: 'Noted.' }] });
};
