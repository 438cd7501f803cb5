/**
 * A host, as far as Callgate sees one: one process that starts the servers of its configuration file and speaks to each
 * over a pipe, and its hooks. Lines on standard input and output are `{server, line}`; `{run, words, input}` starts a
 * command of Callgate, as a host starts a hook; `{hook, args, input}` runs one in a process that runs them all.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

interface HostServerEntry {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const [, , file = ''] = process.argv;
const { mcpServers } = JSON.parse(readFileSync(file, 'utf8')) as {
  readonly mcpServers: Readonly<Record<string, HostServerEntry>>;
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

interface HostCommand {
  readonly run: number;
  readonly words: readonly string[];
  readonly cwd: string;
  readonly input: string;
}

const start = ({ run, words: [program = '', ...args], cwd, input }: HostCommand): void => {
  const child = spawn(program, args, { cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  child.once('close', (code) =>
    process.stdout.write(`${JSON.stringify({ run, ran: { code: code ?? -1, out, err } })}\n`),
  );
};

interface HostHook {
  readonly hook: number;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly input: string;
}

const RESIDENT = join(import.meta.dirname, '../fixtures/resident-callgate.ts');
const waiting: number[] = [];
let hooks: ReturnType<typeof startHooks> | undefined;

const startHooks = () => {
  const child = spawn(process.execPath, [RESIDENT], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.on('error', () => undefined);
  createInterface({ input: child.stdout }).on('line', (line) => {
    const ran: unknown = JSON.parse(line);
    process.stdout.write(`${JSON.stringify({ run: waiting.shift(), ran })}\n`);
  });
  return child;
};

createInterface({ input: process.stdin })
  .on('line', (text) => {
    const message = JSON.parse(text) as
      | { readonly server: string; readonly line: string }
      | HostCommand
      | HostHook;
    if ('run' in message) return start(message);
    if ('hook' in message) {
      const { hook, ...request } = message;
      waiting.push(hook);
      hooks ??= startHooks();
      hooks.stdin.write(`${JSON.stringify(request)}\n`);
      return;
    }
    const { server, line } = message;
    children.get(server)?.stdin.write(`${line}\n`);
  })
  .on('close', () => {
    for (const child of children.values()) child.stdin.end();
    hooks?.stdin.end();
  });
