import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BIN } from '../fixtures/run-callgate.ts';

export interface DemoProcess {
  readonly pid: number;
  /** The exit code. */
  readonly ended: Promise<number>;
  output(): { readonly out: string; readonly err: string };
  /** Waits until standard output says it, or the process has ended. */
  said(pattern: RegExp): Promise<RegExpExecArray | null>;
  signal(name: 'SIGINT'): void;
  kill(): void;
}

/** The real command, in `home` and `temp` of a folder that is nobody else's. */
export const startDemo = (place: string, args: readonly string[]): DemoProcess => {
  const [home, temp] = [join(place, 'home'), join(place, 'temp')];
  for (const folder of [home, temp]) mkdirSync(folder, { recursive: true });
  const child = spawn(process.execPath, [BIN, 'demo', ...args], {
    cwd: place,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      TMPDIR: temp,
      XDG_CACHE_HOME: join(tmpdir(), 'callgate-test-cache'),
      NO_COLOR: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  const looking = new Set<() => void>();
  const look = (): void => {
    for (const each of looking) each();
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
    look();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  let over = false;
  const ended = new Promise<number>((resolve) => {
    child.once('close', (code) => {
      over = true;
      look();
      resolve(code ?? -1);
    });
  });
  return {
    pid: child.pid ?? 0,
    ended,
    output: () => ({ out, err }),
    said: (pattern) =>
      new Promise((resolve) => {
        const check = (): void => {
          const match = pattern.exec(out);
          if (match === null && !over) return;
          looking.delete(check);
          resolve(match);
        };
        looking.add(check);
        check();
      }),
    signal: (name) => child.kill(name),
    kill: () => child.kill('SIGKILL'),
  };
};
