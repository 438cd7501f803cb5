import { expect, it } from 'vitest';
import { CLIENT_NAMES } from './clients.ts';
import type { ClientMachine } from './clients.ts';
import { listClientFiles } from './clients.ts';

const LINUX: ClientMachine = { platform: 'linux', home: '/home/a', cwd: '/src/p', env: {} };
const MAC: ClientMachine = { platform: 'darwin', home: '/Users/a', cwd: '/src/p', env: {} };
const WINDOWS: ClientMachine = { platform: 'win32', home: 'C:\\Users\\a', cwd: 'D:\\p', env: {} };

const paths = (machine: ClientMachine, client: string, scope = 'user'): string[] =>
  listClientFiles(machine)
    .filter((place) => place.client === client && place.scope === scope)
    .map(({ path }) => path);

it('every client has a file of its user on every platform', () => {
  for (const machine of [LINUX, MAC, WINDOWS])
    for (const client of CLIENT_NAMES) expect(paths(machine, client), client).not.toEqual([]);
});

it('files are where each platform keeps them', () => {
  expect(paths(LINUX, 'claude-desktop')).toEqual(['/home/a/.config/Claude/claude_desktop_config.json']);
  expect(paths(MAC, 'claude-desktop')).toEqual([
    '/Users/a/Library/Application Support/Claude/claude_desktop_config.json',
  ]);
  expect(paths(WINDOWS, 'claude-desktop')).toEqual([
    'C:\\Users\\a\\AppData\\Roaming\\Claude\\claude_desktop_config.json',
    'C:\\Users\\a\\AppData\\Local\\Packages\\Claude_*\\LocalCache\\Roaming\\Claude\\claude_desktop_config.json',
  ]);
  expect(paths(LINUX, 'vscode')).toContain('/home/a/.config/Code/User/mcp.json');
  expect(paths(MAC, 'vscode')).toContain('/Users/a/Library/Application Support/Code/User/mcp.json');
  expect(paths(WINDOWS, 'vscode')).toContain('C:\\Users\\a\\AppData\\Roaming\\Code\\User\\mcp.json');
  expect(paths(MAC, 'zed')).toEqual(['/Users/a/.config/zed/settings.json']);
  expect(paths(WINDOWS, 'zed')).toEqual(['C:\\Users\\a\\AppData\\Roaming\\Zed\\settings.json']);
  expect(paths(MAC, 'goose')).toEqual(['/Users/a/.config/goose/config.yaml']);
  expect(paths(WINDOWS, 'goose')).toEqual([
    'C:\\Users\\a\\AppData\\Roaming\\Block\\goose\\config\\config.yaml',
  ]);
  expect(paths(LINUX, 'claude-code')).toEqual(['/home/a/.claude.json']);
  expect(paths(LINUX, 'codex')).toEqual(['/home/a/.codex/config.toml']);
  expect(paths(LINUX, 'windsurf')).toEqual(['/home/a/.codeium/windsurf/mcp_config.json']);
});

it('files of a project are looked for where the command is run', () => {
  const found = listClientFiles(LINUX).filter(({ scope }) => scope === 'project');
  expect(found.map(({ path }) => path)).toEqual([
    '/src/p/.mcp.json',
    '/src/p/.cursor/mcp.json',
    '/src/p/.vscode/mcp.json',
    '/src/p/.codex/config.toml',
    '/src/p/.gemini/settings.json',
    '/src/p/.zed/settings.json',
  ]);
});

it('variables that move the files are minded, empty ones are not', () => {
  const env = {
    XDG_CONFIG_HOME: '/cfg',
    CODEX_HOME: '/codex',
    CLAUDE_CONFIG_DIR: '/claude',
    APPDATA: 'E:\\roaming',
  };
  expect(paths({ ...LINUX, env }, 'goose')).toEqual(['/cfg/goose/config.yaml']);
  expect(paths({ ...LINUX, env }, 'codex')).toEqual(['/codex/config.toml']);
  expect(paths({ ...LINUX, env }, 'claude-code')).toEqual(['/claude/.claude.json']);
  expect(paths({ ...WINDOWS, env }, 'zed')).toEqual(['E:\\roaming\\Zed\\settings.json']);
  expect(paths({ ...LINUX, env: { CODEX_HOME: '' } }, 'codex')).toEqual(['/home/a/.codex/config.toml']);
});
