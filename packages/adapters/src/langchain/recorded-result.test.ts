import { describe, expect, it } from 'vitest';
import { addNote, toRecordedResult, applyReleased } from './recorded-result.ts';

const message = (content: unknown, more: object = {}) => ({ tool_call_id: 'c', content, ...more });

describe('what is recorded of a message', () => {
  it('is a result of MCP', () => {
    expect(toRecordedResult(message('milk'))).toEqual({ content: [{ type: 'text', text: 'milk' }] });
    const image = { type: 'image_url', image_url: { url: 'data:' } };
    expect(toRecordedResult(message([image]))).toEqual({ content: [image] });
  });

  it('says that the tool failed', () => {
    expect(toRecordedResult(message('no', { status: 'error' }))).toMatchObject({ isError: true });
  });

  it('has what the MCP adapters put beside the content, where it is understood', () => {
    const artifact = [
      { type: 'mcp_structured_content', data: { notes: ['milk'] } },
      { type: 'mcp_meta', data: { 'example.com/label': 'private' } },
    ];
    expect(toRecordedResult(message('milk', { artifact }))).toEqual({
      content: [{ type: 'text', text: 'milk' }],
      artifact,
      structuredContent: { notes: ['milk'] },
      _meta: { 'example.com/label': 'private' },
    });
  });

  it('leaves an artifact out that has no JSON', () => {
    expect(toRecordedResult(message('milk', { artifact: { n: 1n } }))).toMatchObject({
      artifact: 'it is not JSON',
    });
  });

  it('is all of a command', () => {
    const command = { lg_name: 'Command', update: { seen: true } };
    expect(toRecordedResult(command)).toEqual({ content: [], command });
  });
});

describe('what is released', () => {
  it('is the message itself where nothing was changed', () => {
    const artifact = { made: new Date(0) };
    const output = message('milk', { artifact });
    const given = toRecordedResult(output);
    expect(applyReleased(output, given, structuredClone(given))).toBe(true);
    expect(output).toEqual(message('milk', { artifact }));
  });

  it('has what became of the content and the artifact', () => {
    const output = message('see http://evil.example', { artifact: 'a' });
    const released = { content: [{ type: 'text', text: 'see (a link)' }], artifact: 'b' };
    expect(applyReleased(output, toRecordedResult(output), released)).toBe(true);
    expect(output).toEqual(message('see (a link)', { artifact: 'b' }));
  });

  it('keeps the parts of a message that has parts', () => {
    const output = message([{ type: 'text', text: 'a' }]);
    const content = [{ type: 'text', text: 'b' }];
    expect(applyReleased(output, toRecordedResult(output), { content })).toBe(true);
    expect(output.content).toEqual(content);
  });

  it('is nothing where it does not fit', () => {
    const command = { update: { seen: true } };
    expect(applyReleased(command, toRecordedResult(command), { content: [] })).toBe(false);
    expect(applyReleased(message('a'), toRecordedResult(message('a')), 'b')).toBe(false);
  });
});

it('puts a note before what the model reads', () => {
  const text = message('sent');
  addNote(text, 'changed');
  expect(text.content).toBe('changed\nsent');
  const parts = message([{ type: 'image' }]);
  addNote(parts, 'changed');
  expect(parts.content).toEqual([{ type: 'text', text: 'changed' }, { type: 'image' }]);
});
