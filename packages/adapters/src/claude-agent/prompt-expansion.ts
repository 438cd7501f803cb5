import type { Gate } from '@callgate/gate';
import { isDispatchable } from '@callgate/gate';
import { notNow } from '../host/admit.ts';
import { admitOrWait } from '../host/hold.ts';
import { requestOf } from '../host/host.ts';
import { errorText } from '../host/told.ts';
import { whyNot } from '../host/why-not.ts';
import type { Hook, HookInputLike, HookOutput, UserPromptExpansionInput } from './shapes.ts';
import type { ClaudeHost } from './tool-request.ts';
import { BUILT_IN, hostFor } from './tool-request.ts';

const isExpansion = (input: HookInputLike): input is UserPromptExpansionInput =>
  input.hook_event_name === 'UserPromptExpansion';

/** Hooks have a minute. */
const LONGEST_MS = 45_000;

/** Nothing more is ever said about it. */
const NOT_SEEN = { type: 'result', result: { resultSeen: false } } as const;

const blocked = (reason: string): HookOutput => ({ decision: 'block', reason });

/**
 * For `UserPromptExpansion`: a prompt like `/notes` is about to become the text of a skill or command, whose commands
 * Claude Code runs without calling any other hook. It is judged as the model's use of that skill would be.
 */
export const userPromptExpansion =
  (gate: Gate, host: ClaudeHost): Hook =>
  async (input) => {
    // the prompts of MCP servers are text and run nothing
    if (!isExpansion(input) || input.expansion_type === 'mcp_prompt') return {};
    try {
      const { command_name: skill, command_args: args } = input;
      const waitMs = Math.min(host.waitMs ?? LONGEST_MS, LONGEST_MS);
      const here = { ...hostFor(host, BUILT_IN), waitMs };
      const request = requestOf(here, 'Skill', { skill, args }, undefined);
      const admission = await admitOrWait(gate, here, request);
      if (!isDispatchable(admission)) return blocked(errorText(notNow(admission)));
      const finished = await gate.settle(admission, NOT_SEEN);
      return finished.state === 'done' ? {} : blocked('not recorded');
    } catch (error) {
      return blocked(`not run: ${whyNot(error)}`);
    }
  };
