import { EMPTY_LOG_HEAD, chainEntry } from '@callgate/gate/record';
import { expect, it } from 'vitest';
import { sampleEntry } from '../../../gate/test/harness/store-suite/samples.ts';
import { RecentEntries } from './recent-entries.ts';

const entry = sampleEntry({ call: 'call-1', detail: { list: [1, { seq: 7 }], text: 'ü' } });
const stored = chainEntry(EMPTY_LOG_HEAD, entry, 1000, 'id-1');

it('an entry that is remembered is the one that is read from its bytes', () => {
  const recent = new RecentEntries();
  const read = recent.take(1, stored.seq, stored.bytes);
  recent.note(1, stored, entry, 'id-1');
  const known = recent.take(1, stored.seq, stored.bytes);
  for (const { id, entry: found } of [read, known])
    expect(chainEntry(EMPTY_LOG_HEAD, found, 2000, id)).toEqual(
      chainEntry(EMPTY_LOG_HEAD, entry, 2000, 'id-1'),
    );
});

it('what stands in the journal counts, and not what was remembered for its place', () => {
  const recent = new RecentEntries();
  const other = sampleEntry({ call: 'call-2' });
  recent.note(1, chainEntry(EMPTY_LOG_HEAD, other, 1000, 'id-2'), other, 'id-2');
  expect(recent.take(1, stored.seq, stored.bytes)).toMatchObject({ id: 'id-1', entry: { call: 'call-1' } });
});
