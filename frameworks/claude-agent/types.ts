/** What the adapter takes and gives is what the SDK gives and takes. Compiled, never run. */
import type {
  CanUseTool,
  HookCallback,
  McpServerStatus,
  Options,
  SdkMcpToolDefinition,
} from '@anthropic-ai/claude-agent-sdk';
import { createSdkMcpServer, tool } from '@anthropic-ai/claude-agent-sdk';
import {
  agentStop,
  canUseTool,
  catalogueOf,
  gateHooks,
  gatedTools,
  postToolUse,
  postToolUseFailure,
  preToolUse,
  sessionEnd,
  toolHints,
  userPromptSubmit,
} from '@callgate/adapters/claude-agent';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import * as z from 'zod';

declare const gate: Gate;
declare const status: McpServerStatus;
const host = { principal: LOCAL_PRINCIPAL, context: 'conversation-1' };

preToolUse(gate, host) satisfies HookCallback;
postToolUse(gate, host) satisfies HookCallback;
postToolUseFailure(gate, host) satisfies HookCallback;
userPromptSubmit(gate, host) satisfies HookCallback;
agentStop(gate, host) satisfies HookCallback;
sessionEnd(gate, host) satisfies HookCallback;
canUseTool(gate, host) satisfies CanUseTool;
gateHooks(gate, host) satisfies NonNullable<Options['hooks']>;

const save = tool('save_note', 'Save a note', { text: z.string() }, async ({ text }) => ({
  content: [{ type: 'text', text: text satisfies string }],
}));
const tools = gatedTools(gate, [save], { server: 'app', ...host });
tools satisfies SdkMcpToolDefinition<{ text: z.ZodString }>[];
createSdkMcpServer({ name: 'app', tools });
void catalogueOf(tools, { server: 'app', trust: 'owned' });
void toolHints(status);

// @ts-expect-error: whose conversation it is must be said
preToolUse(gate, { principal: LOCAL_PRINCIPAL });
// @ts-expect-error: where the tools come from must be said
gatedTools(gate, [save], host);
// @ts-expect-error: a hook is no permission callback
canUseTool(gate, host) satisfies HookCallback;
// @ts-expect-error: trust is one of three words
void catalogueOf(tools, { server: 'app', trust: 'very' });
