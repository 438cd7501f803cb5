import type { ConversationRef } from '@callgate/adapters/openai-agents';
import { hostedApproval, settleHosted } from '@callgate/adapters/openai-agents';
import type { Gate } from '@callgate/gate';
import type { AgentOutputItem, ModelRequest } from '@openai/agents';
import { Agent, hostedMcpTool, run, setTracingDisabled } from '@openai/agents';
import { ScriptedModel, assistantMessage, modelResponder } from '@openai/agents/testing';

// traces would be sent to the vendor
setTracingDisabled(true);

export interface HostedCall {
  readonly tool: string;
  readonly input: object;
  readonly waitMs: number;
  /** The provider calls it without asking. */
  readonly unasked?: boolean;
}

/** What the provider was told, and how many calls were settled by what it brought. */
export interface HostedTurn {
  readonly approve: boolean | undefined;
  readonly reason: string | undefined;
  readonly settled: number;
}

const answerIn = (
  input: ModelRequest['input'],
): { readonly approve?: boolean; readonly reason?: string } | undefined => {
  if (typeof input === 'string') return undefined;
  return input.findLast((item) => item.type === 'hosted_tool_call' && item.name === 'mcp_approval_response')
    ?.providerData;
};

/** A turn in which the provider itself calls a tool of an MCP server. The scripted model plays the provider. */
export const runHosted = async (gate: Gate, who: ConversationRef, call: HostedCall): Promise<HostedTurn> => {
  const host = { server: 'app', waitMs: call.waitMs, ...who };
  const said = { name: call.tool, arguments: JSON.stringify(call.input), server_label: 'app' };
  const asks: AgentOutputItem = {
    type: 'hosted_tool_call',
    id: 'request-1',
    name: 'mcp_approval_request',
    status: 'completed',
    providerData: { type: 'mcp_approval_request', id: 'request-1', ...said },
  };
  const ran: AgentOutputItem = {
    type: 'hosted_tool_call',
    id: 'call-1',
    name: 'mcp_call',
    status: 'completed',
    output: 'it is on its way',
    providerData: {
      type: 'mcp_call',
      id: 'call-1',
      ...(call.unasked === true ? {} : { approval_request_id: 'request-1' }),
      ...said,
    },
  };
  const model = new ScriptedModel([
    ...(call.unasked === true ? [] : [[asks]]),
    modelResponder(({ request }) => {
      const runs = call.unasked === true || answerIn(request.input)?.approve === true;
      return [...(runs ? [ran] : []), assistantMessage('That is all.')];
    }),
  ]);
  const tool = hostedMcpTool({
    serverLabel: 'app',
    serverUrl: 'https://mcp.example/mcp',
    requireApproval: 'always',
    onApproval: hostedApproval(gate, host),
  });
  const result = await run(new Agent({ name: 'suite', model, tools: [tool] }), 'do it');
  const answer = answerIn(model.lastCall?.request.input ?? '');
  return {
    approve: answer?.approve,
    reason: answer?.reason,
    settled: await settleHosted(gate, host, result.newItems),
  };
};
