import { posix, win32 } from 'node:path';
import type { ClientName } from './clients.ts';

/** The machine as far as it says where clients keep their files. */
export interface Machine {
  readonly platform: string;
  readonly home: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A file a client may have. A `*` in its path stands for any name. */
export interface Place {
  readonly client: ClientName;
  readonly path: string;
  /** Of one person on this machine, or of a project that others may share. */
  readonly scope: 'user' | 'project';
}

const CODE_FLAVOURS = ['Code', 'Code - Insiders', 'VSCodium'];

/** Every file that could hold MCP servers, in the order they are shown. */
export const placesOf = ({ platform, home, cwd, env }: Machine): Place[] => {
  const { join } = platform === 'win32' ? win32 : posix;
  const set = (name: string): string | undefined => (env[name] === '' ? undefined : env[name]);
  const xdg = set('XDG_CONFIG_HOME') ?? join(home, '.config');
  const roaming = set('APPDATA') ?? join(home, 'AppData', 'Roaming');
  const local = set('LOCALAPPDATA') ?? join(home, 'AppData', 'Local');
  const isWindows = platform === 'win32';
  /** Where applications built on Electron keep their settings. */
  const application =
    platform === 'darwin' ? join(home, 'Library', 'Application Support') : isWindows ? roaming : xdg;
  const ofUser = (client: ClientName, ...path: [string, ...string[]]): Place => ({
    client,
    path: join(...path),
    scope: 'user',
  });
  const ofProject = (client: ClientName, ...path: [string, ...string[]]): Place => ({
    client,
    path: join(cwd, ...path),
    scope: 'project',
  });
  const desktop = ['Claude', 'claude_desktop_config.json'] as const;
  return [
    ofUser('claude-desktop', application, ...desktop),
    ...(isWindows
      ? [ofUser('claude-desktop', join(local, 'Packages', 'Claude_*', 'LocalCache', 'Roaming'), ...desktop)]
      : []),
    ofUser('claude-code', set('CLAUDE_CONFIG_DIR') ?? home, '.claude.json'),
    ofProject('claude-code', '.mcp.json'),
    ofUser('cursor', home, '.cursor', 'mcp.json'),
    ofProject('cursor', '.cursor', 'mcp.json'),
    ...CODE_FLAVOURS.flatMap((flavour) => [
      ofUser('vscode', application, flavour, 'User', 'mcp.json'),
      ofUser('vscode', application, flavour, 'User', 'profiles', '*', 'mcp.json'),
    ]),
    ofProject('vscode', '.vscode', 'mcp.json'),
    ofUser('codex', set('CODEX_HOME') ?? join(home, '.codex'), 'config.toml'),
    ofProject('codex', '.codex', 'config.toml'),
    ofUser('gemini', home, '.gemini', 'settings.json'),
    ofProject('gemini', '.gemini', 'settings.json'),
    ofUser('windsurf', home, '.codeium', 'windsurf', 'mcp_config.json'),
    isWindows ? ofUser('zed', roaming, 'Zed', 'settings.json') : ofUser('zed', xdg, 'zed', 'settings.json'),
    ofProject('zed', '.zed', 'settings.json'),
    isWindows
      ? ofUser('goose', roaming, 'Block', 'goose', 'config', 'config.yaml')
      : ofUser('goose', xdg, 'goose', 'config.yaml'),
  ];
};
