/** One process that runs command after command, each in a home of its own: starting Callgate costs more than most of them. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { ROOT } from '../list-pages.ts';
import type { PageHome } from './prepare-home.ts';
import type { ShellResult } from './run-shell.ts';

const MAIN = join(ROOT, 'packages/callgate/dist/main.js');

const LIMIT_MS = 60_000;

const PROGRAM = `
const { createInterface } = await import('node:readline');
const { main } = await import(${JSON.stringify(MAIN)});
const answer = process.stdout.write.bind(process.stdout);
process.stdout.setMaxListeners(0);
for await (const line of createInterface({ input: process.stdin })) {
  const { args, cwd, env } = JSON.parse(line);
  Object.assign(process.env, env);
  process.chdir(cwd);
  const result = { code: 0, output: '', errors: '' };
  const collect = (key) => (text, ...more) => {
    result[key] += text;
    more.findLast((each) => typeof each === 'function')?.();
    return true;
  };
  process.stdout.write = collect('output');
  process.stderr.write = collect('errors');
  process.exitCode = 0;
  await main(args);
  result.code = process.exitCode;
  answer(JSON.stringify(result) + '\\n');
}
process.exit(0);
`;

const shellResult = z.object({ code: z.number(), output: z.string(), errors: z.string() });

export interface CommandProcess {
  /** Runs the command with these words after `callgate`. */
  run(args: readonly string[], home: PageHome, cwd: string): Promise<ShellResult>;
  end(): void;
}

export const openCommandProcess = ({ env, folder }: PageHome): CommandProcess => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    cwd: folder,
    env: { ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let last: Promise<unknown> = Promise.resolve();
  return {
    run: (args, home, cwd) => {
      const next = last.then(async () => {
        const own = join(home.folder, '.local/share/callgate');
        const request = { args, cwd, env: { HOME: home.folder, CALLGATE_HOME: own } };
        child.stdin.write(`${JSON.stringify(request)}\n`);
        const late = setTimeout(() => child.kill(), LIMIT_MS);
        const answer = await answers.next();
        clearTimeout(late);
        if (answer.done === true)
          throw new Error(`callgate ${args.join(' ')} ended the process, or did not end in ${LIMIT_MS} ms`);
        return shellResult.parse(JSON.parse(answer.value));
      });
      last = next.catch(() => undefined);
      return next;
    },
    end: () => child.stdin.end(),
  };
};
