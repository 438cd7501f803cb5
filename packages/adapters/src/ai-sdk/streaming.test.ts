import type { ToolSet } from 'ai';
import { isStepCount, jsonSchema, streamText, tool } from 'ai';
import { describe, expect, it } from 'vitest';
import { agentTools, userMessages, host, openGate, statesOf, who } from '../../test/conversation.ts';
import { approvalIdOf, callsTurn, textTurn, createScript } from '../../test/scripted-model.ts';
import { answerApproval, gatedTools, toolApproval, findPendingApproval } from './index.ts';

describe('streaming', () => {
  it('holds a call, and runs it once a person agreed', async () => {
    const done: { tool: string; input: unknown }[] = [];
    const tools = agentTools(done);
    const gate = await openGate(tools);
    const options = {
      tools: gatedTools(gate, tools, host),
      toolApproval: toolApproval(gate),
      stopWhen: isStepCount(3),
    };
    const mail = { id: 'm', tool: 'send_mail', input: { to: 'bob@example.com', text: 'hi' } };
    const first = streamText({
      ...options,
      model: createScript([callsTurn([mail])]).model,
      messages: userMessages('write'),
    });
    await first.consumeStream();
    expect(await statesOf(gate)).toEqual(['send_mail held']);

    const history = [...userMessages('write'), ...(await first.responseMessages)];
    const waiting = await findPendingApproval(gate, who, 'm');
    if (waiting?.question === undefined) throw new Error('nobody is asked');
    const { response } = await answerApproval(gate, {
      approvalId: approvalIdOf(history, 'm'),
      question: waiting.question,
      approved: true,
      subject: 'local',
      opened: true,
    });
    if (response === undefined) throw new Error('it still waits');
    const second = streamText({
      ...options,
      model: createScript([textTurn('sent')]).model,
      messages: [...history, { role: 'tool', content: [response] }],
    });
    expect(await second.text).toBe('sent');
    expect(done).toHaveLength(1);
    expect(await statesOf(gate)).toEqual(['send_mail done']);
  });

  it('shows nothing of what a tool yields before its answer is durable', async () => {
    const tools: ToolSet = {
      count: tool({
        inputSchema: jsonSchema<object>({ type: 'object' }),
        metadata: { annotations: { readOnlyHint: true, openWorldHint: false } },
        async *execute() {
          yield 'one';
          yield 'one, two';
        },
      }),
    };
    const gate = await openGate(tools);
    const { fullStream } = streamText({
      model: createScript([callsTurn([{ id: 'c', tool: 'count', input: {} }]), textTurn('ok')]).model,
      tools: gatedTools(gate, tools, host),
      toolApproval: toolApproval(gate),
      messages: userMessages('count'),
      stopWhen: isStepCount(2),
    });
    const results: unknown[] = [];
    for await (const part of fullStream)
      if (part.type === 'tool-result') results.push([part.output, part.preliminary, await statesOf(gate)]);
    expect(results).toEqual([['one, two', undefined, ['count done']]]);
  });
});
