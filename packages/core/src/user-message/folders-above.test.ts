import { describe, expect, it } from 'vitest';
import { listFoldersAbove } from './folders-above.ts';

describe('the folders that a path lies in', () => {
  it.each([
    ['/srv/notes/2026/a.txt', ['/srv', '/srv/notes', '/srv/notes/2026']],
    ['~/notes/a b.txt', ['~/notes']],
    ['./notes/a.txt', ['./notes']],
    ['notes/2026/a.txt', ['notes/2026']],
  ])('of %s', (path, folders) => {
    expect(listFoldersAbove(path)).toEqual(folders);
  });

  it.each([
    '/a.txt',
    'a.txt',
    '/srv/../a',
    '/srv/%2e%2e/a',
    '/srv/.git/a',
    '/srv//a',
    `/a${'/b'.repeat(40)}`,
  ])('are none of %s', (path) => {
    expect(listFoldersAbove(path)).toEqual([]);
  });
});
