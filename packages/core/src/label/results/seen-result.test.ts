import { describe, expect, it } from 'vitest';
import type { Json } from '../../receive/json.ts';
import type { SeenResult } from './seen-result.ts';
import { listDirectoryEntries, listSeenRecords, findSeenRecords } from './seen-result.ts';

const text = (data: Json): Json => ({ content: [{ type: 'text', text: JSON.stringify(data) }] });

const seen = (result: Json, parts: Partial<SeenResult> = {}): SeenResult => ({
  call: 'c1',
  server: 'office',
  tool: 'list_files',
  resource: 'file',
  origin: 'untrusted',
  private: 'none',
  directory: false,
  vouched: true,
  whole: true,
  about: null,
  result,
  size: 0,
  ...parts,
});

describe('the records of a result', () => {
  const result = text([{ id: 1, name: 'a' }, { id: 2 }]);
  const both = [
    { resource: 'file', ids: ['1'], names: ['a'] },
    { resource: 'file', ids: ['2'], names: [] },
  ];

  it('count where the server is believed and nothing was cut', () => {
    expect(listSeenRecords(seen(result))).toEqual(both);
    expect(listSeenRecords(seen(result, { vouched: false }))).toEqual([]);
    expect(listSeenRecords(seen(result, { whole: false }))).toEqual([]);
  });

  it('are only those the call named, where it named one thing', () => {
    expect(listSeenRecords(seen(result, { about: ['2'] }))).toEqual(both.slice(1));
    expect(listSeenRecords(seen(result, { about: [] }))).toEqual([]);
  });

  it('are all where the server itself gave them their shape', () => {
    expect(
      listSeenRecords(seen({ structuredContent: [{ id: 1, name: 'a' }, { id: 2 }] }, { about: [] })),
    ).toEqual(both);
  });

  it('are found by an identifier', () => {
    const one = seen(text([{ id: 1, uuid: 1, name: 'a' }, { id: 1, name: 'b' }, { id: 2 }]));
    expect(findSeenRecords(one, '1').map(({ names }) => names)).toEqual([['a'], ['b']]);
    expect(findSeenRecords(one, '2')).toHaveLength(1);
    expect(findSeenRecords(one, '3')).toEqual([]);
    expect(findSeenRecords(seen(result, { vouched: false }), '1')).toEqual([]);
  });

  it('are worked out once', () => {
    const one = seen(result);
    expect(listSeenRecords(one)).toBe(listSeenRecords(one));
  });
});

describe('the entries of a directory', () => {
  const listing = text({
    users: [
      'ada',
      {
        mail: 'bob@example.com',
        note: 'two\nlines',
        more: [['eve']],
        age: 5,
        none: null,
        long: 'x'.repeat(301),
      },
    ],
  });

  it('are its whole texts on one line', () => {
    const one = seen(listing, { directory: true });
    expect([...listDirectoryEntries(one)]).toEqual(['ada', 'bob@example.com', 'eve']);
    expect(listDirectoryEntries(one)).toBe(listDirectoryEntries(one));
  });

  it('are none of a result that is no directory, or was cut', () => {
    expect(listDirectoryEntries(seen(listing)).size).toBe(0);
    expect(listDirectoryEntries(seen(listing, { directory: true, whole: false })).size).toBe(0);
  });

  it('are at most so many', () => {
    const many = Array.from({ length: 30_000 }, (_, index) => `u${index}`);
    expect(
      listDirectoryEntries(seen({ structuredContent: [many, many] }, { directory: true })).size,
    ).toBeLessThanOrEqual(10_000);
  });
});
