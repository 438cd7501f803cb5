/**
 * A host, as far as Callgate sees one: one process that starts the servers of its configuration file and speaks to each
 * over a pipe. Lines on standard input and output are `{server, line}`.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

interface Entry {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const [, , file = ''] = process.argv;
const { mcpServers } = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly mcpServers: Readonly<Record<string, Entry>>;
};

const children = new Map(
  Object.entries(mcpServers).map(([server, { command, args = [], env = {} }]) => {
    const child = spawn(command, [...args], {
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.on('error', () => undefined);
    createInterface({ input: child.stdout }).on('line', (line) =>
      process.stdout.write(`${JSON.stringify({ server, line })}\n`),
    );
    return [server, child] as const;
  }),
);

createInterface({ input: process.stdin })
  .on('line', (text) => {
    const { server, line } = JSON.parse(text) as { readonly server: string; readonly line: string };
    children.get(server)?.stdin.write(`${line}\n`);
  })
  .on('close', () => {
    for (const child of children.values()) child.stdin.end();
  });
