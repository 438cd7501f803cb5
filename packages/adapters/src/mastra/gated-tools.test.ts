import { describe, expect, it } from 'vitest';
import type { Done } from '../../test/conversation.ts';
import { agentTools, host, openGate, statesOf } from '../../test/conversation.ts';
import type { ContextLike } from './index.ts';
import { gatedTools } from './index.ts';

const MAIL = { to: 'bob@example.com', text: 'hello' };

/** A tool of a class of its own, as those of `createTool` are. */
class Tool {
  readonly id: string;
  readonly execute: (input: unknown, context: ContextLike) => Promise<unknown>;

  constructor(id: string, execute: (input: unknown, context: ContextLike) => Promise<unknown>) {
    this.id = id;
    this.execute = execute;
  }
}

const noting = (done: Done[], tool: string): Tool =>
  new Tool(tool, async (input) => {
    done.push({ tool, input });
    return { sent: true };
  });

const calledAs = (toolCallId: string, suspended: unknown[] = []): ContextLike => ({
  agent: { toolCallId, suspend: async (...call: unknown[]) => void suspended.push(call) },
});

describe('a gated tool', () => {
  it('stays a tool of its class', async () => {
    const gate = await openGate(agentTools([]));
    const { save } = gatedTools(gate, { save: noting([], 'save') }, host);
    expect(save).toBeInstanceOf(Tool);
    expect(save.id).toBe('save');
  });

  it('is judged by the name that the agent has it by', async () => {
    const done: Done[] = [];
    const gate = await openGate(agentTools(done));
    const { wipe_notes } = gatedTools(gate, { wipe_notes: noting(done, 'harmless') }, host);
    const told = await wipe_notes.execute({}, calledAs('wipe-1'));
    expect(told).toContain('notes are not wiped by agents');
    expect(done).toEqual([]);
  });

  it('gets the very context that the framework has checked, with a signal that ends in time', async () => {
    const gate = await openGate(agentTools([]));
    const seen: ContextLike[] = [];
    const tool = new Tool('read_notes', async (_, context) => void seen.push(context));
    const { read_notes } = gatedTools(gate, { read_notes: tool }, host);
    const context = calledAs('read-1');
    await read_notes.execute({ about: 'food' }, context);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toBe(context);
    expect(context.abortSignal).toBeInstanceOf(AbortSignal);
  });

  it('suspends as an approval where people are needed, and tells the model when it comes back too early', async () => {
    const done: Done[] = [];
    const suspended: unknown[] = [];
    const gate = await openGate(agentTools(done));
    const { send_mail } = gatedTools(gate, { send_mail: noting(done, 'send_mail') }, host);
    expect(await send_mail.execute(MAIL, calledAs('mail-1', suspended))).toBeUndefined();
    const approval = { requireToolApproval: { toolName: 'send_mail', args: MAIL } };
    expect(suspended).toEqual([[approval, approval]]);
    const told = await send_mail.execute(MAIL, calledAs('mail-1', suspended));
    expect(told).toContain("it waits for a person's approval");
    expect(suspended).toHaveLength(1);
    expect(done).toEqual([]);
  });

  it('suspends for the same question under another id as well', async () => {
    const suspended: unknown[] = [];
    const gate = await openGate(agentTools([]));
    const { send_mail } = gatedTools(gate, { send_mail: noting([], 'send_mail') }, host);
    await send_mail.execute(MAIL, calledAs('mail-1', suspended));
    await send_mail.execute(MAIL, calledAs('mail-2', suspended));
    expect(suspended).toHaveLength(2);
    expect(await statesOf(gate)).toEqual(['send_mail held']);
  });

  it('tells its caller that it waits where nothing can be suspended', async () => {
    const done: Done[] = [];
    const gate = await openGate(agentTools(done));
    const { send_mail } = gatedTools(gate, { send_mail: noting(done, 'send_mail') }, host);
    expect(await send_mail.execute(MAIL, {})).toContain("it waits for a person's approval");
    expect(done).toEqual([]);
  });

  it('is refused where somebody else would run it', async () => {
    const gate = await openGate(agentTools([]));
    expect(() => gatedTools(gate, { browse: { id: 'browse' } }, host)).toThrow('browse has no execute');
  });
});
