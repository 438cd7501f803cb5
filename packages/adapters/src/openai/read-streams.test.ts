import { describe, expect, it } from 'vitest';
import type { ChatChunkLike } from './index.ts';
import { readChatStream, readResponseStream } from './index.ts';

async function* from<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

describe('a streamed response', () => {
  it('is what the last event says', async () => {
    const response = { output: [{ type: 'message' }] };
    const seen: string[] = [];
    const events = [{ type: 'response.created' }, { type: 'response.completed', response }];
    expect(await readResponseStream(from(events), ({ type }) => seen.push(type))).toBe(response);
    expect(seen).toEqual(['response.created', 'response.completed']);
  });

  it.each([
    ['ended early', [{ type: 'response.output_item.done', item: {} }]],
    ['was cut off', [{ type: 'response.incomplete', response: { output: [] } }]],
    ['failed', [{ type: 'response.failed', response: { output: [] } }]],
  ])('is none if it %s', async (_, events: readonly { readonly type: string }[]) => {
    await expect(readResponseStream(from(events))).rejects.toMatchObject({ code: 'STREAM_CUT' });
  });
});

const chunk = (
  delta: ChatChunkLike['choices'][number]['delta'],
  finish?: string,
  index = 0,
): ChatChunkLike => ({ choices: [{ index, delta, finish_reason: finish ?? null }] });

const part = (index: number, text: string, id?: string, name?: string): ChatChunkLike =>
  chunk({
    tool_calls: [
      {
        index,
        ...(id === undefined ? {} : { id }),
        function: { ...(name === undefined ? {} : { name }), arguments: text },
      },
    ],
  });

describe('a streamed chat message', () => {
  it('has its calls whole, in their order', async () => {
    const message = await readChatStream(
      from([
        chunk({ content: 'Let me ' }),
        chunk({ content: 'see.' }),
        part(1, '{"b":', 'b', 'second'),
        part(0, '{"a":', 'a', 'first'),
        part(1, '2}'),
        part(0, '1}', 'a'),
        chunk({}, 'tool_calls'),
      ]),
    );
    expect(message).toEqual({
      role: 'assistant',
      content: 'Let me see.',
      tool_calls: [
        { type: 'function', id: 'a', function: { name: 'first', arguments: '{"a":1}' } },
        { type: 'function', id: 'b', function: { name: 'second', arguments: '{"b":2}' } },
      ],
    });
  });

  it('has none of the calls of another choice', async () => {
    const other: ChatChunkLike = chunk(
      { tool_calls: [{ index: 0, id: 'x', function: { name: 'x' } }] },
      'stop',
      1,
    );
    expect(await readChatStream(from([chunk({ content: 'yes' }, 'stop'), other]))).toEqual({
      role: 'assistant',
      content: 'yes',
    });
  });

  it.each([
    ['does not end', [part(0, '{}', 'a', 'first')]],
    ['is too long', [part(0, '{}', 'a', 'first'), chunk({}, 'length')]],
    ['is filtered', [part(0, '{}', 'a', 'first'), chunk({}, 'content_filter')]],
  ])('is none if it %s', async (_, chunks) => {
    await expect(readChatStream(from(chunks))).rejects.toMatchObject({ code: 'STREAM_CUT' });
  });
});
