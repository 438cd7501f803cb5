import type { ModelEndpoint, EndpointReply } from '../loopback/serve-script.ts';
import { serveScript } from '../loopback/serve-script.ts';

export interface OpenAiScriptedCall {
  readonly id: string;
  readonly tool: string;
  readonly input: object;
}

/** What the model says: calls, a text, or items of a response as they are. */
export type OpenAiScriptStep =
  | { readonly calls: readonly OpenAiScriptedCall[] }
  | { readonly text: string }
  | { readonly items: readonly object[] };

export interface OpenAiScriptedModel extends ModelEndpoint {
  /** What it says from now on, one step for each request. */
  readonly plays: (steps: readonly OpenAiScriptStep[]) => void;
}

const itemsOf = (step: OpenAiScriptStep): readonly object[] => {
  if ('items' in step) return step.items;
  if ('text' in step)
    return [
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: step.text, annotations: [] }],
      },
    ];
  return step.calls.map(({ id, tool, input }) => ({
    type: 'function_call',
    id: `fc_${id}`,
    call_id: id,
    name: tool,
    arguments: JSON.stringify(input),
    status: 'completed',
  }));
};

const event = (data: { readonly type?: string; readonly [key: string]: unknown }): string =>
  `${data.type === undefined ? '' : `event: ${data.type}\n`}data: ${JSON.stringify(data)}`;

/** Arguments come in pieces, as they do. */
const halves = (text: string): readonly string[] => [
  text.slice(0, text.length / 2),
  text.slice(text.length / 2),
];

const responseReply = (step: OpenAiScriptStep, stream: boolean): EndpointReply => {
  const response = { id: 'resp_1', object: 'response', status: 'completed', output: itemsOf(step) };
  if (!stream) return { json: response };
  return {
    events: [
      event({ type: 'response.created', response: { ...response, status: 'in_progress', output: [] } }),
      ...response.output.flatMap((item, at) => [
        event({ type: 'response.output_item.added', output_index: at, item }),
        event({ type: 'response.output_item.done', output_index: at, item }),
      ]),
      event({ type: 'response.completed', response }),
    ],
  };
};

const chatReply = (step: OpenAiScriptStep, stream: boolean): EndpointReply => {
  const calls = 'calls' in step ? step.calls : [];
  const content = 'text' in step ? step.text : null;
  const finish = calls.length > 0 ? 'tool_calls' : 'stop';
  const head = { id: 'chatcmpl-1', created: 0, model: 'scripted' };
  if (!stream) {
    const toolCalls = calls.map(({ id, tool, input }) => ({
      id,
      type: 'function',
      function: { name: tool, arguments: JSON.stringify(input) },
    }));
    const message = {
      role: 'assistant',
      content,
      refusal: null,
      ...(calls.length > 0 ? { tool_calls: toolCalls } : {}),
    };
    return {
      json: {
        ...head,
        object: 'chat.completion',
        choices: [{ index: 0, message, finish_reason: finish, logprobs: null }],
      },
    };
  }
  const chunk = (delta: object, reason: string | null = null): string =>
    event({
      ...head,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: reason }],
    });
  return {
    events: [
      chunk({ role: 'assistant', content }),
      ...calls.flatMap(({ id, tool, input }, index) => [
        chunk({ tool_calls: [{ index, id, type: 'function', function: { name: tool, arguments: '' } }] }),
        ...halves(JSON.stringify(input)).map((part) =>
          chunk({ tool_calls: [{ index, function: { arguments: part } }] }),
        ),
      ]),
      chunk({}, finish),
      'data: [DONE]',
    ],
  };
};

/** A model that says these things in turn, at an endpoint of its own. It needs no network. */
export const scriptedModel = async (
  steps: readonly OpenAiScriptStep[] = [],
): Promise<OpenAiScriptedModel> => {
  let left = [...steps];
  const endpoint = await serveScript(({ path, body }) => {
    const step = left.shift() ?? { text: 'I have nothing more to say.' };
    const stream = typeof body === 'object' && body !== null && 'stream' in body && body.stream === true;
    return path.endsWith('/chat/completions') ? chatReply(step, stream) : responseReply(step, stream);
  });
  return {
    ...endpoint,
    plays: (next) => {
      left = [...next];
    },
  };
};
