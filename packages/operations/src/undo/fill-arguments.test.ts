import { expect, it } from 'vitest';
import { fillArguments } from './fill-arguments.ts';

const SCHEMA = {
  type: 'object',
  properties: { id: { type: 'string' }, note: { type: 'string' }, __proto__x: {} },
  required: ['id'],
};

it('takes what has the same name in the call, then in its result, and nothing else', () => {
  expect(fillArguments(SCHEMA, { id: 'a', other: 1 }, { structuredContent: { id: 'b', note: 'n' } })).toEqual(
    {
      arguments: { id: 'a', note: 'n' },
      missing: [],
    },
  );
  expect(fillArguments(SCHEMA, { text: 'x' }, { content: [{ type: 'text', text: '{"id":"c"}' }] })).toEqual({
    arguments: { id: 'c' },
    missing: [],
  });
});

it.each<readonly [string, Parameters<typeof fillArguments>[2]]>([
  ['no result', undefined],
  ['a text that is no object', { content: [{ type: 'text', text: '"id"' }] }],
  ['a text that is no JSON', { content: [{ type: 'text', text: 'id: c' }] }],
  ['duplicate keys', { content: [{ type: 'text', text: '{"id":"a","id":"b"}' }] }],
  [
    'several texts',
    {
      content: [
        { type: 'text', text: '{"id":"c"}' },
        { type: 'text', text: '' },
      ],
    },
  ],
  ['an inherited name', { structuredContent: {} }],
])('says what is missing where there is %s', (_, result) => {
  expect(fillArguments(SCHEMA, {}, result)).toEqual({ arguments: {}, missing: ['id'] });
});

it('reads a schema that is none as one without arguments', () => {
  for (const schema of [null, [], 'x', { properties: [], required: {} }])
    expect(fillArguments(schema, { id: 'a' }, undefined)).toEqual({ arguments: {}, missing: [] });
});
