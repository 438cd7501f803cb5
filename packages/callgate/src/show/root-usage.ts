import type { ListedCommand } from '../main.ts';
import { bold, dim } from './style.ts';

/** What there is, for somebody who named no command. */
export const rootUsage = (version: string, commands: readonly ListedCommand[]): string => {
  const own = commands.filter(({ shortFor }) => shortFor === undefined);
  const width = Math.max(...own.map(({ name }) => name.length)) + 2;
  const short = commands
    .filter(({ name, shortFor }) => shortFor !== undefined && shortFor !== name)
    .map(({ name, shortFor = '' }) => `${name} for ${shortFor}`);
  return [
    `Callgate ${version} decides auto, confirm or block for every tool call.`,
    '',
    `${bold('USAGE')} callgate COMMAND [options]`,
    '',
    bold('COMMANDS'),
    ...own.map(({ name, description }) => `  ${name.padEnd(width)}${description}`),
    '',
    dim(`Short: ${short.join(', ')}.`),
    dim('callgate COMMAND --help says what one takes.'),
  ].join('\n');
};
