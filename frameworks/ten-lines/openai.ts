import { callgate } from 'callgate';
import { functions, input, model, openai } from './app/openai.ts';

const gate = await callgate({ policy: 'balanced' });
const turn = gate.turn({ user: 'ann', conversation: 'c-1', messages: input });
const { tools, answer } = turn.openai(functions, { trust: 'owned' });
const { id, ...response } = await openai.responses.create({ model, input, tools });
const next = { model, tools, previous_response_id: id, input: await answer(response) };
console.log((await openai.responses.create(next)).output_text);
await gate.close();
