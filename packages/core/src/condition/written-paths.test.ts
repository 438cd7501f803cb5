import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../receive/json.ts';
import { classifyFileArgument, findWrittenPaths, isContentArgument } from './written-paths.ts';

const pathsOf = (args: JsonObject): readonly string[] => {
  const written = findWrittenPaths(args);
  return written === undefined ? ['too many'] : [...written.paths, ...written.words];
};

it.each([
  ['path', 'path'],
  ['outputFile', 'path'],
  ['outfile', 'path'],
  ['destpath', 'path'],
  ['target_dir', 'folder'],
  ['targetdir', 'folder'],
  ['destination', 'target'],
  ['renameTo', 'target'],
  ['saveAs', 'target'],
  ['new_name', 'target'],
  ['newname', 'target'],
  ['name', 'name'],
  ['fileUri', 'uri'],
  ['diff', 'patch'],
  ['file_name', 'path'],
  ['fileName', 'path'],
  ['dst', 'target'],
  ['new_text', undefined],
  ['profile', undefined],
  ['content', undefined],
])('the name %s says %s', (name, word) => {
  expect(classifyFileArgument(name)).toBe(word);
});

describe('paths that a call writes', () => {
  it.each<[JsonObject, string]>([
    [{ path: '.envrc' }, '.envrc'],
    [{ paths: ['a', '.envrc'] }, '.envrc'],
    [{ files: [{ path: '.envrc', content: 'x' }] }, '.envrc'],
    [{ files: { '.envrc': 'x' } }, '.envrc'],
    [{ files: { '.envrc': { content: 'x' } } }, '.envrc'],
    [{ edits: [[{ file_path: '.envrc' }]] }, '.envrc'],
    [{ uri: 'file:///home/u/.bashrc' }, 'file:///home/u/.bashrc'],
    [{ path: ['.github', 'workflows', 'ci.yml'] }, '.github/workflows/ci.yml'],
    [{ source: '~/.bashrc', text: 'x' }, '~/.bashrc'],
    [{ document: 'my project/.git/hooks/x' }, 'my project/.git/hooks/x'],
    [{ repo_path: '/home/u/.config', path: 'fish/x' }, '/home/u/.config/fish/x'],
    [{ parent: '.github', name: 'workflows/ci.yml' }, '.github/workflows/ci.yml'],
    [{ base: '/home/u/.config', path: 'fish/x' }, '/home/u/.config/fish/x'],
    [{ name: 'Jenkinsfile' }, 'Jenkinsfile'],
    [{ filename: 'AGENTS', suffix: '.md' }, 'AGENTS.md'],
    [{ name: 'AGENTS', extension: 'md' }, 'AGENTS.md'],
    [{ input: '{"path":".bashrc"}' }, '.bashrc'],
    [{ input: '[{"path":".bashrc"}]' }, '.bashrc'],
    [{ url: 'https://localhost:27124/vault/.git/x' }, 'https://localhost:27124/vault/.git/x'],
    [{ url: '/home/u/.bashrc' }, '/home/u/.bashrc'],
    [{ from: 'a', to: '~/.bashrc' }, '~/.bashrc'],
    [{ source: 'a', destination: '~/.bashrc' }, '~/.bashrc'],
    [{ path: 'a', new_name: '.bashrc' }, '.bashrc'],
    [{ archive: 'a.zip', dest_dir: '.github/workflows' }, '.github/workflows'],
    [{ archive: 'a.zip', into: '.github/workflows' }, '.github/workflows'],
    [{ file_name: '.envrc', content: 'x' }, '.envrc'],
    [{ src: 'a', dst: '.envrc' }, '.envrc'],
    [{ target_notebook: '.envrc' }, '.envrc'],
    [{ location: '.envrc' }, '.envrc'],
    [{ link: '.envrc', points_at: '/tmp/x' }, '.envrc'],
    [{ name: '.envrc' }, '.envrc'],
    [{ document: { '.envrc': 'x' } }, '.envrc'],
    [{ directory: '/usr', leaf: 'bin/git' }, '/usr/bin/git'],
    [{ anything: '%2Ebashrc' }, '%2Ebashrc'],
    [{ directory: '.github', filename: 'workflows/ci.yml' }, '.github/workflows/ci.yml'],
    [{ path: '.github', name: 'workflows/ci.yml' }, '.github/workflows/ci.yml'],
    [{ root: '/usr', files: [{ name: 'bin/x' }] }, '/usr/bin/x'],
    [{ where: '~/.bashrc', text: 'x' }, '~/.bashrc'],
    [{ files: { '.github': { workflows: { 'ci.yml': 'x' } } } }, '.github/workflows/ci.yml'],
    [{ tree: { '.github': { workflows: { 'ci.yml': 'x' } } } }, '.github/workflows/ci.yml'],
    [{ root: { '.github': { name: 'x', workflows: { 'ci.yml': 'x' } } } }, '.github/workflows/ci.yml'],
    [
      {
        files: {
          '.github': { directory: { workflows: { directory: { 'ci.yml': { file: { contents: 'x' } } } } } },
        },
      },
      '.github/workflows/ci.yml',
    ],
    [
      { nodes: [{ name: '.github', children: [{ name: 'workflows', children: [{ name: 'ci.yml' }] }] }] },
      '.github/workflows/ci.yml',
    ],
    [{ input: '{"nodes":[{"name":".github","children":[{"name":"workflows"}]}]}' }, '.github/workflows'],
    [{ document: 'Jenkinsfile', text: 'x' }, 'Jenkinsfile'],
    [{ document: 'crontab', text: 'x' }, 'crontab'],
    [{ inhalt: 'x', dateiname: 'authorized_keys' }, 'authorized_keys'],
  ])('%j', (args, path) => {
    expect(pathsOf(args)).toContain(path);
  });

  it.each<JsonObject>([
    { content: 'see .envrc' },
    { url: 'https://example.com/.github/workflows/x' },
    { to: 'ann@example.com' },
    { to: 'mailto:ann@example.com' },
    { message: 'Fix .github/workflows/ci.yml' },
    { input: '{no json' },
    { url: 'https://localhost.evil.example/.git/x' },
    { title: 'About .envrc' },
    { path: 7 },
    { options: { style: { color: 'red', size: { unit: 'px' } } } },
    { document: 'How Jenkinsfile and crontab work' },
    { document: 'crontabs explained' },
  ])('none in %j', (args) => {
    expect(pathsOf(args)).toEqual([]);
  });

  it('not what is only read from', () => {
    expect(pathsOf({ source: '~/.bashrc', destination: 'b' })).not.toContain('~/.bashrc');
  });

  it('patches are apart', () => {
    expect(findWrittenPaths({ patch: '+++ b/x' })).toEqual({ paths: [], words: [], patches: ['+++ b/x'] });
    for (const text of ['*** Begin Patch\n', '\ndiff --git a/x b/x\n', '--- a/x\n+++ b/x\n'])
      expect(findWrittenPaths({ input: text })?.patches).toEqual([text]);
    const late = 'see:\n--- a/x\n+++ b/x\n';
    expect(findWrittenPaths({ body: late })?.patches).toEqual([]);
    expect(findWrittenPaths({ changes: late })?.patches).toEqual([late]);
    const block = 'x.ts\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n';
    expect(findWrittenPaths({ changes: block })?.patches).toEqual([block]);
  });

  it('are not counted where there are too many', () => {
    const many = (count: number, prefix: string): string[] =>
      Array.from({ length: count }, (_, at) => `${prefix}${at}`);
    expect(findWrittenPaths({ paths: many(4096, 'a') })?.paths).toHaveLength(4096);
    expect(findWrittenPaths({ paths: many(4097, 'a') })).toBeUndefined();
    expect(findWrittenPaths({ folders: many(200_000, 'a') })).toBeUndefined();
    expect(pathsOf({ lines: many(200_000, 'a') })).toEqual([]);
    expect(findWrittenPaths({ folders: many(100, 'a'), files: many(100, 'b') })).toBeUndefined();
    const long = many(30, 'x'.repeat(400));
    expect(findWrittenPaths({ folders: long, files: long })).toBeUndefined();
    expect(findWrittenPaths({ folders: long.slice(0, 10), files: long })?.paths).toHaveLength(350);
    expect(findWrittenPaths({ items: many(5000, 'a').map((id) => ({ id })) })).toBeUndefined();
    const rows = many(2000, 'row.').map((name) => ({ name, size: 1, kind: 'x', owner: 'ann' }));
    expect(findWrittenPaths({ rows })).toBeDefined();
    const wide = Object.fromEntries(many(5000, 'a.').map((name) => [name, 'x']));
    expect(findWrittenPaths({ tree: { x: { y: wide } } })).toBeUndefined();
    const named = (depth: number): JsonObject =>
      depth === 0
        ? { name: 'x' }
        : { name: `n${depth}`, title: `t${depth}`, [`k${depth}`]: named(depth - 1) };
    expect(findWrittenPaths({ root: named(3) })).toBeDefined();
    expect(findWrittenPaths({ root: named(9) })).toBeUndefined();
  });
});

it.each([
  ['content', true],
  ['newText', true],
  ['html_body', true],
  ['contentType', false],
  ['path', false],
])('takes %s for what is written into a file: %s', (name, expected) => {
  expect(isContentArgument(name)).toBe(expected);
});
