import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';

/** A program at a real pseudo-terminal, and what it wrote. */
export interface Terminal {
  /** Presses Enter at every question until the program ends; what was asked. */
  acceptDefaults(): Promise<readonly string[]>;
  text(): string;
  code(): number | null;
}

const QUIET_MS = 1500;
const LIMIT_MS = 120_000;

const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

export const openTerminal = (
  words: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Terminal => {
  const child = spawn('script', ['-qefc', words.map(quote).join(' '), '/dev/null'], {
    cwd,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let text = '';
  let changedAt = performance.now();
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
    changedAt = performance.now();
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  const shown = (): string => stripVTControlCharacters(text.replaceAll('\r', ''));
  return {
    acceptDefaults: async () => {
      const began = performance.now();
      const questions: string[] = [];
      for (;;) {
        const isOver = await Promise.race([ended.then(() => true), sleep(100, false)]);
        if (isOver) break;
        if (performance.now() - began > LIMIT_MS) {
          child.kill('SIGKILL');
          throw new Error(`the program did not end:\n${shown()}`);
        }
        // a question is a last line without an end, at which the program stays
        if (performance.now() - changedAt < QUIET_MS || shown().endsWith('\n') || shown() === '') continue;
        questions.push(shown().split('\n').at(-1)?.trim() ?? '');
        changedAt = performance.now();
        child.stdin.write('\n');
      }
      return questions;
    },
    text: shown,
    code: () => child.exitCode,
  };
};
