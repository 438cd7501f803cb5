import type { EndpointRequest, ModelEndpoint, EndpointReply } from '../loopback/serve-script.ts';
import { serveScript } from '../loopback/serve-script.ts';

export interface CopilotScriptedCall {
  readonly id: string;
  readonly tool: string;
  readonly input: object;
}

/** What the model says: calls, made at once, or a text. */
export type CopilotScriptStep =
  | { readonly calls: readonly CopilotScriptedCall[] }
  | { readonly text: string };

export interface CopilotScriptedModel extends ModelEndpoint {
  /** What it says from now on, one step for each request. */
  readonly plays: (steps: readonly CopilotScriptStep[]) => void;
  /** What it was told for each of its calls, by their ids. */
  readonly told: () => Readonly<Record<string, string>>;
}

interface ChatRequest {
  readonly stream?: boolean;
  readonly messages?: readonly {
    readonly role: string;
    readonly tool_call_id?: string;
    readonly content: unknown;
  }[];
}

const chunk = (data: object): string => `data: ${JSON.stringify(data)}`;

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
const head = { id: 'chatcmpl-1', created: 0, model: 'scripted' };

const replyOf = (step: CopilotScriptStep, stream: boolean): EndpointReply => {
  const message =
    'text' in step
      ? { role: 'assistant', content: step.text }
      : {
          role: 'assistant',
          content: null,
          tool_calls: step.calls.map(({ id, tool, input }, index) => ({
            index,
            id,
            type: 'function',
            function: { name: tool, arguments: JSON.stringify(input) },
          })),
        };
  const finish = 'text' in step ? 'stop' : 'tool_calls';
  if (!stream)
    return {
      json: {
        ...head,
        object: 'chat.completion',
        choices: [{ index: 0, message, finish_reason: finish }],
        usage,
      },
    };
  const part = { ...head, object: 'chat.completion.chunk' };
  return {
    events: [
      chunk({ ...part, choices: [{ index: 0, delta: message, finish_reason: null }] }),
      chunk({ ...part, choices: [{ index: 0, delta: {}, finish_reason: finish }] }),
      chunk({ ...part, choices: [], usage }),
      'data: [DONE]',
    ],
  };
};

const readCallAnswers = (asked: readonly EndpointRequest[]): Readonly<Record<string, string>> => {
  const told: Record<string, string> = {};
  for (const { body } of asked)
    for (const { role, tool_call_id: id, content } of (body as ChatRequest | undefined)?.messages ?? [])
      if (role === 'tool' && id !== undefined)
        told[id] = typeof content === 'string' ? content : JSON.stringify(content);
  return told;
};

/** A model that says these things in turn, at an endpoint of its own. It needs no network. */
export const scriptedModel = async (
  steps: readonly CopilotScriptStep[] = [],
): Promise<CopilotScriptedModel> => {
  let left = [...steps];
  const endpoint = await serveScript(({ path, body }) =>
    path.endsWith('/chat/completions')
      ? replyOf(
          left.shift() ?? { text: 'I have nothing more to say.' },
          (body as ChatRequest | undefined)?.stream === true,
        )
      : { json: {} },
  );
  return {
    ...endpoint,
    plays: (next) => {
      left = [...next];
    },
    told: () => readCallAnswers(endpoint.asked),
  };
};
