import { tool } from 'ai';
import * as z from 'zod';
import { scriptedModel } from '../../ai-sdk/scripted-model.ts';

export const messages = [{ role: 'user' as const, content: 'Note: buy bread' }];

const save_note = tool({
  description: 'Save a note',
  inputSchema: z.object({ text: z.string() }),
  // hints live here; the SDK does not show them to the model
  metadata: { annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false } },
  execute: async ({ text }) => `saved: ${text}`,
});

export const tools = { save_note };

/** In place of a model of a provider. */
export const model = scriptedModel([
  [{ id: 'call-1', tool: 'save_note', input: { text: 'buy bread' } }],
  'Noted.',
]);
