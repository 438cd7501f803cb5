import { disclose } from '@callgate/manifest';
import { guard } from '@callgate/server';
import { McpServer, acceptedContent, inputRequired } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

const inputSchema = { type: 'object', properties: {} };
const manifest = disclose({
  tools: [
    { name: 'pick', inputSchema, hints: { readOnly: true, openWorld: false } },
    { name: 'paint', inputSchema, hints: { readOnly: false, openWorld: false, requiresConfirmation: true } },
  ],
});

const question = inputRequired.elicit({
  message: 'Which colour?',
  requestedSchema: { type: 'object', properties: { colour: { type: 'string' } }, required: ['colour'] },
});

/** Tools that ask for something themselves, with a state of their own. */
serveStdio(() => {
  const server = guard(new McpServer({ name: 'rounds', version: '1.0.0' }), manifest, { audit: 'none' });
  for (const name of ['pick', 'paint'])
    server.registerTool(name, { inputSchema: z.object({}) }, (_, context) => {
      const { inputResponses, requestState } = context.mcpReq;
      const answer = acceptedContent<{ colour: string }>(inputResponses, 'colour');
      if (answer === undefined)
        return inputRequired({ inputRequests: { colour: question }, requestState: 'of the handler' });
      return { content: [{ type: 'text', text: `${answer.colour}, ${requestState<string>()}` }] };
    });
  return server;
});
