import { isJsonObject } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import { adapterMessages } from '@callgate/messages/adapter';
import type { ToolHandlers, ModelCall } from '../host/model-call.ts';
import { answerModelCalls } from '../host/model-call.ts';
import type { WaitingHostOptions } from '../host/run-with-approval.ts';
import type { ModelCallResult } from '../host/run-step.ts';
import { reasonText, resultText } from '../host/error-text.ts';
import type { AnthropicMessageLike, ToolResultBlock, ToolUseBlock } from './shapes.ts';
import { contentBlocks, isToolUse } from './shapes.ts';

/** The model was stopped in the middle: the last call may be half of one. */
const CUT: ReadonlySet<string> = new Set(['max_tokens', 'model_context_window_exceeded', 'refusal']);

/** `family.name` for a member of a toolset: a tool of one's own may have the same name. */
const nameOf = ({ name, toolset_name: family }: ToolUseBlock): string =>
  family === undefined || family === null ? name : `${family}.${name}`;

const callOf =
  (stopReason: string | null | undefined) =>
  (block: ToolUseBlock): ModelCall => ({
    name: nameOf(block),
    id: block.id,
    input: { value: block.input },
    ...(CUT.has(stopReason ?? '') ? { unusable: adapterMessages.answers.cutOff } : {}),
  });

const answerOf = ({ id, toolset_name: family }: ToolUseBlock, came: ModelCallResult): ToolResultBlock => {
  const answer = {
    type: 'tool_result',
    tool_use_id: id,
    ...(family === undefined || family === null ? {} : { toolset_name: family }),
  } as const;
  if (came.type === 'error') return { ...answer, content: reasonText(came.error), is_error: true };
  const { value } = came;
  const failed = isJsonObject(value) && value['isError'] === true;
  return {
    ...answer,
    content: contentBlocks(value) ?? resultText(value),
    ...(failed ? { is_error: true } : {}),
  };
};

/**
 * Answers all `tool_use` blocks of a message: judged in their order, then run side by side. The blocks are the content of
 * the next message of the user's role. A call that may not run is answered with the reason.
 */
export const answerToolUses = async (
  gate: Gate,
  host: WaitingHostOptions,
  { content, stop_reason: stopReason }: AnthropicMessageLike,
  handlers: ToolHandlers,
  signal?: AbortSignal,
): Promise<ToolResultBlock[]> => {
  const blocks = (content as readonly unknown[]).filter(isToolUse);
  const came = await answerModelCalls(gate, host, blocks.map(callOf(stopReason)), handlers, signal);
  return blocks.flatMap((block, at) => {
    const one = came[at];
    return one === undefined ? [] : [answerOf(block, one)];
  });
};
