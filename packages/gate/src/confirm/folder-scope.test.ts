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
    name: text,
    patch: text,
    command: text,
    script: text,
    code: text,
    content: text,
  },
  roles: { content: 'payload', files: 'payload', name: 'payload', patch: 'payload' },
});

const folderOf = (path: string): string | undefined => findCallFolder(WRITE, { path, content: 'x' });
const isIn = (path: string, folder = '/home/ann/plans'): boolean =>
  isCallInFolder(WRITE, { path, content: 'x' }, folder);

describe('the folder of a call', () => {
  it('is that of its file', () => {
    expect(folderOf('/home/ann/plans/a.md')).toBe('/home/ann/plans');
    expect(folderOf('plans/a.md')).toBe('plans');
    expect(folderOf('/home/ann/Müllers Pläne/a b.md')).toBe('/home/ann/Müllers Pläne');
  });

  it('is the deepest one that holds all its files', () => {
    const of = (...paths: readonly string[]): string | undefined => findCallFolder(SEVERAL, { paths });
    expect(of('/w/p/a/x', '/w/p/b/y')).toBe('/w/p');
    expect(of('/w/p/a/x', '/w/p/a/b/y')).toBe('/w/p/a');
    expect(of('/w/p/a', '/w/p/ab/y')).toBe('/w/p');
    expect(of('/w/p/a', 'w/p/b')).toBeUndefined();
    expect(of('/w/p/a', '/v/p/b')).toBeUndefined();
    expect(findCallFolder(SEVERAL, { directory: '/w/p/a/' })).toBe('/w/p/a');
    expect(findCallFolder(SEVERAL, { output: { path: '/w/p/a' } })).toBe('/w/p');
  });

  it.each([
    '/a.md',
    '/etc/passwd',
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
    { paths: ['/w/p/a'], mode: 'delete' },
    { paths: ['/w/p/a'], command: '/w/p/run' },
    { paths: ['/w/p/a'], script: 'rm -rf /' },
    { paths: ['/w/p/a'], code: 'rm -rf /' },
    { directory: '/w/p', patch: '*** Update File: ../../etc/passwd' },
    { directory: '/w/p', name: '../../etc/passwd' },
    { directory: '/w/p', paths: [] },
    { directory: '/w/p', output: {} },
    { directory: '/w/p', paths: [''] },
    { directory: '/w/p', paths: [7] },
    { directory: '/w/p', paths: [['/etc/passwd']] },
    { directory: '/w/p', output: { path: null } },
    { directory: '/w/p', output: { path: '/w/p/a', other: '/etc/passwd' } },
    { directory: '/w/p', files: { '/etc/passwd': 'x' } },
    { directory: '/w/p', elsewhere: '/etc/passwd' },
    { directory: '/w/p', content: '--- a/x\n+++ b/../../etc/passwd\n' },
    { content: '/w/p/a' },
    {},
  ])('is none for %j, which a folder does not limit', (args) => {
    expect(findCallFolder(SEVERAL, args)).toBeUndefined();
    expect(isCallInFolder(SEVERAL, args, '/w/p')).toBe(false);
  });
});

describe('a call', () => {
  it('is in its folder and below it', () => {
    expect(isIn('/home/ann/plans/b.md')).toBe(true);
    expect(isIn('/home/ann/plans/2027/may/b.md')).toBe(true);
    expect(isIn('plans/b.md', 'plans')).toBe(true);
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
