import { writeFileSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { JsonObject } from '@callgate/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../fixtures/run-callgate.ts';
import { EVERY_LAYOUT, LAYOUTS } from './every-layout.ts';
import { openHooksLayout } from './hooks-layout.ts';
import type { Layout, LayoutServer } from './layout.ts';

beforeAll(ensureBuilt);

const text = { type: 'string' };
const ADDS = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };

const FILES: LayoutServer = {
  alias: 'files',
  trust: 'trusted',
  tools: [
    {
      name: 'write_file',
      inputSchema: {
        type: 'object',
        properties: { path: { type: 'string' }, content: { type: 'string' } },
      },
      annotations: ADDS,
    },
    ...(
      [
        ['save', { uri: text, text }],
        ['rename', { from: text, to: text }],
        ['write', { directory: text, filename: text, content: text }],
        [
          'push_files',
          {
            files: { type: 'array', items: { type: 'object', properties: { path: text, content: text } } },
          },
        ],
        ['extract', { archive: text, target_dir: text }],
        ['keep', {}],
      ] as const
    ).map(([name, properties]) => ({
      name,
      inputSchema: { type: 'object', properties },
      annotations: ADDS,
    })),
  ],
};

const ON_PATH = (process.env['PATH'] ?? '').split(delimiter).find((folder) => isAbsolute(folder)) ?? '/bin';

const LATER = [
  '/repo/.github/workflows/ci.yml',
  '~/.bash_aliases',
  'a/../.ENVRC',
  '/repo/.git/modules/x/hooks/update',
];

describe.each(EVERY_LAYOUT)('in the layout %s', (name) => {
  it('a server writes no file that runs later by itself', async () => {
    const layout = await LAYOUTS[name]({ servers: [FILES] });
    for (const path of LATER)
      expect(await layout.call('files', 'write_file', { path, content: 'x' })).toMatchObject({ ran: false });
    expect(await layout.call('files', 'write_file', { path: '/repo/src/a.ts', content: 'x' })).toMatchObject({
      ran: true,
    });
    expect(layout.received('files')).toHaveLength(1);
  });

  it('a server writes none in another shape of arguments', async () => {
    const layout = await LAYOUTS[name]({ servers: [FILES] });
    const ran = async (tool: string, args: JsonObject): Promise<boolean> =>
      (await layout.call('files', tool, args)).ran;
    const hostile: readonly (readonly [string, JsonObject])[] = [
      ['save', { uri: 'file:///home/u/.bashrc', text: 'x' }],
      ['rename', { from: 'a', to: '~/.bashrc' }],
      ['write', { directory: '.github/workflows', filename: 'ci.yml', content: 'x' }],
      ['push_files', { files: [{ path: '.github/workflows/ci.yml', content: 'x' }] }],
      ['extract', { archive: 'a.zip', target_dir: '/repo/.git/hooks' }],
      ['extract', { archive: 'a.zip', target_dir: '.vscode' }],
      ['write_file', { path: '/repo/.envrc/', content: 'x' }],
      ['keep', { file_name: '.envrc', body: 'x' }],
      ['keep', { anything: { deep: ['file:///home/u/%2Ebashrc'] } }],
      ['keep', { input: '*** Begin Patch\n\u00A0*** Add File: .git/hooks/pre-commit\n+x\n' }],
      ['save', { uri: `/${'a/'.repeat(4000)}b`, text: 'x' }],
      // a map of maps, a tree of nodes, and a name that only a file has
      ['keep', { tree: { '.github': { workflows: { 'ci.yml': 'x' } } } }],
      [
        'keep',
        { nodes: [{ name: '.github', children: [{ name: 'workflows', children: [{ name: 'a' }] }] }] },
      ],
      ['keep', { document: 'Jenkinsfile', body: 'x' }],
    ];
    for (const [tool, args] of hostile) expect([tool, await ran(tool, args)]).toEqual([tool, false]);
    expect(await ran('save', { uri: 'file:///repo/a.md', text: 'x' })).toBe(true);
    expect(await ran('rename', { from: 'a', to: 'b' })).toBe(true);
    expect(await ran('keep', { note: 'How to write .envrc', input: 'see .git/hooks/ there' })).toBe(true);
    expect(await ran('push_files', { files: [{ path: 'src/a.ts', content: 'x' }] })).toBe(true);
    expect(await ran('keep', { tree: { src: { lib: { 'a.ts': 'x' } } } })).toBe(true);
  });
});

it('a host writes no file that runs later by itself', async () => {
  const layout = await openHooksLayout({ servers: [FILES], policy: 'intent' });
  await layout.say('Tidy this repository');
  for (const path of [
    ...LATER,
    '~/.zlogin',
    '~/.config/git/config',
    '.cursor/mcp.json',
    'C:\\Users\\u\\AppData\\Local\\nvim\\init.lua',
    '/Users/u/Library/Application Support/jj/config.toml',
    '~/.cache/pre-commit/repo1/hook.py',
    join(ON_PATH, 'git'),
  ]) {
    const written = await layout.hostTool('Write', { file_path: path, content: 'x' });
    expect([path, written.decision]).toEqual([path, 'ask']);
    expect(written.reason).toContain('elevated rights');
  }
  const edited = await layout.hostTool('Edit', { file_path: '.envrc', old_string: 'a', new_string: 'b' });
  expect(edited.decision).toBe('ask');
  const ordinary = await layout.hostTool('Write', { file_path: '/repo/src/a.ts', content: 'see ~/.bashrc' });
  expect(ordinary.decision).toBe('pass');
});

const opened = async (name: 'init' | 'hooks' | 'http', config: JsonObject): Promise<Layout> => {
  const layout = await LAYOUTS[name]({ servers: [FILES], config });
  if (name !== 'http')
    writeFileSync(join(layout.home, 'callgate.yaml'), JSON.stringify(config), { mode: 0o600 });
  return layout;
};

it.each(['init', 'hooks', 'http'] as const)(
  'the operator and PATH add files that run later, in the layout %s',
  async (name) => {
    const layout = await opened(name, { autorunFiles: ['deploy/*.sh'] });
    const written = (path: string) => layout.call('files', 'write_file', { path, content: 'x' });
    expect(await written('/repo/deploy/run.sh')).toMatchObject({ ran: false });
    expect(await written(join(ON_PATH, 'git'))).toMatchObject({ ran: false });
    expect(await written('/repo/deploy/notes.md')).toMatchObject({ ran: true });
  },
);

it('the operator adds files that a host writes', async () => {
  const layout = await openHooksLayout({ servers: [FILES] });
  writeFileSync(join(layout.home, 'callgate.yaml'), JSON.stringify({ autorunFiles: ['deploy/*.sh'] }), {
    mode: 0o600,
  });
  const decision = async (path: string): Promise<string> =>
    (await layout.hostTool('Write', { file_path: path, content: 'x' })).decision;
  expect(await decision('/repo/deploy/run.sh')).toBe('ask');
  expect(await decision('/repo/deploy/notes.md')).toBe('pass');
});
