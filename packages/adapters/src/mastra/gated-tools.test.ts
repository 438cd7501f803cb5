import { receiveArguments } from '@callgate/core/receive';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { ToolEffect } from '../../test/conversation.ts';
import { agentTools, callsOf, host, openGate, statesOf } from '../../test/conversation.ts';
import { findPendingApproval } from '../host/approvals.ts';
import type { MastraContextLike } from './index.ts';
import { gatedTools } from './index.ts';

const MAIL = { to: 'bob@example.com', text: 'hello' };

/** A tool of a class of its own, as those of `createTool` are. */
class Tool {
  readonly id: string;
  readonly execute: (input: unknown, context: MastraContextLike) => Promise<unknown>;

  constructor(id: string, execute: (input: unknown, context: MastraContextLike) => Promise<unknown>) {
    this.id = id;
    this.execute = execute;
  }
}

interface Writing extends MastraContextLike {
  readonly writer: { write(part: unknown): Promise<void>; custom(part: unknown): Promise<void> };
}

const noting = (done: ToolEffect[], tool: string): Tool =>
  new Tool(tool, async (input) => {
    done.push({ tool, input });
    return { sent: true };
  });

/** One that puts its input through its schema before it runs, as Mastra's own do. */
const parsing = (done: ToolEffect[], tool: string, inputSchema: z.ZodType) =>
  Object.assign(
    new Tool(tool, async (input) => {
      done.push({ tool, input: inputSchema.parse(input) });
      return 'saved';
    }),
    { inputSchema },
  );

const calledAs = (toolCallId: string, suspended: unknown[] = []): MastraContextLike => ({
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
    const done: ToolEffect[] = [];
    const gate = await openGate(agentTools(done));
    const { wipe_notes } = gatedTools(gate, { wipe_notes: noting(done, 'harmless') }, host);
    const told = await wipe_notes.execute({}, calledAs('wipe-1'));
    expect(told).toContain('notes are not wiped by agents');
    expect(done).toEqual([]);
  });

  it('gets the very context that the framework has checked, with a signal that ends in time', async () => {
    const gate = await openGate(agentTools([]));
    const seen: MastraContextLike[] = [];
    const tool = new Tool('read_notes', async (_, context) => void seen.push(context));
    const { read_notes } = gatedTools(gate, { read_notes: tool }, host);
    const context = calledAs('read-1');
    await read_notes.execute({ about: 'food' }, context);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toBe(context);
    expect(context.abortSignal).toBeInstanceOf(AbortSignal);
  });

  it.each([
    ['leaves what it made as it is', z.object({ text: z.string().trim() }), ' milk ', 'milk'],
    ['fills in what is missing', z.object({ text: z.string().default('bread') }), undefined, 'bread'],
  ])('is judged by what runs where its schema %s', async (_, inputSchema, text, ran) => {
    const done: ToolEffect[] = [];
    const gate = await openGate(agentTools([]));
    const { save_note } = gatedTools(gate, { save_note: parsing(done, 'save_note', inputSchema) }, host);
    await save_note.execute(text === undefined ? {} : { text }, calledAs('save-1'));
    expect(done).toEqual([{ tool: 'save_note', input: { text: ran } }]);
    const [call] = await callsOf(gate);
    expect([call?.state, call?.argumentsDigest]).toEqual([
      'done',
      receiveArguments({ text: ran }).argumentsDigest,
    ]);
  });

  it.each([
    ['makes something else of it every time', z.object({ text: z.string().transform((text) => `${text}!`) })],
    ['makes something of it that has no JSON', z.object({ text: z.string().transform(() => 1n) })],
    ['does not take it', z.object({ text: z.number() })],
  ])('does not run where its schema %s', async (_, inputSchema) => {
    const done: ToolEffect[] = [];
    const gate = await openGate(agentTools([]));
    const { save_note } = gatedTools(gate, { save_note: parsing(done, 'save_note', inputSchema) }, host);
    expect(await save_note.execute({ text: 'milk' }, calledAs('save-1'))).toMatch(
      /^Error: Not run: Tool save_note/,
    );
    expect(done).toEqual([]);
    expect(await callsOf(gate)).toEqual([]);
    expect((await gate.desk.read.rows(1, 10)).map(({ event }) => event)).toContain('blocked');
  });

  it('cannot show anything of its answer while it runs', async () => {
    const gate = await openGate(agentTools([]));
    const shown: unknown[] = [];
    const writer = {
      write: async (part: unknown) => void shown.push(part),
      custom: async (part: unknown) => void shown.push(part),
    };
    const tool = new Tool('read_notes', async (_, context) => {
      const given = (context as Writing).writer;
      await given.write({ part: 1 });
      await given.custom({ type: 'data-part', data: 2 });
      return { notes: ['milk'] };
    });
    const { read_notes } = gatedTools(gate, { read_notes: tool }, host);
    const context = { ...calledAs('read-1'), writer };
    expect(await read_notes.execute({ about: 'food' }, context)).toEqual({ notes: ['milk'] });
    expect(shown).toEqual([]);
  });

  it('suspends as an approval where people are needed, and tells the model when it comes back too early', async () => {
    const done: ToolEffect[] = [];
    const suspended: unknown[] = [];
    const gate = await openGate(agentTools(done));
    const { send_mail } = gatedTools(gate, { send_mail: noting(done, 'send_mail') }, host);
    expect(await send_mail.execute(MAIL, calledAs('mail-1', suspended))).toBeUndefined();
    const approval = { requireToolApproval: { toolName: 'send_mail', args: MAIL } };
    expect(suspended).toEqual([[approval, approval]]);
    const told = await send_mail.execute(MAIL, calledAs('mail-1', suspended));
    expect(told).toContain("the call waits for a person's approval");
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
    const [one, two] = await Promise.all(
      ['mail-1', 'mail-2'].map((id) => findPendingApproval(gate, host, id)),
    );
    expect(one?.question).toBeDefined();
    expect(two?.question).toEqual(one?.question);
  });

  it('tells its caller that it waits where nothing can be suspended', async () => {
    const done: ToolEffect[] = [];
    const gate = await openGate(agentTools(done));
    const { send_mail } = gatedTools(gate, { send_mail: noting(done, 'send_mail') }, host);
    expect(await send_mail.execute(MAIL, {})).toContain("the call waits for a person's approval");
    expect(done).toEqual([]);
  });

  it('is refused where somebody else would run it', async () => {
    const gate = await openGate(agentTools([]));
    expect(() => gatedTools(gate, { browse: { id: 'browse' } }, host)).toThrow('Tool browse has no execute');
  });
});
