/** What the adapter takes and gives is what the SDK gives and takes. Compiled, never run. */
import {
  catalogueOf,
  gateHooks,
  gatedTools,
  onPostToolUse,
  onPostToolUseFailure,
  onPreToolUse,
  onSessionEnd,
  onUserPromptSubmitted,
  permissionHandler,
} from '@callgate/adapters/copilot';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import type { PermissionHandler, SessionConfig, Tool } from '@github/copilot-sdk';
import { defineTool } from '@github/copilot-sdk';

type CopilotHooks = NonNullable<SessionConfig['hooks']>;

declare const gate: Gate;
const host = { server: 'app', principal: LOCAL_PRINCIPAL, context: 'conversation-1' };

permissionHandler(gate, host) satisfies PermissionHandler;
gateHooks(gate, host) satisfies CopilotHooks;
onPreToolUse() satisfies CopilotHooks['onPreToolUse'];
onPostToolUse(gate, host) satisfies CopilotHooks['onPostToolUse'];
onPostToolUseFailure(gate, host) satisfies CopilotHooks['onPostToolUseFailure'];
onUserPromptSubmitted(gate, host) satisfies CopilotHooks['onUserPromptSubmitted'];
onSessionEnd(gate, host) satisfies CopilotHooks['onSessionEnd'];

const save = defineTool<{ readonly text: string }>('save_note', {
  parameters: { type: 'object', properties: { text: { type: 'string' } } },
  handler: ({ text }) => text,
  metadata: { annotations: { readOnlyHint: false } },
});
const tools = gatedTools(gate, [save], host);
tools satisfies Tool<{ readonly text: string }>[];
void catalogueOf(tools, { server: 'app', trust: 'owned' });

// @ts-expect-error: where the tools come from must be said
permissionHandler(gate, { principal: LOCAL_PRINCIPAL, context: 'conversation-1' });
// @ts-expect-error: a permission handler is no hook
permissionHandler(gate, host) satisfies CopilotHooks['onPostToolUse'];
// @ts-expect-error: one tool is no list of tools
gatedTools(gate, save, host);
// @ts-expect-error: trust is one of three words
void catalogueOf(tools, { server: 'app', trust: 'very' });
