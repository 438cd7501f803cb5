import { callgate } from 'callgate';
import { generateText, isStepCount } from 'ai';
import { messages, model, tools } from './app/ai-sdk.ts';

const gate = await callgate({ policy: 'balanced' });
const turn = gate.turn({ user: 'ann', conversation: 'c-1', messages });
const gated = turn.aiSdk(tools, { trust: 'owned' });
const { text } = await generateText({ model, messages, ...gated, stopWhen: isStepCount(5) });
console.log(text);
await turn.close();
await gate.close();
