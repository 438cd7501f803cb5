import type { FormatName } from './format.ts';

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

/** How a client writes down its MCP servers. */
export interface Client {
  readonly name: ClientName;
  readonly title: string;
  readonly format: FormatName;
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
} as const satisfies Partial<Client>;

export const CLIENTS: Readonly<Record<ClientName, Client>> = {
  'claude-desktop': { ...USUAL, name: 'claude-desktop', title: 'Claude Desktop' },
  'claude-code': {
    ...USUAL,
    name: 'claude-code',
    title: 'Claude Code',
    servers: [['mcpServers'], ['projects', '*', 'mcpServers']],
  },
  cursor: { ...USUAL, name: 'cursor', title: 'Cursor' },
  vscode: { ...USUAL, name: 'vscode', title: 'VS Code', servers: [['servers']] },
  codex: {
    ...USUAL,
    name: 'codex',
    title: 'Codex',
    format: 'toml',
    servers: [['mcp_servers']],
    headers: 'http_headers',
  },
  gemini: {
    ...USUAL,
    name: 'gemini',
    title: 'Gemini CLI',
    url: ['httpUrl'],
    sseUrl: ['url'],
    urlBack: { typed: 'url', untyped: 'httpUrl' },
  },
  windsurf: {
    ...USUAL,
    name: 'windsurf',
    title: 'Windsurf',
    url: ['serverUrl', 'url'],
    urlBack: { typed: 'serverUrl', untyped: 'serverUrl' },
  },
  zed: { ...USUAL, name: 'zed', title: 'Zed', servers: [['context_servers']] },
  goose: {
    ...USUAL,
    name: 'goose',
    title: 'goose',
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
