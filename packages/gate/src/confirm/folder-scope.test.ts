import type { JsonObject, TracedTool } from '@callgate/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeTracedTool } from '../../../core/test/make-traced-tool.ts';
import { findCallFolder, isCallInFolder } from './folder-scope.ts';

const text = { type: 'string' };

const WRITE: TracedTool = makeTracedTool('write_file', {
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  properties: { path: text, content: text },
  roles: { content: 'payload' },
});

const SEVERAL: TracedTool = makeTracedTool('write_files', {
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  properties: {
    paths: { type: 'array', items: text },
    directory: text,
    output: { type: 'object', properties: { path: text } },
    files: { type: 'object', additionalProperties: text },
    mode: text,
    glob: text,
    pattern: text,
    attachment: text,
    query: text,
    instruction: text,
    name: text,
    patch: text,
    command: text,
    script: text,
    code: text,
    content: text,
  },
  roles: { content: 'payload', attachment: 'payload', files: 'payload', name: 'payload', patch: 'payload' },
});

const folderOf = (path: string): string | undefined => findCallFolder(WRITE, { path, content: 'x' });
const isIn = (path: string, folder = '/home/ann/plans'): boolean =>
  isCallInFolder(WRITE, { path, content: 'x' }, folder);

describe('the folder of a call', () => {
  it('is that of its file', () => {
    expect(folderOf('/home/ann/plans/a.md')).toBe('/home/ann/plans');
    expect(folderOf('/home/ann/Müllers Pläne/a b.md')).toBe('/home/ann/Müllers Pläne');
  });

  it('is the deepest one that holds all its files', () => {
    const of = (...paths: readonly string[]): string | undefined => findCallFolder(SEVERAL, { paths });
    expect(of('/w/v/p/a/x', '/w/v/p/b/y')).toBe('/w/v/p');
    expect(of('/w/v/p/a/x', '/w/v/p/a/b/y')).toBe('/w/v/p/a');
    expect(of('/w/v/p/a', '/w/v/p/ab/y')).toBe('/w/v/p');
    expect(of('/w/v/p/a', 'w/v/p/b')).toBeUndefined();
    expect(of('/w/v/p/a', '/w/u/p/b')).toBeUndefined();
    expect(findCallFolder(SEVERAL, { directory: '/w/v/p/a/' })).toBe('/w/v/p/a');
    expect(findCallFolder(SEVERAL, { output: { path: '/w/v/p/a' } })).toBe('/w/v/p');
  });

  it.each([
    '/a.md',
    '/etc/passwd',
    '/home/ann/a.md',
    '/home/ann/.ssh/config',
    'plans/a.md',
    '/home/ann/plans/a.md,/etc/passwd',
    '/home/ann/plans/a;b',
    '/home/ann/plans/-rf',
    '/home/ann/plans/@list',
    'a.md',
    '',
    '/',
    '//home/ann/plans/a',
    '/home//ann/plans/a',
    '/home/ann/plans/../../../etc/passwd',
    '/home/ann/./plans/a',
    '../plans/a',
    '/home/ann/plans/.. /a',
    '/home/ann/plans/.../a',
    '/home/ann/plans./a',
    '/home/ann/plans/．．/a',
    '/home/ann/plans/.\u200b./a',
    '/home/ann/plans/\u2024\u2024/a',
    '/home/ann\\plans\\a',
    'C:\\Users\\ann\\a',
    'C:/Users/ann/a',
    'file:///home/ann/plans/a',
    '/home/ann/plans/%2e%2e/a',
    '/home/ann/$HOME/a',
    '~/plans/a',
    '/home/ann/plans/*/a',
    '/home/ann/{plans,other}/a',
    '/home/ann/plans/a\u0000.md',
    '/home/ann/plans/a\nb',
    '/home/ann/plans/e\u0301/a',
    `/home/ann/${'x'.repeat(2000)}/a`,
  ])('is none for %j', (path) => {
    expect(folderOf(path)).toBeUndefined();
    expect(isIn(path)).toBe(false);
  });

  it.each<JsonObject>([
    { paths: ['/w/v/p/a'], mode: 'delete' },
    { directory: '/w/v/p', glob: '/etc/**', content: 'x' },
    { directory: '/w/v/p', pattern: '../../../etc/*' },
    { directory: '/w/v/p', attachment: '/home/ann/.ssh/id_rsa' },
    { directory: '/w/v/p', query: 'DROP TABLE users' },
    { directory: '/w/v/p', instruction: 'also overwrite /etc/hosts' },
    { paths: ['/w/v/p/a'], command: '/w/v/p/run' },
    { paths: ['/w/v/p/a'], script: 'rm -rf /' },
    { paths: ['/w/v/p/a'], code: 'rm -rf /' },
    { directory: '/w/v/p', patch: '*** Update File: ../../etc/passwd' },
    { directory: '/w/v/p', name: '../../etc/passwd' },
    { directory: '/w/v/p', paths: [] },
    { directory: '/w/v/p', output: {} },
    { directory: '/w/v/p', paths: [''] },
    { directory: '/w/v/p', paths: [7] },
    { directory: '/w/v/p', paths: [['/etc/passwd']] },
    { directory: '/w/v/p', output: { path: null } },
    { directory: '/w/v/p', output: { path: '/w/v/p/a', other: '/etc/passwd' } },
    { directory: '/w/v/p', files: { '/etc/passwd': 'x' } },
    { directory: '/w/v/p', elsewhere: '/etc/passwd' },
    { directory: '/w/v/p', content: '--- a/x\n+++ b/../../etc/passwd\n' },
    { content: '/w/v/p/a' },
    {},
  ])('is none for %j, which a folder does not limit', (args) => {
    expect(findCallFolder(SEVERAL, args)).toBeUndefined();
    expect(isCallInFolder(SEVERAL, args, '/w/v/p')).toBe(false);
  });
});

