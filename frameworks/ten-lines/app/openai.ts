import OpenAI from 'openai';
import { scriptedModel } from '../../openai/scripted-model.ts';

export { functions } from './functions.ts';

export const input = 'Note: buy bread';
export const model = 'gpt-5';

/** In place of the provider. */
const provider = await scriptedModel([
  { calls: [{ id: 'call-1', tool: 'save_note', input: { text: 'buy bread' } }] },
  { text: 'Noted.' },
]);
provider.unref();

export const openai = new OpenAI({ baseURL: provider.url, apiKey: 'none' });
