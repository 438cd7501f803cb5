import { CallgateError } from '@callgate/core';
import { nearest } from '@callgate/policy';
import type { ArgsDef, CommandContext } from 'citty';
import { runCommand, showUsage } from 'citty';

/** An option nobody defined is a mistake, not a wish to be guessed. */
const refuseUnknown = (rawArgs: readonly string[], definitions: ArgsDef): void => {
  const known = Object.entries(definitions).flatMap(([name, definition]) => [
    name,
    ...('alias' in definition ? [definition.alias ?? []].flat() : []),
  ]);
  for (const raw of rawArgs) {
    if (raw === '--') return;
    const name = /^--?([A-Za-z][A-Za-z-]*)/.exec(raw)?.[1];
    if (name === undefined || known.includes(name) || known.includes(name.replace(/^no-/, ''))) continue;
    const near = nearest(name, known);
    throw new CallgateError(
      'OPTION_UNKNOWN',
      `there is no option --${name}`,
      near === undefined ? { help: 'see --help' } : { help: `did you mean --${near}?` },
    );
  }
};

/** A command of the command line, its argument types kept inside. */
export interface CommandEntry {
  readonly name: string;
  readonly description: string;
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
    async run(rawArgs) {
      refuseUnknown(rawArgs, args);
      await runCommand(definition, { rawArgs: [...rawArgs] });
    },
    usage: () => showUsage(definition),
  };
};
