import type { OpenAiScriptStep } from './scripted-model.ts';

const listed = (name: string, annotations: object): object => ({
  name,
  description: name,
  input_schema: { type: 'object', properties: { to: { type: 'string' } } },
  annotations,
});

const asks = (id: string, name: string): object => ({
  type: 'mcp_approval_request',
  id,
  server_label: 'crm',
  name,
  arguments: '{"to":"ann"}',
});

const ran = (approval: string, name: string, output: string): object => ({
  type: 'mcp_call',
  id: `call-${approval}`,
  server_label: 'crm',
  name,
  arguments: '{"to":"ann"}',
  approval_request_id: approval,
  output,
  error: null,
  status: 'completed',
});

/** What the provider answers: it lists the tools, asks, runs what it may, and asks again. */
export const hostedScript: readonly OpenAiScriptStep[] = [
  {
    items: [
      {
        type: 'mcp_list_tools',
        id: 'list-1',
        server_label: 'crm',
        tools: [
          listed('read_people', { readOnlyHint: true, openWorldHint: false }),
          listed('write_mail', { readOnlyHint: false, destructiveHint: false, openWorldHint: true }),
        ],
      },
      asks('ask-1', 'read_people'),
    ],
  },
  { items: [ran('ask-1', 'read_people', 'Ann, ann@example.com'), asks('ask-2', 'write_mail')] },
  {
    items: [
      ran('ask-2', 'write_mail', 'sent'),
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'Ann has mail.', annotations: [] }],
      },
    ],
  },
];
