import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { EscapeWorld } from './escape-world.ts';

const STARTER = join(import.meta.dirname, 'start-in-sandbox.ts');
const OPEN = 40;

export type TriedBackend = 'bubblewrap' | 'landlock' | 'node' | 'none';

export interface TriedServer {
  readonly backend: TriedBackend;
  /** Undefined for the user of this process. */
  readonly user: number | undefined;
  readonly command: readonly string[];
  /** The world's root, where nothing is said. */
  readonly roots?: readonly string[];
  readonly writes?: boolean;
  readonly network?: boolean;
  readonly allow?: readonly string[];
  readonly hidden?: readonly string[];
}

/** A process that holds a server in a sandbox. */
export interface SandboxRun {
  readonly process: ChildProcessByStdio<Writable, Readable, Readable>;
  /** The next line of the server, or of the holder. */
  nextLine(): Promise<string>;
  /** Ends the server; its violations. */
  end(): Promise<unknown>;
}

/** Starts a server in a sandbox, by a process of its own that is of a user. */
export const runInSandbox = (
  world: EscapeWorld,
  {
    backend,
    user,
    command,
    roots = [world.root],
    writes = false,
    network = false,
    allow = [],
    hidden = [],
  }: TriedServer,
): SandboxRun => {
  const [program = '', ...args] = command;
  const env = { PATH: process.env['PATH'] ?? '', HOME: world.home };
  const request = {
    command: program,
    args,
    cwd: '/',
    env,
    class: { writes, network },
    roots,
    hidden,
    allow,
  };
  const holder = spawn(
    process.execPath,
    ['--conditions=@callgate/source', STARTER, JSON.stringify({ backend, request })],
    {
      env: { ...env, CALLGATE_TEST_SECRET: world.mark },
      cwd: '/',
      stdio: [
        'pipe',
        'pipe',
        'pipe',
        ...Array.from({ length: OPEN - 3 }, () => 'ignore' as const),
        world.openFile,
      ],
      ...(user === undefined ? {} : { uid: user, gid: user }),
    },
  ) as ChildProcessByStdio<Writable, Readable, Readable>;
  let [text, errors] = ['', ''];
  const waiting: ((line: string) => void)[] = [];
  const lines: string[] = [];
  const ended = once(holder, 'close');
  holder.stdin.on('error', () => undefined);
  holder.stderr.setEncoding('utf8').on('data', (more: string) => {
    errors += more;
  });
  holder.stdout.setEncoding('utf8').on('data', (more: string) => {
    text += more;
    const parts = text.split('\n');
    text = parts.pop() ?? '';
    lines.push(...parts);
    while (waiting.length > 0 && lines.length > 0) waiting.shift()?.(lines.shift() ?? '');
  });
  const nextLine = (): Promise<string> =>
    Promise.race([
      new Promise<string>((resolve) => {
        const line = lines.shift();
        if (line === undefined) waiting.push(resolve);
        else resolve(line);
      }),
      ended.then(() => {
        throw new Error(`the sandbox ended: ${errors}`);
      }),
    ]);
  return {
    process: holder,
    nextLine,
    end: async () => {
      holder.stdin.end();
      const line: unknown = JSON.parse(await nextLine());
      await ended;
      return line;
    },
  };
};
