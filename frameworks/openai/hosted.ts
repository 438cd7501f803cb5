/** A hosted MCP server: OpenAI calls it and asks before it does. */
import type { McpApprovalResponse } from '@callgate/adapters/openai';
import {
  HostedTools,
  OPENAI_TOOLS,
  answerApprovals,
  catalogueOf,
  recordUserMessages,
  joinCatalogues,
  settleHosted,
} from '@callgate/adapters/openai';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import OpenAI from 'openai';
import { approveCall } from '../bare/approve-call.ts';
import { openGate } from '../example/open-gate.ts';
import { hostedScript } from './hosted-script.ts';
import { scriptedModel } from './scripted-model.ts';

const hosted = new HostedTools({ crm: { trust: 'trusted' } });
const own = catalogueOf(OPENAI_TOOLS, { server: 'openai', trust: 'trusted' });
const gate = await openGate(joinCatalogues(hosted.catalogue, own));
const model = await scriptedModel(hostedScript);
const openai = new OpenAI({ baseURL: model.url, apiKey: 'none' });

const who = { principal: LOCAL_PRINCIPAL, context: 'conversation-1' };
const tools: OpenAI.Responses.Tool[] = [
  { type: 'mcp', server_label: 'crm', server_url: 'https://crm.example/mcp', require_approval: 'always' },
];
let input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'Who is Ann? Write her a mail.' }];
let previous: string | null = null;
await recordUserMessages(gate, who, input);
let sent: McpApprovalResponse[] = [];
for (;;) {
  const response: OpenAI.Responses.Response = await openai.responses.create({
    model: 'gpt-5',
    input,
    tools,
    previous_response_id: previous,
  });
  await hosted.learn(gate, response);
  await settleHosted(gate, who, response, { sent });
  const { responses, waiting } = await answerApprovals(gate, who, response);
  for (const { id, name } of waiting) {
    console.log(`${name} waits for a person`);
    await approveCall(gate, who, id);
  }
  const later = await answerApprovals(gate, who, { output: waiting });
  sent = [...responses, ...later.responses];
  if (sent.length === 0) {
    console.log(response.output_text);
    break;
  }
  input = sent;
  previous = response.id;
}
for (const { target, state } of await gate.desk.read.callsAfter('', 10)) console.log(target, state);
await gate.close();
await model.close();
