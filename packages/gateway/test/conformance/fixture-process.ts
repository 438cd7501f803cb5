import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface RunningFixture {
  readonly url: string;
  close(): Promise<void>;
}

/** How a server is reached: over HTTP, or by starting it and speaking over its stdio. */
export type FixtureUpstream =
  | { readonly url: string }
  | { readonly command: string; readonly args: readonly string[] };

const FIXTURE: string = fileURLToPath(new URL('fixture-server.ts', import.meta.url));

export const FIXTURE_OVER_STDIO: { readonly command: string; readonly args: readonly string[] } = {
  command: process.execPath,
  args: [FIXTURE, 'stdio'],
};

/** Starts the fixture server over HTTP in a process of its own. */
export const startFixture = async (): Promise<RunningFixture> => {
  const child = spawn(process.execPath, [FIXTURE, 'http'], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  if (!child.stdout) throw new Error('the fixture server has no output to read its url from');
  const exit = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const started = await Promise.race([once(lines, 'line'), exit.then(() => undefined)]);
  if (!started) throw new Error('the fixture server ended before it listened');
  return {
    url: String(started[0]),
    close: async () => {
      child.kill();
      await exit;
    },
  };
};
