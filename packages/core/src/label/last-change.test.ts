import { describe, expect, it } from 'vitest';
import { READS, WRITES, makeTracedTool } from '../../test/make-traced-tool.ts';
import type { LastChange } from './last-change.ts';
import { addChange, ownChange } from './last-change.ts';

const write = makeTracedTool('add_note', { annotations: WRITES });
const read = makeTracedTool('read_note', { annotations: READS });
const server = write.tool.server.name;

describe('the last change on a server', () => {
  it('is the last call that may have changed something, and nobody’s before its result', () => {
    const first = addChange([], write, 'c1');
    expect(first).toEqual([{ server, call: 'c1', own: false }]);
    expect(addChange(first, read, 'c2')).toBe(first);
    expect(addChange(ownChange(first, 'c1'), write, 'c3')).toEqual([{ server, call: 'c3', own: false }]);
  });

  it('is the person’s own where its result says so', () => {
    const first = addChange([], write, 'c1');
    expect(ownChange(first, 'c1')).toEqual([{ server, call: 'c1', own: true }]);
    expect(ownChange(first, 'c2')).toBe(first);
  });

  it('is kept of so many servers, the newest', () => {
    const other = (at: number): LastChange => ({ server: `s${at}`, call: `c${at}`, own: true });
    const many = Array.from({ length: 64 }, (_, at) => other(at));
    const next = addChange(many, write, 'c');
    expect(next).toHaveLength(64);
    expect(next[0]?.server).toBe('s1');
  });
});
