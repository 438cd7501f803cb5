import { expect, it } from 'vitest';
import { confirmationsOf, mcpDefinitionsOf } from './index.ts';

const asking = (...parts: readonly object[]) => ({ content: { role: 'user', parts } });

it('finds what an event asks to be confirmed, and nothing else', () => {
  const name = 'adk_request_confirmation';
  const originalFunctionCall = { id: 'mail-1', name: 'send_mail', args: {} };
  const asked = { functionCall: { id: 'adk-1', name, args: { originalFunctionCall } } };
  expect(confirmationsOf(asking({ text: 'hm' }, asked))).toEqual([{ id: 'adk-1', functionCallId: 'mail-1' }]);
  expect(
    confirmationsOf(
      asking(
        { functionCall: { id: 'adk-2', name: 'send_mail', args: { originalFunctionCall } } },
        { functionCall: { id: 'adk-3', name, args: {} } },
        { functionCall: { name, args: { originalFunctionCall } } },
        { functionResponse: { id: 'adk-4', name, response: { originalFunctionCall } } },
      ),
    ),
  ).toEqual([]);
  expect(confirmationsOf({})).toEqual([]);
});

it('takes the definitions of MCP tools from where ADK keeps them, by the names it gives', () => {
  const inputSchema = { type: 'object' };
  const mcpTool = { name: 'read', inputSchema, annotations: { readOnlyHint: true }, _meta: { a: 1 } };
  expect(
    mcpDefinitionsOf([{ name: 'notes_read', mcpTool }, { name: 'other' }] as { name: string }[]),
  ).toEqual([{ ...mcpTool, name: 'notes_read' }]);
});
