import { callgate } from 'callgate';
import { annotations, anthropic, messages, model, tools } from './app/anthropic.ts';

const gate = await callgate({ policy: 'balanced' });
const turn = gate.turn({ user: 'ann', conversation: 'c-1', messages });
const gated = turn.anthropic(tools, { trust: 'owned', annotations });
const request = { model, max_tokens: 1024, messages, tools: gated };
const { content } = await anthropic.beta.messages.toolRunner(request);
for (const block of content) if (block.type === 'text') console.log(block.text);
await gate.close();
