import type { EndpointRequest, ModelEndpoint, EndpointReply } from '../loopback/serve-script.ts';
import { serveScript } from '../loopback/serve-script.ts';

export interface ClaudeScriptedCall {
  readonly id: string;
  /** As Claude Code names it: `Read`, `mcp__app__save_note`. */
  readonly tool: string;
  readonly input: object;
}

/** What the model says: calls, made at once, or a text. */
export type ClaudeScriptStep = { readonly calls: readonly ClaudeScriptedCall[] } | { readonly text: string };

export interface ClaudeScriptedModel extends ModelEndpoint {
  /** What it says from now on, one step for each request. */
  readonly plays: (steps: readonly ClaudeScriptStep[]) => void;
  /** What it was told for each of its calls, by their ids. */
  readonly told: () => Readonly<Record<string, string>>;
}

const event = (data: { readonly type: string; readonly [key: string]: unknown }): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}`;

type ClaudeStreamBlock = { readonly start: object; readonly delta: object };

const blocksOf = (step: ClaudeScriptStep): readonly ClaudeStreamBlock[] =>
  'text' in step
    ? [{ start: { type: 'text', text: '' }, delta: { type: 'text_delta', text: step.text } }]
    : step.calls.map(({ id, tool, input }) => ({
        start: { type: 'tool_use', id, name: tool, input: {} },
        delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) },
      }));

const usage = { input_tokens: 1, output_tokens: 1 };

/** Claude Code always asks for a stream, and tells messages apart by their ids. */
const replyOf = (step: ClaudeScriptStep, id: string): EndpointReply => ({
  events: [
    event({
      type: 'message_start',
      message: {
        id,
        type: 'message',
        role: 'assistant',
        model: 'scripted',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage,
      },
    }),
    ...blocksOf(step).flatMap(({ start, delta }, index) => [
      event({ type: 'content_block_start', index, content_block: start }),
      event({ type: 'content_block_delta', index, delta }),
      event({ type: 'content_block_stop', index }),
    ]),
    event({
      type: 'message_delta',
      delta: { stop_reason: 'text' in step ? 'end_turn' : 'tool_use', stop_sequence: null },
      usage,
    }),
    event({ type: 'message_stop' }),
  ],
});

interface ResultBlock {
  readonly type: string;
  readonly tool_use_id?: string;
  readonly content?: string | readonly { readonly text?: string }[];
}

interface MessagesRequest {
  readonly tools?: readonly unknown[];
  readonly messages?: readonly { readonly content: string | readonly ResultBlock[] }[];
}

const REMINDER = /<system-reminder>.*?<\/system-reminder>/gs;

const textOf = (content: ResultBlock['content'] = ''): string =>
  (typeof content === 'string' ? content : content.map(({ text = '' }) => text).join(''))
    .replaceAll(REMINDER, '')
    .trim();

const readCallAnswers = (asked: readonly EndpointRequest[]): Readonly<Record<string, string>> => {
  const told: Record<string, string> = {};
  for (const { body } of asked)
    for (const { content } of (body as MessagesRequest | undefined)?.messages ?? [])
      for (const block of typeof content === 'string' ? [] : content)
        if (block.type === 'tool_result' && block.tool_use_id !== undefined)
          told[block.tool_use_id] = textOf(block.content);
  return told;
};

/** A model that says these things in turn, at an endpoint of its own. It needs no network. */
export const scriptedModel = async (
  steps: readonly ClaudeScriptStep[] = [],
): Promise<ClaudeScriptedModel> => {
  let left = [...steps];
  let count = 0;
  const endpoint = await serveScript(({ path, body }) => {
    const asksForTurn = ((body as MessagesRequest | undefined)?.tools ?? []).length > 0;
    if (!path.startsWith('/v1/messages') || path.includes('count_tokens'))
      return { json: { input_tokens: 1 } };
    count += 1;
    const step = asksForTurn ? left.shift() : undefined;
    return replyOf(step ?? { text: 'I have nothing more to say.' }, `msg_${count}`);
  });
  return {
    ...endpoint,
    plays: (next) => {
      left = [...next];
    },
    told: () => readCallAnswers(endpoint.asked),
  };
};
