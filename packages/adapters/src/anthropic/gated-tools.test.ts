import { describe, expect, it } from 'vitest';
import type { ToolEffect } from '../../test/conversation.ts';
import { host, statesOf } from '../../test/conversation.ts';
import { openDefinedGate } from '../../test/definitions.ts';
import { gatedTool, gatedTools } from './index.ts';

/** As the SDK's own: the runner knows it by its class. */
class ToolError extends Error {
  readonly content: unknown;
  override readonly name = 'ToolError';
  constructor(content: unknown) {
    super(typeof content === 'string' ? content : 'several things');
    this.content = content;
  }
}

const context = (id: string): { readonly toolUse: { readonly id: string } } => ({ toolUse: { id } });

const saving = (done: ToolEffect[], run: (input: { text: string }) => unknown = () => 'saved') => ({
  name: 'save_note',
  input_schema: { type: 'object' },
  parse: (content: unknown): { text: string } => {
    if (typeof content !== 'object' || content === null || !('text' in content))
      throw new Error('text is missing');
    return { text: String(content.text).trim() };
  },
  run: async (input: { text: string }, _: unknown): Promise<unknown> => {
    done.push({ tool: 'save_note', input });
    return run(input);
  },
});

describe('a tool of the runner', () => {
  it('runs with what its schema makes of the arguments that were judged', async () => {
    const done: ToolEffect[] = [];
    const gate = await openDefinedGate();
    const tool = gatedTool(gate, saving(done), host);
    const parsed = tool.parse({ text: ' milk ' });
    expect(await tool.run(parsed, context('a'))).toBe('saved');
    expect(done).toEqual([{ tool: 'save_note', input: { text: 'milk' } }]);
    const calls = await gate.desk.read.callsAfter('', 10);
    expect(calls.map(({ key, state }) => [key, state])).toEqual([['a', 'done']]);
  });

  it('does not run with arguments its schema does not take, and leaves a row', async () => {
    const done: ToolEffect[] = [];
    const gate = await openDefinedGate();
    const tool = gatedTool(gate, saving(done), host);
    const other = {} as { text: string };
    await expect(tool.run(other, context('a'))).rejects.toThrow(
      'Not run: Tool save_note does not take these',
    );
    expect(done).toEqual([]);
    expect((await gate.desk.read.rows(1, 10)).map(({ event }) => event)).toEqual(['opened', 'blocked']);
  });

  it('leaves nothing of arguments that were not taken in the record, whatever its schema says about them', async () => {
    const gate = await openDefinedGate();
    const parse = (content: unknown): { text: string } => {
      throw new Error(`bad token ${JSON.stringify(content)}`);
    };
    const tool = gatedTool(gate, { ...saving([]), parse }, host);
    await expect(tool.run({ text: 'sk-SECRET-123' }, context('a'))).rejects.toThrow('sk-SECRET-123');
    const rows = await gate.desk.read.rows(1, 10);
    const kept = rows.map(({ bytes }) => new TextDecoder().decode(bytes)).join('\n');
    expect(kept).toContain('Tool save_note does not take these arguments');
    expect(kept).not.toContain('SECRET');
  });

  it('throws what the model can read where it may not run', async () => {
    const gate = await openDefinedGate();
    const wipe = gatedTool(gate, { name: 'wipe_notes', run: async (_: object) => 'wiped' }, host);
    await expect(wipe.run({})).rejects.toThrow(/^Not run: .*notes are not wiped by agents/);
  });

  it('gives an answer that says it failed back as such, in the class of the SDK', async () => {
    const gate = await openDefinedGate();
    const blocks = [{ type: 'text', text: 'the disk is full' }];
    const tool = gatedTool(
      gate,
      saving([], () => {
        throw new ToolError(blocks);
      }),
      host,
    );
    const failure: unknown = await tool.run({ text: 'milk' }, context('a')).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ToolError);
    expect(failure).toMatchObject({ content: blocks });
    expect(await statesOf(gate)).toEqual(['save_note done']);
  });

  it('keeps what else belongs to it, for the SDK', () => {
    const mark = Symbol('helper');
    const tool = { ...saving([]), [mark]: 'betaTool', close: (): void => {} };
    const wrapped = gatedTool({} as never, tool, host);
    expect(wrapped[mark]).toBe('betaTool');
    expect(wrapped.close).toBe(tool.close);
    expect(wrapped.run).not.toBe(tool.run);
    // nothing more is sent to the provider than before
    expect(JSON.stringify(wrapped)).toBe(JSON.stringify(tool));
  });
});

describe('all tools of a runner', () => {
  it('have no entry that would run past the gate', () => {
    const server = { type: 'web_search_20250305', name: 'web_search' };
    const toolset = { type: 'browser_toolset_20260801', run: (): string => 'clicked' };
    expect(gatedTools({} as never, [server], host)).toEqual([server]);
    expect(() => gatedTools({} as never, [toolset], host)).toThrow('cannot be wrapped');
  });
});
