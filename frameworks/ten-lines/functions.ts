import { callgate } from 'callgate';
import { functions } from './app/functions.ts';

const gate = await callgate({ policy: 'balanced' });
const turn = gate.turn({ user: 'ann', conversation: 'c-1', messages: 'Note: buy bread' });
const { save_note } = turn.functions(functions, { trust: 'owned' });
console.log(await save_note({ text: 'buy bread' }));
await gate.close();
