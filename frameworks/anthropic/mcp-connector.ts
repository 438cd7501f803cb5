/** The MCP connector: Anthropic calls the server and asks nobody, so only what needs nobody is enabled. */
import Anthropic from '@anthropic-ai/sdk';
import {
  catalogueOf,
  recordUserMessages,
  reportServerTools,
  createToolset,
} from '@callgate/adapters/anthropic';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { openGate } from '../example/open-gate.ts';
import { scriptedModel } from './scripted-model.ts';

const defined = (name: string, readOnlyHint: boolean, openWorldHint: boolean) => ({
  name,
  inputSchema: { type: 'object', properties: { to: { type: 'string' } } },
  annotations: { readOnlyHint, openWorldHint, destructiveHint: false },
});
const definitions = [defined('read_people', true, false), defined('write_mail', false, true)];
const catalogue = catalogueOf(definitions, { server: 'crm', trust: 'trusted' });
const gate = await openGate(catalogue);
const model = await scriptedModel([
  {
    blocks: [
      { type: 'mcp_tool_use', id: 'use-1', server_name: 'crm', name: 'read_people', input: { to: 'ann' } },
      {
        type: 'mcp_tool_result',
        tool_use_id: 'use-1',
        is_error: false,
        content: [{ type: 'text', text: 'Ann, ann@example.com', citations: null }],
      },
      { type: 'text', text: 'Ann is ann@example.com.' },
    ],
  },
]);
const anthropic = new Anthropic({ baseURL: model.url, apiKey: 'none' });

const who = { principal: LOCAL_PRINCIPAL, context: 'conversation-1' };
const messages: Anthropic.Beta.BetaMessageParam[] = [{ role: 'user', content: 'Who is Ann?' }];
await recordUserMessages(gate, who, messages);
const names = definitions.map(({ name }) => name);
const toolset = await createToolset(gate, who, catalogue, { server: 'crm', names });
console.log(JSON.stringify(toolset.configs));
const message = await anthropic.beta.messages.create({
  model: 'claude-sonnet-5',
  max_tokens: 1024,
  betas: ['mcp-client-2025-11-20'],
  mcp_servers: [{ type: 'url', name: 'crm', url: 'https://crm.example/mcp' }],
  messages,
  tools: [toolset],
});
await reportServerTools(gate, who, message);
for (const block of message.content) if (block.type === 'text') console.log(block.text);
for (const { target, state } of await gate.desk.read.callsAfter('', 10)) console.log(target, state);
await gate.close();
await model.close();
