import { expect, it } from 'vitest';
import { aliasOfCommand, aliasOfUrl } from './alias-of-command.ts';

it.each([
  ['npx -y @modelcontextprotocol/server-filesystem /home/ann', 'filesystem'],
  ['npx -y @modelcontextprotocol/server-everything@2025.9.1', 'everything'],
  ['uvx mcp-server-git --repository /src', 'git'],
  ['uvx --from git+https://x.example/y mcp-server-time', 'time'],
  ['docker run -i --rm -e GITHUB_TOKEN ghcr.io/github/github-mcp-server:v1', 'github'],
  ['npx @playwright/mcp@latest', 'playwright'],
  ['mongodb-mcp-server', 'mongodb'],
  ['node /opt/weather/dist/index.js', 'weather'],
  ['/usr/local/bin/notes', 'notes'],
  ['python3 -m weather.server', 'weather'],
  ['node', 'server'],
])('%s is called %s', (line, alias) => {
  expect(aliasOfCommand(line.split(' '))).toBe(alias);
});

it.each([
  ['https://mcp.linear.app/mcp', 'linear'],
  ['https://api.githubcopilot.com/mcp/', 'githubcopilot'],
  ['http://localhost:3000/mcp', 'localhost'],
  ['http://[::1]:3000/mcp', '1'],
])('%s is called %s', (url, alias) => {
  expect(aliasOfUrl(url)).toBe(alias);
});
