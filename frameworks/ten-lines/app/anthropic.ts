import Anthropic from '@anthropic-ai/sdk';
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod';
import * as z from 'zod';
import { scriptedModel } from '../../anthropic/scripted-model.ts';

export const messages = [{ role: 'user' as const, content: 'Note: buy bread' }];
export const model = 'claude-sonnet-5';

export const tools = [
  betaZodTool({
    name: 'save_note',
    description: 'Save a note',
    inputSchema: z.object({ text: z.string() }),
    run: ({ text }) => `saved: ${text}`,
  }),
];

/** The API has no field for hints. */
export const annotations = {
  save_note: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
};

/** In place of the provider. */
const provider = await scriptedModel([
  { calls: [{ id: 'call-1', tool: 'save_note', input: { text: 'buy bread' } }] },
  { text: 'Noted.' },
]);
provider.unref();

export const anthropic = new Anthropic({ baseURL: provider.url, apiKey: 'none' });
