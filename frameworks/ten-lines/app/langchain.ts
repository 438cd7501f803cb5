import { tool } from 'langchain';
import * as z from 'zod';
import { LangChainScriptedModel } from '../../langchain/scripted-model.ts';

export const messages = [{ role: 'user' as const, content: 'Note: buy bread' }];

export const tools = [
  tool(async ({ text }: { text: string }) => `saved: ${text}`, {
    name: 'save_note',
    description: 'Save a note',
    schema: z.object({ text: z.string() }),
    // hints live here; LangChain does not show them to the model
    metadata: { annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false } },
  }),
];

/** In place of a model of a provider. */
export const model = new LangChainScriptedModel([
  [{ id: 'call-1', tool: 'save_note', input: { text: 'buy bread' } }],
  'Noted.',
]);
