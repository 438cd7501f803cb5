import { describe, expect, it } from 'vitest';
import {
  SENDS,
  DESTROYS,
  READS,
  WRITES,
  textResult,
  makeTracedTool,
} from '../../../test/make-traced-tool.ts';
import type { Json, JsonObject } from '../../receive/json.ts';
import type { TracedTool } from '../traced-tool.ts';
import type { CreatedThing } from './created-thing.ts';
import { findCreatedThings } from './created-thing.ts';
import { trimResult } from './trim-result.ts';

const made = (tool: TracedTool, args: JsonObject, result: Json): readonly CreatedThing[] => {
  const kept = trimResult(result);
  return findCreatedThings(tool, args, {
    call: 'c1',
    server: tool.tool.server.name,
    tool: tool.tool.name,
    resource: tool.name.resource,
    origin: 'trusted',
    private: 'none',
    directory: false,
    vouched: tool.believed,
    about: null,
    ...kept,
  });
};

const file = (id: string): CreatedThing => ({ server: 'office', resource: 'file', id });

const json = (data: Json): Json => textResult(JSON.stringify(data));

describe('what a call made', () => {
  const create = makeTracedTool('create_file', {
    annotations: WRITES,
    properties: { title: { type: 'string' }, body: { type: 'string' } },
  });

  it('is the one record of its result', () => {
    expect(made(create, { body: 'x' }, json({ id: 7, name: 'x' }))).toEqual([file('7')]);
    expect(made(create, { body: 'x' }, { structuredContent: { file_id: 'f', id: 7 } })).toEqual([
      file('f'),
      file('7'),
    ]);
    expect(made(create, { body: 'x' }, textResult('id: 7\n'))).toEqual([file('7')]);
    expect(made(makeTracedTool('send_file', { annotations: SENDS }), {}, json({ id: 7 }))).toEqual([
      file('7'),
    ]);
  });

  it('is not an identifier that was handed in', () => {
    expect(made(create, { body: '7' }, json({ id: 7 }))).toEqual([]);
    expect(made(create, { body: 'x', more: [{ deep: 7 }, null] }, json({ id: 7 }))).toEqual([]);
  });

  it('is what it was told to call the thing', () => {
    expect(
      made(
        makeTracedTool('create_file', {
          annotations: WRITES,
          properties: {
            filename: { type: 'string' },
            event_id: { type: 'string' },
            size: { type: 'number' },
          },
        }),
        { filename: 'a.txt', event_id: 'e', size: 5 },
        textResult('done'),
      ),
    ).toEqual([file('a.txt')]);
  });

  it.each<readonly [string, Json]>([
    ['a list', json([{ id: 7 }])],
    [
      'several texts',
      {
        content: [
          { type: 'text', text: '{"id":7}' },
          { type: 'text', text: '{"id":8}' },
        ],
      },
    ],
    ['a record of another kind', json({ event: { id: 7 } })],
    ['an object without an identifier', json({ name: 'x' })],
    ['a sentence', textResult('created file 7')],
    ['an error', { ...(json({ id: 7 }) as object), isError: true }],
    ['a record that was cut', json({ id: 7, body: 'x'.repeat(100_000) })],
  ])('is nothing in %s', (_, result) => {
    expect(made(create, { body: 'x' }, result)).toEqual([]);
  });

  it.each<readonly [string, TracedTool]>([
    ['a tool that only reads', makeTracedTool('create_file', { annotations: READS })],
    ['a tool that may destroy', makeTracedTool('create_file', { annotations: DESTROYS })],
    [
      'a tool of a server that is not believed',
      makeTracedTool('create_file', { annotations: WRITES, trust: 'untrusted' }),
    ],
    ['a tool that makes nothing', makeTracedTool('update_file', { annotations: WRITES })],
    ['a tool whose name does not say what', makeTracedTool('create', { annotations: WRITES })],
  ])('is nothing for %s', (_, tool) => {
    expect(made(tool, {}, json({ id: 7 }))).toEqual([]);
  });

  it('is nothing in arguments that are more than can be judged', () => {
    const many = makeTracedTool('create_file', {
      annotations: WRITES,
      properties: { name: { type: 'array', items: { type: 'string' } } },
    });
    expect(
      made(many, { name: Array.from({ length: 3000 }, (_, index) => `n${index}`) }, textResult('done')),
    ).toEqual([]);
  });
});
