import { disclose } from '@callgate/core/disclose';
import type { Gate } from '@callgate/gate';
import { describe, expect, it } from 'vitest';
import type { ToolEffect } from '../../test/conversation.ts';
import { agentTools, callsOf, host, openGate, statesOf, who } from '../../test/conversation.ts';
import { castPersonVote, findPendingApproval } from '../host/approvals.ts';
import type { AgentsHost, FunctionToolLike } from './index.ts';
import { catalogueOf, definitionOf, gatedTools, withHints } from './index.ts';

type Invoke = (context: unknown, input: string, details?: object) => Promise<unknown>;
type NeedsApproval = (context: unknown, input: unknown, callId?: string) => Promise<boolean>;

interface Made extends FunctionToolLike {
  readonly needsApproval: NeedsApproval;
  readonly invoke: Invoke;
}

/** A function tool as the SDK makes it: its `invoke` takes the text that the model wrote. */
const made = (name: string, run: Invoke, more: Partial<Made> = {}): Made => ({
  type: 'function',
  name,
  description: name,
  parameters: { type: 'object' },
  needsApproval: async () => false,
  invoke: run,
  ...more,
});

const noting =
  (done: ToolEffect[], tool: string): Invoke =>
  async (_, input) => {
    done.push({ tool, input });
    return { sent: true };
  };

const call = (callId: string): object => ({ toolCall: { callId } });

const agree = async (gate: Gate, id: string): Promise<void> => {
  const question = (await findPendingApproval(gate, who, id))?.question;
  if (question === undefined) throw new Error('nobody is asked');
  await castPersonVote(gate, { question, approved: true, subject: 'local', opened: true });
};

const gated = async (tool: Made, more: Partial<AgentsHost> = {}) => {
  const gate = await openGate(agentTools([]));
  const [wrapped] = gatedTools(gate, [tool], { ...host, ...more });
  return { gate, wrapped };
};

describe('a gated function tool', () => {
  it('gets the judged arguments and not what was written around them', async () => {
    const done: ToolEffect[] = [];
    const { wrapped } = await gated(made('read_notes', noting(done, 'read_notes')));
    await wrapped.invoke({}, '{ "about" : "food" }', call('read-1'));
    expect(done).toEqual([{ tool: 'read_notes', input: '{"about":"food"}' }]);
  });

  it('does not run what the SDK calls approved for always', async () => {
    const done: ToolEffect[] = [];
    const { gate, wrapped } = await gated(made('send_mail', noting(done, 'send_mail')));
    // nobody asks `needsApproval` then
    const told = await wrapped.invoke({}, '{"to":"eve@evil.example","text":"hello"}', call('mail-1'));
    expect(told).toContain("the call waits for a person's approval");
    expect(done).toEqual([]);
    expect(await statesOf(gate)).toEqual(['send_mail held']);
  });

  it('does not run what it wants approved itself where the SDK has an approval for another call', async () => {
    const done: ToolEffect[] = [];
    const tool = made('read_notes', noting(done, 'read_notes'), { needsApproval: async () => true });
    const { gate, wrapped } = await gated(tool);
    expect(await wrapped.needsApproval({}, { about: 'food' }, 'read-1')).toBe(true);
    await agree(gate, 'read-1');
    expect(await wrapped.invoke({}, '{"about":"food"}', call('read-1'))).toEqual({ sent: true });
    // `alwaysApprove`, or a kept state that somebody has edited: nobody asks `needsApproval` then
    const told = await wrapped.invoke({}, '{"about":"money"}', call('read-2'));
    expect(told).toContain("the call waits for a person's approval");
    expect(done).toEqual([{ tool: 'read_notes', input: '{"about":"food"}' }]);
    expect(await statesOf(gate)).toEqual(['read_notes done', 'read_notes held']);
    await agree(gate, 'read-2');
    expect(await wrapped.invoke({}, '{"about":"money"}', call('read-2'))).toEqual({ sent: true });
  });

  it('does not run for arguments that can be read in two ways', async () => {
    const done: ToolEffect[] = [];
    const { gate, wrapped } = await gated(made('read_notes', noting(done, 'read_notes')));
    const told = await wrapped.invoke({}, '{"about":"food","about":"money"}', call('read-1'));
    expect(told).toMatch(/^Error: /);
    expect(done).toEqual([]);
    expect(await callsOf(gate)).toEqual([]);
  });

  it('passes everything on that the SDK has put on the details', async () => {
    const mark = Symbol('mark');
    const seen: unknown[] = [];
    const tool = made('read_notes', async (_, __, details) => void seen.push(details));
    const { wrapped } = await gated(tool);
    await wrapped.invoke({}, '{"about":"food"}', { ...call('read-1'), [mark]: 'kept', resumeState: 'x' });
    expect(seen).toEqual([expect.objectContaining({ resumeState: 'x', [mark]: 'kept' })]);
    expect(seen).toEqual([expect.objectContaining({ signal: expect.any(AbortSignal) })]);
  });
});

