import type { JsonObject } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import type { McpToolDefinition } from '../src/host/catalogue.ts';
import { catalogueFrom } from '../src/host/catalogue.ts';
import type { ToolHandlers } from '../src/host/model-call.ts';
import type { ToolEffect, OpenOptions } from './conversation.ts';
import { openGate } from './conversation.ts';

const defined = (name: string, input: readonly string[], annotations: JsonObject): McpToolDefinition => ({
  name,
  description: name,
  inputSchema: {
    type: 'object',
    properties: Object.fromEntries(input.map((key) => [key, { type: 'string' }])),
    required: [...input],
  },
  annotations,
});

const hints = (readOnlyHint: boolean, openWorldHint: boolean, destructiveHint = false): JsonObject => ({
  readOnlyHint,
  openWorldHint,
  destructiveHint,
});

/** The tools of the conversation, as a manifest defines them. */
export const DEFINITIONS: readonly McpToolDefinition[] = [
  defined('read_notes', ['about'], hints(true, false)),
  defined('search_web', ['query'], hints(true, true)),
  defined('save_note', ['text'], hints(false, false)),
  defined('send_mail', ['to', 'text'], hints(false, true)),
  defined('list_notes', [], hints(true, false)),
  defined('jot_down', ['input'], hints(false, false)),
  defined('wipe_notes', [], hints(false, false, true)),
];

/** What the tools do: they note that they did it. */
export const handlersThatNote = (done: ToolEffect[]): ToolHandlers =>
  Object.fromEntries(
    DEFINITIONS.map(({ name }) => [
      name,
      (input: unknown) => {
        done.push({ tool: name, input });
        return { did: name };
      },
    ]),
  );

/** A real gate on a real store, for these tools. Closed after the test. */
export const openDefinedGate = (options: OpenOptions = {}): Promise<Gate> =>
  openGate({}, { catalogue: catalogueFrom(DEFINITIONS, { server: 'app', trust: 'owned' }), ...options });
