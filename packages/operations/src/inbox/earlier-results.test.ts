import type { StoredEntry } from '@callgate/gate/record';
import { expect, it } from 'vitest';
import { EarlierResults } from './earlier-results.ts';

it('the result of a call is looked up once, however many values came from it', async () => {
  const asked: string[] = [];
  const read = {
    rowsOfCall: (call: string): Promise<readonly StoredEntry[]> => {
      asked.push(call);
      return Promise.resolve([]);
    },
  };
  const results = new EarlierResults(read, undefined, { role: 'approver' });
  for (const call of ['a', 'b', 'a', 'a'])
    expect((await results.textAt(call, ['x'])).unknown).toBe('the session that saw it has ended');
  expect(asked).toEqual(['a', 'b']);
});
