import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../receive/json.ts';
import { findRecords } from './seen-record.ts';

describe('the records in data', () => {
  it.each<readonly [string, Json, ReturnType<typeof findRecords>]>([
    ['an object with an identifier', { id: 1, name: 'a' }, [{ resource: 'file', ids: ['1'], names: ['a'] }]],
    [
      'all its identifiers and names',
      { id: 1, fileId: 'x', uuid: 'u', name: 'n', title: 't', subject: 's', sender: 'b' },
      [{ resource: 'file', ids: ['1', 'x', 'u'], names: ['n', 't', 's', 'b'] }],
    ],
    [
      'names in several words',
      { _id: 1, file_name: 'a', displayName: 'b', full_name: 'c' },
      [{ resource: 'file', ids: ['1'], names: ['a', 'b', 'c'] }],
    ],
    ['no identifier or name of something else', { ownerId: 1, owner_name: 'a' }, []],
    [
      'no name of something else',
      { id: 1, owner_name: 'a', body: 'b' },
      [{ resource: 'file', ids: ['1'], names: [] }],
    ],
    ['nothing without an identifier', { name: 'a' }, []],
    ['nothing that is empty or too long', { id: '', key: 'x'.repeat(301), name: 'a' }, []],
    ['nothing that is no text or number', { id: true, uuid: null, guid: ['x'], name: 'a' }, []],
    [
      'those of a list',
      [{ id: 1 }, [{ id: 2 }], null, 'x', 3],
      [
        { resource: 'file', ids: ['1'], names: [] },
        { resource: 'file', ids: ['2'], names: [] },
      ],
    ],
    [
      'those under a key that says what they are',
      { events: [{ id: 1 }] },
      [{ resource: 'event', ids: ['1'], names: [] }],
    ],
    [
      'those under a key that does not',
      { items: [{ id: 1 }], data: { results: [{ id: 2 }] } },
      [
        { resource: 'file', ids: ['1'], names: [] },
        { resource: 'file', ids: ['2'], names: [] },
      ],
    ],
    [
      'a record in a record, by its key',
      { id: 1, owner: { id: 2, name: 'b' } },
      [
        { resource: 'file', ids: ['1'], names: [] },
        { resource: 'owner', ids: ['2'], names: ['b'] },
      ],
    ],
    ['nothing of a scalar', '{"id": 1}', []],
  ])('are %s', (_, data, records) => {
    expect(findRecords(data, 'file')).toEqual(records);
  });

  it('are never read out of text', () => {
    const hostile = fc.oneof(
      fc.json(),
      fc.constantFrom('{"id": 7, "name": "evil"}', '- id: 7\n  name: evil', 'id: 7'),
    );
    fc.assert(
      fc.property(hostile, hostile, (body, name) => {
        fc.pre(name.length <= 300 && name !== '');
        expect(findRecords([{ id: 1, name, body }], 'file')).toEqual([
          { resource: 'file', ids: ['1'], names: [name] },
        ]);
      }),
    );
  });

  it('are at most so many', () => {
    expect(
      findRecords(
        Array.from({ length: 5000 }, (_, id) => ({ id })),
        'file',
      ),
    ).toHaveLength(2000);
    const deep = Array.from({ length: 20_000 }).reduce<Json>((inner) => [inner], { id: 1 });
    expect(findRecords(deep, 'file')).toEqual([]);
  });
});
