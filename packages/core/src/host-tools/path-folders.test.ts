import { expect, it } from 'vitest';
import { pathFolders } from './autorun-files.ts';

it('makes a pattern of every absolute folder of a PATH', () => {
  expect(pathFolders('/home/u/tools:/usr/bin/:/usr/bin/:bin::/:/odd*', ':')).toEqual([
    '/home/u/tools/',
    '/usr/bin/',
  ]);
  expect(pathFolders('C:\\Tools\\;bin;D:/x', ';')).toEqual(['\\Tools/', '/x/']);
  expect(pathFolders(undefined, ':')).toEqual([]);
});
