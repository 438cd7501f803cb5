import { posix, win32 } from 'node:path';
import type { ConfigFormatName } from './config-format.ts';

export const CLIENT_NAMES = [
  'claude-desktop',
  'claude-code',
  'cursor',
  'vscode',
  'codex',
  'gemini',
  'windsurf',
  'zed',
  'goose',
] as const;

export type ClientName = (typeof CLIENT_NAMES)[number];

/** The machine as far as it says where clients keep their files. */
export interface ClientMachine {
  readonly platform: string;
  readonly home: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A file a client may have. A `*` in its path stands for any name. */
export interface ClientFileLocation {
  readonly client: ClientName;
  readonly path: string;
  /** Of one person on this machine, or of a project that others may share. */
  readonly scope: 'user' | 'project';
}

interface Folders {
  readonly isWindows: boolean;
  readonly home: string;
  readonly xdg: string;
  readonly roaming: string;
  readonly local: string;
  /** Where applications built on Electron keep their settings. */
  readonly application: string;
  /** A variable that is set to something. */
  set(name: string): string | undefined;
}

type PathParts = readonly [string, ...string[]];

/** How a client writes down its MCP servers, and where. */
export interface ClientDefinition {
  readonly title: string;
  files(folders: Folders): readonly PathParts[];
  readonly project?: PathParts;
  readonly format: ConfigFormatName;
  /** Ways to the maps of servers by name; `*` stands for any key. */
  readonly servers: readonly (readonly string[])[];
  readonly command: string;
  readonly env: string;
  readonly headers: string;
  /** Keys of addresses that speak streamable HTTP. */
  readonly url: readonly string[];
  /** Keys of addresses that speak the older HTTP+SSE unless a type says otherwise. */
  readonly sseUrl: readonly string[];
  /** The key of an address that is put back, beside a type and without one. */
  readonly urlBack: { readonly typed: string; readonly untyped: string };
  /** The types of streamable HTTP; the first is put back. */
  readonly httpTypes: readonly [string, ...string[]];
  /** The client fills variables into headers, but not into the environment. */
  readonly headerVariablesOnly: boolean;
}

const USUAL = {
  format: 'json',
  servers: [['mcpServers']],
  command: 'command',
  env: 'env',
  headers: 'headers',
  url: ['url'],
  sseUrl: [],
  urlBack: { typed: 'url', untyped: 'url' },
  httpTypes: ['http', 'streamable-http', 'streamableHttp'],
  headerVariablesOnly: false,
} as const satisfies Partial<ClientDefinition>;

const DESKTOP = ['Claude', 'claude_desktop_config.json'] as const;

export const CLIENTS: Readonly<Record<ClientName, ClientDefinition>> = {
  'claude-desktop': {
    ...USUAL,
    title: 'Claude Desktop',
    files: ({ application, local, isWindows }) => [
      [application, ...DESKTOP],
      ...(isWindows ? [[local, 'Packages', 'Claude_*', 'LocalCache', 'Roaming', ...DESKTOP] as const] : []),
    ],
  },
  'claude-code': {
    ...USUAL,
    title: 'Claude Code',
    files: ({ home, set }) => [[set('CLAUDE_CONFIG_DIR') ?? home, '.claude.json']],
    project: ['.mcp.json'],
    servers: [['mcpServers'], ['projects', '*', 'mcpServers']],
  },
  cursor: {
    ...USUAL,
    title: 'Cursor',
    files: ({ home }) => [[home, '.cursor', 'mcp.json']],
    project: ['.cursor', 'mcp.json'],
  },
  vscode: {
    ...USUAL,
    title: 'VS Code',
    files: ({ application }) =>
      ['Code', 'Code - Insiders', 'VSCodium'].flatMap((flavour): PathParts[] => [
        [application, flavour, 'User', 'mcp.json'],
        [application, flavour, 'User', 'profiles', '*', 'mcp.json'],
      ]),
    project: ['.vscode', 'mcp.json'],
    servers: [['servers']],
  },
  codex: {
    ...USUAL,
    title: 'Codex',
    files: ({ home, set }) => [
      set('CODEX_HOME') === undefined
        ? [home, '.codex', 'config.toml']
        : [set('CODEX_HOME') ?? '', 'config.toml'],
    ],
    project: ['.codex', 'config.toml'],
    format: 'toml',
    servers: [['mcp_servers']],
    headers: 'http_headers',
  },
  gemini: {
    ...USUAL,
    title: 'Gemini CLI',
    files: ({ home }) => [[home, '.gemini', 'settings.json']],
    project: ['.gemini', 'settings.json'],
    url: ['httpUrl'],
    sseUrl: ['url'],
    urlBack: { typed: 'url', untyped: 'httpUrl' },
  },
  windsurf: {
    ...USUAL,
    title: 'Windsurf',
    files: ({ home }) => [[home, '.codeium', 'windsurf', 'mcp_config.json']],
    url: ['serverUrl', 'url'],
    urlBack: { typed: 'serverUrl', untyped: 'serverUrl' },
  },
  zed: {
    ...USUAL,
    title: 'Zed',
    files: ({ isWindows, roaming, xdg }) => [
      [...(isWindows ? ([roaming, 'Zed'] as const) : ([xdg, 'zed'] as const)), 'settings.json'],
    ],
    project: ['.zed', 'settings.json'],
    servers: [['context_servers']],
  },
  goose: {
    ...USUAL,
    title: 'goose',
    files: ({ isWindows, roaming, xdg }) => [
      isWindows ? [roaming, 'Block', 'goose', 'config', 'config.yaml'] : [xdg, 'goose', 'config.yaml'],
    ],
    format: 'yaml',
    servers: [['extensions']],
    command: 'cmd',
    env: 'envs',
    url: ['uri'],
    urlBack: { typed: 'uri', untyped: 'uri' },
    httpTypes: ['streamable_http'],
    headerVariablesOnly: true,
  },
};

/** Every file that could hold MCP servers, in the order they are shown. */
export const listClientFiles = ({ platform, home, cwd, env }: ClientMachine): ClientFileLocation[] => {
  const isWindows = platform === 'win32';
  const { join } = isWindows ? win32 : posix;
  const set = (name: string): string | undefined => (env[name] === '' ? undefined : env[name]);
  const xdg = set('XDG_CONFIG_HOME') ?? join(home, '.config');
  const roaming = set('APPDATA') ?? join(home, 'AppData', 'Roaming');
  const local = set('LOCALAPPDATA') ?? join(home, 'AppData', 'Local');
  const application =
    platform === 'darwin' ? join(home, 'Library', 'Application Support') : isWindows ? roaming : xdg;
  const folders: Folders = { isWindows, home, xdg, roaming, local, application, set };
  return CLIENT_NAMES.flatMap((client): ClientFileLocation[] => {
    const { files, project } = CLIENTS[client];
    return [
      ...files(folders).map((parts): ClientFileLocation => ({ client, path: join(...parts), scope: 'user' })),
      ...(project === undefined ? [] : [{ client, path: join(cwd, ...project), scope: 'project' as const }]),
    ];
  });
};
