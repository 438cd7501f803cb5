import { tool } from '@openai/agents';
import * as z from 'zod';
import { scriptedModel } from '../../openai-agents/scripted-model.ts';

export const input = 'Note: buy bread';

export const tools = [
  tool({
    name: 'save_note',
    description: 'Save a note',
    parameters: z.object({ text: z.string() }),
    errorFunction: null, // what the tool throws is recorded first; the model reads it all the same
    execute: async ({ text }) => `saved: ${text}`,
  }),
];

/** The SDK has no field for hints that stays in the program. */
export const annotations = {
  save_note: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
};

/** In place of a model of the provider. */
export const model = scriptedModel([
  { calls: [{ id: 'call-1', tool: 'save_note', input: { text: 'buy bread' } }] },
  { text: 'Noted.' },
]);
