import { CallgateError, display } from '@callgate/core';
import { nearest } from '@callgate/policy';
import type { ArgsDef, CommandContext, CommandDef } from 'citty';
import { parseArgs, renderUsage, runCommand } from 'citty';
import { plainInPipes, write } from '../show/style.ts';

/** An option nobody defined is a mistake, not a wish to be guessed. */
const refuseUnknown = (rawArgs: readonly string[], definitions: ArgsDef): void => {
  const known = Object.entries(definitions).flatMap(([name, definition]) => [
    name,
    ...('alias' in definition ? [definition.alias ?? []].flat() : []),
  ]);
  for (const raw of rawArgs) {
    if (raw === '--') return;
    const name = /^--?([A-Za-z][A-Za-z-]*)/.exec(raw)?.[1];
    if (raw.startsWith('--no-') && raw.includes('='))
      throw new CallgateError('OPTION_UNKNOWN', `--${name} takes no value`);
    if (name === undefined || known.includes(name) || known.includes(name.replace(/^no-/, ''))) continue;
    const near = nearest(name, known);
    throw new CallgateError(
      'OPTION_UNKNOWN',
      `there is no option --${name}`,
      near === undefined ? { help: 'see --help' } : { help: `did you mean --${near}?` },
    );
  }
};

export const requiredOption = (value: string | undefined, name: string, command: string): string => {
  if (value !== undefined && value !== '') return value;
  throw new CallgateError('OPTION_MISSING', `--${name} is needed`, {
    help: `see callgate ${command} --help`,
  });
};

/** How a command is used; coloured only where a person looks. */
export const usageText = async <T extends ArgsDef>(definition: CommandDef<T>): Promise<string> =>
  plainInPipes(await renderUsage(definition));

/** A command of the command line, its argument types kept inside. */
export interface CommandEntry {
  readonly name: string;
  readonly description: string;
  /** What it takes, for whoever completes or documents it. */
  readonly args: ArgsDef;
  /** The exit code where it throws; 1 if absent. */
  readonly exitOnError?: number;
  run(rawArgs: readonly string[]): Promise<void>;
  usage(): Promise<void>;
}

export const commandEntry = <T extends ArgsDef>(
  name: string,
  description: string,
  args: T,
  run: (context: CommandContext<T>) => void | Promise<void>,
): CommandEntry => {
  const definition = { meta: { name: `callgate ${name}`, description }, args, run };
  return {
    name,
    description,
    args,
    async run(rawArgs) {
      refuseUnknown(rawArgs, args);
      const options = Object.entries(args).filter(([, { type }]) => type !== 'positional');
      const positional = Object.keys(args).find((each) => args[each]?.type === 'positional');
      const { _: words } = parseArgs([...rawArgs], Object.fromEntries(options));
      const [extra] = words;
      if (positional === undefined && extra !== undefined)
        throw new CallgateError('ARGUMENT_UNKNOWN', `${name} takes options only, not \`${display(extra)}\``);
      const needed = positional !== undefined && args[positional]?.required !== false;
      if (needed && extra === undefined)
        throw new CallgateError('ARGUMENT_MISSING', `${name} needs ${positional.toUpperCase()}`, {
          help: `see callgate ${name} --help`,
        });
      await runCommand(definition, { rawArgs: [...rawArgs] });
    },
    usage: async () => write(await usageText(definition)),
  };
};