describe('what a tool threw', () => {
  class InvalidToolInputError extends Error {}

  it('has done nothing where the SDK has refused the arguments', async () => {
    const refuse = async () => {
      throw new InvalidToolInputError('Invalid JSON input for tool');
    };
    const { gate, wrapped } = await gated(made('save_note', refuse));
    expect(await wrapped.invoke({}, '{"text":1}', call('save-1'))).toContain('Invalid JSON input');
    expect(await statesOf(gate)).toEqual(['save_note failed']);
  });

  it('is known by what the host says about the answer', async () => {
    const saysFailure = (output: unknown): boolean => output === 'sorry';
    const { gate, wrapped } = await gated(
      made('save_note', async () => 'sorry'),
      { saysFailure },
    );
    expect(await wrapped.invoke({}, '{"text":"milk"}', call('save-1'))).toContain('sorry');
    expect(await statesOf(gate)).toEqual(['save_note indeterminate']);
  });
});

describe('a tool that promises the form of its output', () => {
  const outputSchema = { type: 'object' };

  it('says itself what the model is told when it does not run', async () => {
    const errorFunction = (_: unknown, error: Error) => ({ refused: error.message });
    const tool = made('wipe_notes', async () => ({}), { outputSchema, errorFunction });
    const { wrapped } = await gated(tool);
    expect(await wrapped.invoke({}, '{}', call('wipe-1'))).toEqual({
      refused: expect.stringContaining('notes are not wiped by agents'),
    });
  });

  it('ends the run when it does not run and has no words for it', async () => {
    const tool = made('wipe_notes', async () => ({}), { outputSchema, errorFunction: null });
    const { wrapped } = await gated(tool);
    await expect(wrapped.invoke({}, '{}', call('wipe-1'))).rejects.toThrow('notes are not wiped by agents');
  });
});

describe('hints', () => {
  const annotations = { readOnlyHint: true };

  it('stay with the tool when it is copied or gated, and are no part of its JSON', async () => {
    const tool = withHints(
      made('read_notes', async () => null),
      { annotations, _meta: { a: 1 } },
    );
    const { wrapped } = await gated(tool);
    for (const copy of [{ ...tool }, wrapped])
      expect(definitionOf(copy)).toMatchObject({ name: 'read_notes', annotations, _meta: { a: 1 } });
    expect(JSON.stringify(tool)).not.toContain('readOnlyHint');
  });

  it('are what the catalogue has', () => {
    const tool = withHints(
      made('read_notes', async () => null),
      { annotations },
    );
    const found = catalogueOf([tool], { server: 'app', trust: 'owned' }).find('tool', 'app', 'read_notes');
    if (found === undefined) throw new Error('it is not there');
    expect(disclose(found.tool, 'all', [], []).claimed).toMatchObject({ readOnly: 'yes' });
  });
});
