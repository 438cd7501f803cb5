import type { ModelEndpoint, EndpointReply } from '../loopback/serve-script.ts';
import { serveScript } from '../loopback/serve-script.ts';

export interface AnthropicScriptedCall {
  readonly id: string;
  readonly tool: string;
  readonly input: object;
}

/** What the model says: calls, a text, or blocks as they are. */
export type AnthropicScriptStep =
  | { readonly calls: readonly AnthropicScriptedCall[] }
  | { readonly text: string }
  | { readonly blocks: readonly ScriptedBlock[]; readonly stop?: string };

interface ScriptedBlock {
  readonly type: string;
  readonly [key: string]: unknown;
}

export interface AnthropicScriptedModel extends ModelEndpoint {
  /** What it says from now on, one step for each request. */
  readonly plays: (steps: readonly AnthropicScriptStep[]) => void;
}

const blocksOf = (step: AnthropicScriptStep): readonly ScriptedBlock[] => {
  if ('blocks' in step) return step.blocks;
  if ('text' in step) return [{ type: 'text', text: step.text }];
  return step.calls.map(({ id, tool, input }) => ({ type: 'tool_use', id, name: tool, input }));
};

const stopOf = (step: AnthropicScriptStep): string => {
  if ('blocks' in step && step.stop !== undefined) return step.stop;
  return blocksOf(step).some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn';
};

const event = (data: { readonly type: string; readonly [key: string]: unknown }): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}`;

const blockEvents = (block: ScriptedBlock, index: number): readonly string[] => {
  if (block.type === 'text')
    return [
      event({ type: 'content_block_start', index, content_block: { type: 'text', text: '' } }),
      event({ type: 'content_block_delta', index, delta: { type: 'text_delta', text: block['text'] } }),
      event({ type: 'content_block_stop', index }),
    ];
  if (block.type !== 'tool_use')
    return [
      event({ type: 'content_block_start', index, content_block: block }),
      event({ type: 'content_block_stop', index }),
    ];
  const json = JSON.stringify(block['input']);
  // arguments come in pieces, as they do
  const pieces = [json.slice(0, json.length / 2), json.slice(json.length / 2)];
  return [
    event({ type: 'content_block_start', index, content_block: { ...block, input: {} } }),
    ...pieces.map((piece) =>
      event({
        type: 'content_block_delta',
        index,
        delta: { type: 'input_json_delta', partial_json: piece },
      }),
    ),
    event({ type: 'content_block_stop', index }),
  ];
};

const usage = { input_tokens: 1, output_tokens: 1 };

const replyOf = (step: AnthropicScriptStep, stream: boolean): EndpointReply => {
  const head = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    stop_sequence: null,
    usage,
  };
  const stop = stopOf(step);
  if (!stream) return { json: { ...head, content: blocksOf(step), stop_reason: stop } };
  return {
    events: [
      event({ type: 'message_start', message: { ...head, content: [], stop_reason: null } }),
      ...blocksOf(step).flatMap(blockEvents),
      event({ type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage }),
      event({ type: 'message_stop' }),
    ],
  };
};

/** A model that says these things in turn, at an endpoint of its own. It needs no network. */
export const scriptedModel = async (
  steps: readonly AnthropicScriptStep[] = [],
): Promise<AnthropicScriptedModel> => {
  let left = [...steps];
  const endpoint = await serveScript(({ body }) => {
    const step = left.shift() ?? { text: 'I have nothing more to say.' };
    return replyOf(
      step,
      typeof body === 'object' && body !== null && 'stream' in body && body.stream === true,
    );
  });
  return {
    ...endpoint,
    plays: (next) => {
      left = [...next];
    },
  };
};
