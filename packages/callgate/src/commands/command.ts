import { CallgateError, display } from '@callgate/core';
import { optionMessages } from '@callgate/messages/cli/options';
import { commandErrors } from '@callgate/messages/errors/command';
import { optionErrors } from '@callgate/messages/errors/option';
import { findNearestName } from '@callgate/policy';
import type { ArgsDef, ParsedArgs } from 'citty';
import { parseArgs, renderUsage } from 'citty';
import { stripColoursInPipes, write } from '../show/style.ts';

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
      throw new CallgateError(optionErrors.takesNoValue({ name: name ?? '' }));
    if (name === undefined || known.includes(name) || known.includes(name.replace(/^no-/, ''))) continue;
    throw new CallgateError(optionErrors.unknown({ name, near: findNearestName(name, known) }));
  }
};

export const requiredOption = (value: string | undefined, name: string, command: string): string => {
  if (value !== undefined && value !== '') return value;
  throw new CallgateError(optionErrors.missing({ name, command }));
};

/** What a command takes and does, its argument types kept inside. Its name and description are in the table. */
export interface Command {
  readonly args: ArgsDef;
  /** The exit code where it throws. */
  exitOnError(rawArgs: readonly string[]): number;
  run(name: string, rawArgs: readonly string[]): Promise<void>;
  usage(name: string, description: string): Promise<void>;
}

/** Commands of one module, by their names. */
export interface Commands {
  readonly [name: string]: Command;
}

/** The words before `--`, as they were written, and those after it. */
export interface RawArguments {
  readonly own: readonly string[];
  readonly rest: readonly string[];
}

export interface CommandOptions {
  /** The exit code where it throws; 1 if absent. */
  readonly exitOnError?: number;
  /** What stands after `--` is the command of another program. */
  readonly takesCommand?: boolean;
  /** Looks at the words before their options are read, and may change them. */
  readonly prepare?: (own: readonly string[]) => readonly string[];
}

export const command = <const T extends ArgsDef>(
  args: T,
  run: (given: ParsedArgs<T>, words: RawArguments) => void | Promise<void>,
  { exitOnError = 1, takesCommand = false, prepare = (own) => own }: CommandOptions = {},
): Command => ({
  args,
  exitOnError: () => exitOnError,
  async run(name, rawArgs) {
    const dashes = takesCommand ? rawArgs.indexOf('--') : -1;
    const own = prepare(dashes < 0 ? rawArgs : rawArgs.slice(0, dashes));
    refuseUnknown(own, args);
    const options = Object.entries(args).filter(([, { type }]) => type !== 'positional');
    const positional = Object.keys(args).find((each) => args[each]?.type === 'positional');
    const [extra] = parseArgs([...own], Object.fromEntries(options))._;
    if (positional === undefined && extra !== undefined)
      throw new CallgateError(commandErrors.optionsOnly({ command: name, extra: display(extra) }));
    if (positional !== undefined && args[positional]?.required !== false && extra === undefined)
      throw new CallgateError(
        commandErrors.argumentMissing({ command: name, argument: positional.toUpperCase() }),
      );
    await run(parseArgs<T>([...own], args), { own, rest: dashes < 0 ? [] : rawArgs.slice(dashes + 1) });
  },
  usage: async (name, description) => {
    const text = await renderUsage({ meta: { name: `callgate ${name}`, description }, args });
    write(
      stripColoursInPipes(takesCommand ? `${text.trimEnd()}\n\n  ${optionMessages.serverCommand}\n` : text),
    );
  },
});