describe('a call', () => {
  it('is in its folder and below it', () => {
    expect(isIn('/home/ann/plans/b.md')).toBe(true);
    expect(isIn('/home/ann/plans/2027/may/b.md')).toBe(true);
  });

  it.each([
    '/home/ann/plansb/a.md',
    '/home/ann/plan/a.md',
    '/home/ann/plans',
    '/home/ann/a.md',
    '/home/ann/Plans/a.md',
    'home/ann/plans/a.md',
    '/x/home/ann/plans/a.md',
    '/home/ann/plans/.git/hooks/pre-commit',
    '/home/ann/plans/.env',
  ])('is not in it with %j', (path) => {
    expect(isIn(path)).toBe(false);
  });

  it.each(['', '/', '/home', '/home/ann/..', '/home//ann', 'a/../b', '.', '/home/ann\\'])(
    'is in no folder that is written %j',
    (folder) => {
      expect(isIn('/home/ann/plans/a.md', folder)).toBe(false);
      expect(isIn('a/b/c', folder)).toBe(false);
    },
  );

  it('is below a folder exactly where the folder and a slash begin its path, and nothing in it climbs or hides', () => {
    const name = fc.constantFrom('a', 'b', 'ab', 'a b', '.', '..', '.a', '', 'a.', '..a', 'ü', '\\');
    const path = fc.array(name, { minLength: 1, maxLength: 6 }).map((names) => `/${names.join('/')}`);
    fc.assert(
      fc.property(path, path, (file, folder) => {
        if (!isIn(file, folder)) return;
        expect(file.startsWith(`${folder.replace(/\/$/, '')}/`)).toBe(true);
        expect(file.split('/').slice(1)).not.toContain('..');
        expect(new URL(`file://${encodeURI(file)}`).pathname).toBe(encodeURI(file));
      }),
      { numRuns: 3000 },
    );
  });

  it('is in the folder that is found for it', () => {
    const name = fc.constantFrom('a', 'b', 'ab', '.a', 'c d');
    const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((names) => `/${names.join('/')}`);
    fc.assert(
      fc.property(fc.array(path, { minLength: 1, maxLength: 4 }), (paths) => {
        const folder = findCallFolder(SEVERAL, { paths });
        expect(folder === undefined || isCallInFolder(SEVERAL, { paths }, folder)).toBe(true);
      }),
    );
  });
});
