import type { JsonObject } from '@callgate/core';
import { ruleFor } from '../../confirm/ask-client.ts';
import { DECLARE_TASK } from '../../disclose/catalogue.ts';
import type { GatewayParts } from '../parts.ts';
import type { Reply } from '../../wire/json-rpc.ts';
import type { Client } from '../../wire/exchange.ts';
import { noteListed } from '../listed-servers.ts';
import { complete } from '../reply.ts';
import { onlyMembers, textMember } from '../read-request.ts';
import { contextFor } from '../who-asks.ts';

export { DECLARE_TASK };

export const declareTaskDefinition: JsonObject = {
  name: DECLARE_TASK,
  title: 'Declare the task',
  description:
    'Tell Callgate in the person’s own words what they asked for. Call it once, before anything else, when a new task begins.',
  inputSchema: {
    type: 'object',
    properties: { task: { type: 'string', description: 'What the person asked for, word for word' } },
    required: ['task'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
};

const MAX_TASK = 20_000;

/** What a client says the person wants. It counts as the person's words only where the operator vouches for the client. */
export const hearTask = async (
  parts: GatewayParts,
  client: Client,
  text: string,
  via: 'task' | 'intent',
): Promise<void> => {
  const vouched = ruleFor(parts.config().clients, client)?.vouched === true;
  await noteListed(parts, client);
  await parts.gate.hear(contextFor(parts, client), { text: text.slice(0, MAX_TASK), via, vouched });
};

export const declareTask = async (parts: GatewayParts, client: Client, args: JsonObject): Promise<Reply> => {
  onlyMembers(args, ['task']);
  await hearTask(parts, client, textMember(args, 'task'), 'task');
  return complete(client, { content: [{ type: 'text', text: 'Noted.' }] });
};
