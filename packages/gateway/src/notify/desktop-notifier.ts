import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { desktopProgram } from '../config/desktop-program.ts';
import type { Notifier } from './notifier.ts';

/** Reads its texts as arguments: nothing in them is a script. */
const APPLE_SCRIPT = [
  'on run argv',
  'display notification (item 2 of argv) with title (item 1 of argv)',
  'end run',
].flatMap((line) => ['-e', line]);

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\\': '\\\\' };

/** A body is markup, and some versions read escapes in it. */
const escapeBody = (body: string): string => body.replaceAll(/[&<>\\]/g, (mark) => ENTITIES[mark] ?? mark);

export interface DesktopCommand {
  readonly command: string;
  readonly args: (title: string, body: string) => readonly string[];
}

/** How this machine shows notifications; undefined where it has no desktop. */
export const desktopCommand = (
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): DesktopCommand | undefined => {
  const command = desktopProgram(platform, env);
  if (command === undefined) return undefined;
  if (command === 'osascript') return { command, args: (title, body) => [...APPLE_SCRIPT, title, body] };
  return { command, args: (title, body) => ['--app-name=Callgate', '--', title, escapeBody(body)] };
};

/** Shows a notification on the desktop of the person who runs this process. */
export const desktopNotifier = ({ command, args }: DesktopCommand): Notifier => ({
  name: 'desktop',
  tell: async ({ title, lines, link }, signal) => {
    const body = [...lines, ...(link === undefined ? [] : [link])].join('\n');
    const child = spawn(command, args(title, body), { stdio: 'ignore', signal, timeout: 10_000 });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`${command} ended with ${String(code)}`);
  },
});
