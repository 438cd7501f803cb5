import type { Gate } from '@callgate/gate';
import { isDispatchable } from '@callgate/gate';
import { isUserPrompt } from '@callgate/core/host-tools';
import { adapterMessages } from '@callgate/messages/adapter';
import { notRunError } from '../host/admit.ts';
import { errorText, failureText } from '../host/error-text.ts';
import type { ConversationRef } from '../host/host-options.ts';
import { contextName, requestOf } from '../host/host-options.ts';
import { hostRunCallsOf } from '../host/host-run-calls.ts';
import { admitOrWait } from '../host/run-with-approval.ts';
import { recordUserTexts } from '../host/record-user-texts.ts';
import { postToolUse, postToolUseFailure } from './post-tool-use.ts';
import { preToolUse } from './pre-tool-use.ts';
import type {
  Hook,
  HookMatcher,
  HookInputLike,
  HookOutput,
  UserPromptExpansionInput,
  UserPromptSubmitInput,
} from './shapes.ts';
import type { ClaudeHost } from './tool-request.ts';
import { BUILT_IN, hostFor } from './tool-request.ts';

const isPrompt = (input: HookInputLike): input is UserPromptSubmitInput =>
  input.hook_event_name === 'UserPromptSubmit';

/** For `UserPromptSubmit`: hears what the person says. Prompts that a machine has put there are nobody's words. */
export const userPromptSubmit =
  (gate: Gate, who: ConversationRef): Hook =>
  async (input) => {
    if (isPrompt(input) && input.agent_id === undefined && isUserPrompt(input.prompt, input.source))
      await recordUserTexts(gate, who, [input.prompt]);
    return {};
  };

const agentOf = (input: HookInputLike): string | undefined =>
  'agent_id' in input && typeof input.agent_id === 'string' ? input.agent_id : undefined;

/** What the agent of the person wrote last; agents below it write to nobody. */
const lastMessage = (input: HookInputLike): string | undefined =>
  agentOf(input) === undefined &&
  'last_assistant_message' in input &&
  typeof input.last_assistant_message === 'string'
    ? input.last_assistant_message
    : undefined;

/**
 * For `Stop` and `SubagentStop`: what this agent was let do and has not done is over. Other agents may still be at work.
 * The person may say yes to what the agent wrote last.
 */
export const agentStop =
  (gate: Gate, who: ConversationRef): Hook =>
  async (input) => {
    await hostRunCallsOf(gate).endTurn(who, { id: agentOf(input) });
    const text = lastMessage(input);
    if (text !== undefined && input.hook_event_name === 'Stop') await gate.hearAgent(contextName(who), text);
    return {};
  };

/** For `SessionEnd`, which Claude Code does not always send: call `endTurn` as well. */
export const sessionEnd =
  (gate: Gate, who: ConversationRef): Hook =>
  async () => {
    await hostRunCallsOf(gate).endTurn(who);
    return {};
  };

/**
 * Call it when a query is over, however it ended. What was let out and never run has failed, and of a tool of the host
 * whose end was not seen nobody knows what came of it. Returns how many calls that were.
 */
export const endTurn = (gate: Gate, who: ConversationRef): Promise<number> =>
  hostRunCallsOf(gate).endTurn(who);

const isExpansion = (input: HookInputLike): input is UserPromptExpansionInput =>
  input.hook_event_name === 'UserPromptExpansion';

/** Hooks have a minute. */
const LONGEST_MS = 45_000;

/** Nothing more is ever said about it. */
const RESULT_NOT_SEEN = { type: 'result', result: { resultSeen: false } } as const;

const blockedOutput = (reason: string): HookOutput => ({ decision: 'block', reason });

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
      if (!isDispatchable(admission)) return blockedOutput(errorText(notRunError(admission)));
      const finished = await gate.settle(admission, RESULT_NOT_SEEN);
      return finished.state === 'done' ? {} : blockedOutput(adapterMessages.answers.notRecorded);
    } catch (error) {
      return blockedOutput(adapterMessages.notRun({ reason: failureText(error) }));
    }
  };

export interface ClaudeGateHooks {
  readonly PreToolUse: HookMatcher[];
  readonly PostToolUse: HookMatcher[];
  readonly PostToolUseFailure: HookMatcher[];
  readonly UserPromptSubmit: HookMatcher[];
  readonly UserPromptExpansion: HookMatcher[];
  readonly Stop: HookMatcher[];
  readonly SubagentStop: HookMatcher[];
  readonly SessionEnd: HookMatcher[];
}

/** Hooks decide and write. The one that waits for people waits for less. */
const SECONDS = 60;

const matcher = (hook: Hook): HookMatcher[] => [{ hooks: [hook], timeout: SECONDS, onFailure: 'block' }];

/** For `hooks` of `query`: all that the gate needs. A hook that fails blocks what it guards. */
export const gateHooks = (gate: Gate, host: ClaudeHost): ClaudeGateHooks => ({
  PreToolUse: matcher(preToolUse(gate, host)),
  PostToolUse: matcher(postToolUse(gate, host)),
  PostToolUseFailure: matcher(postToolUseFailure(gate, host)),
  UserPromptSubmit: matcher(userPromptSubmit(gate, host)),
  UserPromptExpansion: matcher(userPromptExpansion(gate, host)),
  Stop: matcher(agentStop(gate, host)),
  SubagentStop: matcher(agentStop(gate, host)),
  SessionEnd: matcher(sessionEnd(gate, host)),
});
