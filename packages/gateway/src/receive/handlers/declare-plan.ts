import type { Json, JsonObject } from '@callgate/core';
import { display, getOwn, isJsonObject } from '@callgate/core';
import type { CallRequest } from '@callgate/gate';
import type { PlannedCall } from '@callgate/gate/host';
import { agentMessages } from '@callgate/messages/agent';
import { inBandConnection } from '../../confirm/in-band-approval.ts';
import { DECLARE_PLAN } from '../../disclose/gateway-catalogue.ts';
import type { Reply } from '../../wire/json-rpc.ts';
import type { RequestExchange } from '../../wire/exchange.ts';
import type { GatewayParts } from '../gateway-parts.ts';
import { invalidParams, objectMember, requireKnownMembers, textMember } from '../read-request.ts';
import { completeReply } from '../reply.ts';

const texts = agentMessages.declarePlan;

export const declarePlanDefinition: JsonObject = {
  name: DECLARE_PLAN,
  title: texts.title,
  description: texts.description,
  inputSchema: {
    type: 'object',
    properties: {
      calls: {
        type: 'array',
        description: texts.calls,
        minItems: 1,
        items: {
          type: 'object',
          properties: {
            tool: { type: 'string', description: texts.tool },
            arguments: { type: 'object', description: texts.arguments },
          },
          required: ['tool', 'arguments'],
          additionalProperties: false,
        },
      },
    },
    required: ['calls'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
};

interface ListedCall {
  readonly tool: string;
  readonly args: JsonObject;
}

const readListed = (value: Json): ListedCall => {
  if (!isJsonObject(value)) throw invalidParams(agentMessages.params.notObject({ member: 'calls[]' }));
  requireKnownMembers(value, ['tool', 'arguments']);
  return { tool: textMember(value, 'tool'), args: objectMember(value, 'arguments') ?? {} };
};

const readPlan = (args: JsonObject): readonly ListedCall[] => {
  requireKnownMembers(args, ['calls']);
  const calls = getOwn(args, 'calls');
  if (!Array.isArray(calls) || calls.length === 0) throw invalidParams(texts.empty);
  return calls.map(readListed);
};

type PlannedState = PlannedCall['state'] | 'approved';

/** What became of it while its person was asked. */
const stateNow = async (parts: GatewayParts, planned: PlannedCall): Promise<PlannedState> => {
  if (planned.state !== 'held') return planned.state;
  const row = await parts.gate.desk.read.call(planned.call);
  return row?.state === 'approved' || row?.state === 'refused' ? row.state : planned.state;
};

const stateText = (planned: PlannedCall, now: PlannedState): string => {
  if (planned.state === 'auto') return texts.auto;
  if (planned.state !== 'held') return texts.stopped({ reasons: planned.reasons.join('; ') });
  if (planned.joined === true) return texts.same;
  if (now === 'held') return texts.held({ call: planned.call });
  return now === 'approved' ? texts.approved : texts.denied;
};

const outcomeOf = (planned: PlannedCall, outcome: PlannedState): JsonObject => ({
  outcome,
  ...(planned.state === 'auto' || planned.call === '' ? {} : { call: planned.call }),
});

/** A client that shows forms asks its person at once, as far as that person's answer counts there. */
const askOverConnection = async (
  parts: GatewayParts,
  exchange: RequestExchange,
  planned: readonly PlannedCall[],
): Promise<void> => {
  const { client } = exchange;
  const connection = client.era === 'legacy' && client.stateful ? inBandConnection(client) : undefined;
  if (connection === undefined) return;
  const calls = planned.flatMap((each) => (each.state === 'held' ? [each.call] : []));
  const asked = await parts.groups.ask(exchange, connection, calls);
  // a client that cannot be asked leaves the question to the inbox
  await asked?.answered.catch(() => {});
};

/**
 * Decides about calls that the agent says it intends. What it says proves nothing: each is judged as if it were made,
 * people see what an approval is bound to, and only the very same call is approved by it.
 */
export const declarePlan = async (
  parts: GatewayParts,
  exchange: RequestExchange,
  args: JsonObject,
  toRequest: (tool: string, args: JsonObject) => Promise<CallRequest>,
): Promise<Reply> => {
  const { client } = exchange;
  const listed = readPlan(args);
  const requests: CallRequest[] = [];
  for (const each of listed) requests.push(await toRequest(each.tool, each.args));
  const planned = await parts.gate.plan(requests);
  await askOverConnection(parts, exchange, planned);
  const now = await Promise.all(planned.map((each) => stateNow(parts, each)));
  const named = planned.map((each, at) => ({
    each,
    state: now[at] ?? each.state,
    tool: display(listed[at]?.tool ?? '', { max: 200 }),
  }));
  const lines = named.map(({ each, state, tool }, at) =>
    texts.line({ number: at + 1, tool, state: stateText(each, state) }),
  );
  return completeReply(client, {
    content: [{ type: 'text', text: [...lines, texts.next].join('\n') }],
    structuredContent: { calls: named.map(({ each, state, tool }) => ({ tool, ...outcomeOf(each, state) })) },
  });
};
