import { describe, expect, it } from 'vitest';
import type { Json } from '../../receive/json.ts';
import { readResultData, isErrorResult, isStructuredResult, listResultTexts } from './result-data.ts';

const texts = (...all: readonly string[]): Json => ({ content: all.map((text) => ({ type: 'text', text })) });

const plain = (data: readonly Json[]): unknown => JSON.parse(JSON.stringify(data));

describe('the data of a result', () => {
  it.each<readonly [string, Json, readonly Json[]]>([
    ['its structured content', { structuredContent: { id: 1 }, content: [] }, [{ id: 1 }]],
    [
      'its structured content alone',
      { ...(texts('{"id":2}') as object), structuredContent: { id: 1 } },
      [{ id: 1 }],
    ],
    [
      'its texts where the structured content is nothing',
      { ...(texts('{"id":2}') as object), structuredContent: null },
      [{ id: 2 }],
    ],
    ['a JSON text', texts('{"id": 1}'), [{ id: 1 }]],
    ['a JSON list', texts(' \n[1, 2]'), [[1, 2]]],
    ['a YAML text', texts('- id: 1\n'), [[{ id: 1 }]]],
    ['several texts', texts('{"id":1}', 'hello', 'id: 2\n'), [{ id: 1 }, { id: 2 }]],
    ['no text that is broken', texts('{"id":1', '{"id":1,"id":2}', '{"id":1} and more', '[1]]'), []],
    ['no record inside other text', texts('Here it is: {"id": 1}', 'see\n- id: 1\n'), []],
    ['nothing of an error', { ...(texts('{"id":1}') as object), isError: true }, []],
    ['nothing of an error with structured content', { structuredContent: { id: 1 }, isError: true }, []],
    [
      'no image',
      { content: [{ type: 'image', data: 'x', text: '{"id":1}' }, null, 'x', { type: 'text', text: 5 }] },
      [],
    ],
    ['nothing of what is no result', ['x'], []],
    ['nothing of content that is no list', { content: { type: 'text', text: '{"id":1}' } }, []],
    ['nothing of nothing', null, []],
  ])('is %s', (_, result, data) => {
    expect(plain(readResultData(result))).toEqual(data);
  });

  it('is apart from what is only inherited', () => {
    expect(readResultData(Object.create({ structuredContent: { id: 1 } }))).toEqual([]);
  });
});

describe('a result', () => {
  it('has texts in their order', () => {
    expect(listResultTexts(texts('a', 'b'))).toEqual(['a', 'b']);
    expect(listResultTexts({ content: [{ type: 'image' }] })).toEqual([]);
    expect(listResultTexts('a')).toEqual([]);
  });

  it('is structured, or an error, by its own word', () => {
    expect([
      isStructuredResult({ structuredContent: {} }),
      isStructuredResult({ structuredContent: null }),
      isStructuredResult({}),
      isStructuredResult(null),
    ]).toEqual([true, false, false, false]);
    expect([
      isErrorResult({ isError: true }),
      isErrorResult({ isError: 'true' }),
      isErrorResult({}),
      isErrorResult([]),
    ]).toEqual([true, false, false, false]);
  });
});
