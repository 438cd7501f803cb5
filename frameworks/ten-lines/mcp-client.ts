import { callgate } from 'callgate';
import { connect, input } from './app/mcp-client.ts';

const gate = await callgate({ policy: 'balanced' });
const turn = gate.turn({ user: 'ann', conversation: 'c-1', messages: input });
const client = turn.mcpClient(await connect(), { server: 'notes', trust: 'trusted' });
const result = await client.callTool({ name: 'save_note', arguments: { text: 'buy bread' } });
console.log(result.content);
await gate.close();
