import type { Gate } from '@callgate/gate';
import { postToolUse, postToolUseFailure } from './post-tool-use.ts';
import { preToolUse } from './pre-tool-use.ts';
import { userPromptExpansion } from './prompt-expansion.ts';
import type { Hook, HookMatcher } from './shapes.ts';
import type { ClaudeHost } from './tool-request.ts';
import { agentStop, sessionEnd, userPromptSubmit } from './turn.ts';

export interface GateHooks {
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
export const gateHooks = (gate: Gate, host: ClaudeHost): GateHooks => ({
  PreToolUse: matcher(preToolUse(gate, host)),
  PostToolUse: matcher(postToolUse(gate, host)),
  PostToolUseFailure: matcher(postToolUseFailure(gate, host)),
  UserPromptSubmit: matcher(userPromptSubmit(gate, host)),
  UserPromptExpansion: matcher(userPromptExpansion(gate, host)),
  Stop: matcher(agentStop(gate, host)),
  SubagentStop: matcher(agentStop(gate, host)),
  SessionEnd: matcher(sessionEnd(gate, host)),
});
