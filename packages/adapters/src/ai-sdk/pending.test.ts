import { systemClock } from '@callgate/gate';
import { virtualClock } from '@callgate/gate/testing';
import { generateText } from 'ai';
import { describe, expect, it } from 'vitest';
import type { ToolEffect } from '../../test/conversation.ts';
import { agentTools, userMessages, host, openGate, statesOf, who } from '../../test/conversation.ts';
import type { FinishReason } from '../../test/scripted-model.ts';
import { callsTurn, createScript } from '../../test/scripted-model.ts';
import type { HostOptions } from './index.ts';
import { endTurn, gatedTools, settleClientResults, toolApproval } from './index.ts';

const start = async (more: Partial<HostOptions> = {}) => {
  const done: ToolEffect[] = [];
  const tools = agentTools(done);
  const gate = await openGate(tools);
  const gated = gatedTools(gate, tools, { ...host, ...more });
  const turn = async (finish: FinishReason) =>
    await generateText({
      model: createScript([callsTurn([{ id: 'n', tool: 'save_note', input: { text: 'x' } }], finish)]).model,
      tools: gated,
      toolApproval: toolApproval(gate),
      messages: userMessages('note x'),
    });
  return { done, gate, gated, turn };
};

describe('a call that was let out and that the SDK does not run', () => {
  it('is recorded as failed when the turn ends', async () => {
    const { done, gate, turn } = await start();
    await turn('length');
    expect(await statesOf(gate)).toEqual(['save_note dispatching']);
    expect(await endTurn(gate, { ...who, context: 'another' })).toBe(0);
    expect(await endTurn(gate, who)).toBe(1);
    expect(await statesOf(gate)).toEqual(['save_note failed']);
    expect(await endTurn(gate, who)).toBe(0);
    expect(done).toEqual([]);
  });

  it('is recorded as failed when it has waited too long, and does not run any more', async () => {
    const timers: [number, () => void, string | undefined][] = [];
    const clock = {
      ...systemClock,
      after: (ms: number, work: () => void, idle?: 'idle') => {
        timers.push([ms, work, idle]);
        return () => {};
      },
    };
    const { done, gate, gated, turn } = await start({ clock, unusedMs: 1234 });
    await turn('length');
    // it keeps no process alive
    expect(timers.map(([ms, , idle]) => [ms, idle])).toEqual([[1234, 'idle']]);
    timers[0]?.[1]();
    await expect.poll(() => statesOf(gate)).toEqual(['save_note failed']);
    await expect(
      Promise.resolve(gated.save_note.execute({ text: 'x' }, { toolCallId: 'n', messages: [], context: {} })),
    ).rejects.toThrow('does not run twice');
    expect(done).toEqual([]);
  });

  it('is recorded as failed before the gate gives it up, though the host would wait longer', async () => {
    const clock = virtualClock(Date.UTC(2026, 10, 16, 12, 0));
    const done: ToolEffect[] = [];
    const tools = agentTools(done);
    const gate = await openGate(tools, { clock, limits: { sweepMs: null } });
    const gated = gatedTools(gate, tools, { ...host, clock, unusedMs: 3_600_000 });
    const toolCall = { toolCallId: 'n', toolName: 'save_note', input: { text: 'x' } };
    expect((await toolApproval(gate)({ toolCall, tools: gated })).type).toBe('approved');
    clock.advance(390_000);
    await gate.sweep();
    await expect.poll(() => statesOf(gate)).toEqual(['save_note failed']);
    expect(await endTurn(gate, who)).toBe(0);
  });

  it('does not break the end of the turn where somebody else has ended it', async () => {
    const clock = virtualClock(Date.UTC(2026, 10, 16, 12, 0));
    const tools = agentTools([]);
    const gate = await openGate(tools, { clock, limits: { sweepMs: null } });
    // a host with a clock of its own does not notice that the time is over
    const gated = gatedTools(gate, tools, host);
    for (const text of ['x', 'y'])
      await toolApproval(gate)({
        toolCall: { toolCallId: text, toolName: 'save_note', input: { text } },
        tools: gated,
      });
    clock.advance(390_000);
    await gate.sweep();
    expect(await statesOf(gate)).toEqual(['save_note indeterminate', 'save_note indeterminate']);
    expect(await endTurn(gate, who)).toBe(0);
  });

  it('is not settled by a result that a client claims for it', async () => {
    const { gate, turn } = await start();
    await turn('length');
    const output = { type: 'text', value: 'I did it' };
    const claim = {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: 'n', toolName: 'save_note', output }],
    };
    expect(await settleClientResults(gate, who, [claim])).toBe(0);
    expect(await statesOf(gate)).toEqual(['save_note dispatching']);
  });

  it('leaves a turn alone that has run all of its calls', async () => {
    const { done, gate, turn } = await start();
    await turn('tool-calls');
    expect(await endTurn(gate, who)).toBe(0);
    expect(await statesOf(gate)).toEqual(['save_note done']);
    expect(done).toHaveLength(1);
  });
});
