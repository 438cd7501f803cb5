import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** How a newcomer's clients start a server. */
export interface StartedServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export type ServersByName = Readonly<Record<string, StartedServer>>;

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const toml = (servers: ServersByName): string =>
  Object.entries(servers)
    .map(([name, { command, args, env = {} }]) =>
      [
        `[mcp_servers.${name}]`,
        `command = ${JSON.stringify(command)}`,
        `args = ${JSON.stringify(args)}`,
        ...(Object.keys(env).length === 0
          ? []
          : [
              `env = { ${Object.entries(env)
                .map(([key, value]) => `${key} = ${JSON.stringify(value)}`)
                .join(', ')} }`,
            ]),
      ].join('\n'),
    )
    .join('\n\n')
    .concat('\n');

/** The files of six clients as their users have them: own settings beside the servers, comments where they may be. */
export const writeClientFiles = (home: string, servers: ServersByName): void => {
  const files: Readonly<Record<string, string>> = {
    '.claude.json': json({ numStartups: 12, mcpServers: servers, projects: {} }),
    '.claude/settings.json': json({
      permissions: { allow: ['Bash(ls:*)'] },
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] },
    }),
    '.cursor/mcp.json': json({ mcpServers: servers }),
    '.config/Code/User/mcp.json': `// of my own\n${json({ servers, inputs: [] })}`,
    '.codex/config.toml': `# of my own\nmodel = "gpt"\n\n${toml(servers)}`,
    '.gemini/settings.json': json({ theme: 'dark', mcpServers: servers }),
    '.codeium/windsurf/mcp_config.json': json({ mcpServers: servers }),
  };
  for (const [name, text] of Object.entries(files)) {
    const path = join(home, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode: 0o600 });
  }
};
