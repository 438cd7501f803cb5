/** A tool runner that starts tools while the reply is still coming: only those that change nothing. */
import Anthropic from '@anthropic-ai/sdk';
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';
import { ToolError } from '@anthropic-ai/sdk/lib/tools/ToolError';
import { catalogueOf, deferToolCalls, gatedTools, recordUserMessages } from '@callgate/adapters/anthropic';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { definitionsOf } from '@callgate/manifest';
import { notes } from '../bare/notes.ts';
import { openGate } from '../example/open-gate.ts';
import { scriptedModel } from './scripted-model.ts';

const gate = await openGate(catalogueOf(definitionsOf(notes), { server: 'app', trust: 'owned' }));
const model = await scriptedModel([
  {
    calls: [
      { id: 'call-1', tool: 'wipe_notes', input: {} },
      { id: 'call-2', tool: 'read_notes', input: { about: 'trip' } },
      { id: 'call-3', tool: 'read_notes', input: {} },
      { id: 'call-4', tool: 'search_web', input: { query: 'hotel' } },
    ],
  },
  { text: 'I see.' },
]);
const anthropic = new Anthropic({ baseURL: model.url, apiKey: 'none' });
const host = { server: 'app', principal: LOCAL_PRINCIPAL, context: 'conversation-1' };

const object = { type: 'object', properties: {} } as const;
const tools = gatedTools(
  gate,
  [
    betaTool({
      name: 'wipe_notes',
      description: 'Delete all notes',
      inputSchema: object,
      run: () => 'wiped',
    }),
    {
      ...betaTool({
        name: 'read_notes',
        description: 'Read my notes',
        inputSchema: { type: 'object', properties: { about: { type: 'string' } } },
        run: ({ about }) => `notes about ${String(about)}`,
      }),
      parse: (content: unknown): { about: string } => {
        if (typeof content === 'object' && content !== null && 'about' in content)
          return { about: String(content.about) };
        throw new Error('about is missing');
      },
    },
    betaTool({
      name: 'search_web',
      description: 'Search the web',
      inputSchema: object,
      run: () => {
        throw new ToolError([{ type: 'text', text: 'the web is closed' }]);
      },
    }),
  ],
  host,
);
const messages = [{ role: 'user' as const, content: 'Look at my notes, then delete them.' }];
await recordUserMessages(gate, host, messages);
const runner = anthropic.beta.messages.toolRunner({
  model: 'claude-sonnet-5',
  max_tokens: 1024,
  messages,
  tools,
  stream: true,
  runToolsEagerly: true,
});
for await (const stream of runner) {
  await deferToolCalls(gate, host, runner, stream);
  console.log('deferred:', runner.deferredToolCalls.map(({ name }) => name).join(', '));
}
for (const { content } of runner.params.messages)
  for (const block of typeof content === 'string' ? [] : (content ?? []))
    if (block.type === 'tool_result')
      console.log(
        block.tool_use_id,
        block.is_error === true ? 'failed' : 'answered',
        JSON.stringify(block.content),
      );
for (const { target, state } of await gate.desk.read.callsAfter('', 10)) console.log(target, state);
await gate.close();
await model.close();
