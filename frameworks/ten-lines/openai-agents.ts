import { Agent, run } from '@openai/agents';
import { callgate } from 'callgate';
import { annotations, input, model, tools } from './app/openai-agents.ts';

const gate = await callgate({ policy: 'balanced' });
const turn = gate.turn({ user: 'ann', conversation: 'c-1', messages: input });
const gated = turn.openaiAgents(tools, { trust: 'owned', annotations });
const { finalOutput } = await run(new Agent({ name: 'notes', model, tools: gated }), input);
console.log(finalOutput);
await turn.close();
await gate.close();
