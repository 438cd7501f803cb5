import { spawn } from 'node:child_process';

/** What a command writes, and how it ended if not well. */
export const readCommand = (
  [command, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
  cwd: string,
): Promise<string> =>
  new Promise((resolve) => {
    const child = spawn(command, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => (text += part));
    child.once('close', (code) => resolve(`${text.trim()}${code === 0 ? '' : `\n(ended with ${code})`}`));
  });
