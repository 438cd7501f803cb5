import { callgate } from 'callgate';
import { ToolMessage, createAgent } from 'langchain';
import { messages, model, tools } from './app/langchain.ts';

const gate = await callgate({ policy: 'balanced' });
const turn = gate.turn({ user: 'ann', conversation: 'c-1' });
const middleware = [turn.langchain(tools, { ToolMessage, trust: 'owned' })];
const result = await createAgent({ model, tools, middleware }).invoke({ messages });
console.log(result.messages.at(-1)?.text);
await gate.close();
