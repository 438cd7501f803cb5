import { isPersonsPrompt } from '@callgate/core/host-tools';
import type { Gate } from '@callgate/gate';
import type { Who } from '../host/host.ts';
import { letOutOf } from '../host/let-out.ts';
import { hearWords } from '../host/words.ts';
import type { Hook, HookInputLike, UserPromptSubmitInput } from './shapes.ts';

const isPrompt = (input: HookInputLike): input is UserPromptSubmitInput =>
  input.hook_event_name === 'UserPromptSubmit';

/** For `UserPromptSubmit`: hears what the person says. Prompts that a machine has put there are nobody's words. */
export const userPromptSubmit =
  (gate: Gate, who: Who): Hook =>
  async (input) => {
    if (isPrompt(input) && input.agent_id === undefined && isPersonsPrompt(input.prompt, input.source))
      await hearWords(gate, who, [input.prompt]);
    return {};
  };

const agentOf = (input: HookInputLike): string | undefined =>
  'agent_id' in input && typeof input.agent_id === 'string' ? input.agent_id : undefined;

/** For `Stop` and `SubagentStop`: what this agent was let do and has not done is over. Other agents may still be at work. */
export const agentStop =
  (gate: Gate, who: Who): Hook =>
  async (input) => {
    await letOutOf(gate).endTurn(who, { id: agentOf(input) });
    return {};
  };

/** For `SessionEnd`, which Claude Code does not always send: call `endTurn` as well. */
export const sessionEnd =
  (gate: Gate, who: Who): Hook =>
  async () => {
    await letOutOf(gate).endTurn(who);
    return {};
  };

/**
 * Call it when a query is over, however it ended. What was let out and never run has failed, and of a tool of the host
 * whose end was not seen nobody knows what came of it. Returns how many calls that were.
 */
export const endTurn = (gate: Gate, who: Who): Promise<number> => letOutOf(gate).endTurn(who);
