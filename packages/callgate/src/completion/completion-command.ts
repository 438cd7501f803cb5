import { optionMessages } from '@callgate/messages/cli/options';
import type { ArgsDef } from 'citty';

export interface CompletionOption {
  /** With its dashes: `--json`, `-c`. */
  readonly names: readonly string[];
  readonly description: string;
  /** undefined: it takes no value. `file`: a path. Otherwise the values there are, or none that is known. */
  readonly value: undefined | 'file' | readonly string[];
}

export interface CompletionCommand {
  /** One or two words. */
  readonly name: string;
  readonly description: string;
  readonly options: readonly CompletionOption[];
  /** What stands without dashes: a path, one of several words, or nothing that could be offered. */
  readonly positional: 'file' | readonly string[];
}

const FILES: ReadonlySet<string> = new Set([
  'anchor',
  'catalogue',
  'config',
  'db',
  'file',
  'key',
  'keys',
  'labels',
  'lock',
  'out',
  'output',
  'policy',
  'proof',
  'session-file',
  'trace',
  'traces',
  'what',
]);

/** `a|b|c` are values to choose from; `FILE` is a path. */
const valuesOf = (name: string, hint: string | undefined): 'file' | readonly string[] => {
  if (hint === undefined) return FILES.has(name) ? 'file' : [];
  if (hint === 'FILE' || hint === 'DB') return 'file';
  return hint.includes('|') ? hint.split('|').filter((value) => /^[\w./-]+$/.test(value)) : [];
};

type ArgumentDefinition = ArgsDef[string];

const hintOf = (definition: ArgumentDefinition): string | undefined =>
  'options' in definition && Array.isArray(definition.options)
    ? definition.options.join('|')
    : 'valueHint' in definition
      ? definition.valueHint
      : undefined;

const optionOf = (name: string, definition: ArgumentDefinition): CompletionOption => {
  const aliases = 'alias' in definition ? [definition.alias ?? []].flat() : [];
  const isSwitch = definition.type === 'boolean';
  const off = isSwitch && definition.default === true ? [`--no-${name}`] : [];
  return {
    names: [
      ...(off.length > 0 ? off : [`--${name}`]),
      ...aliases.map((alias) => (alias.length === 1 ? `-${alias}` : `--${alias}`)),
    ],
    description: definition.description ?? '',
    value: isSwitch ? undefined : valuesOf(name, hintOf(definition)),
  };
};

const HELP: CompletionOption = { names: ['--help'], description: optionMessages.help, value: undefined };

/** What a shell needs to know of a command, read from what it takes. */
export const describeCommand = (name: string, description: string, args: ArgsDef): CompletionCommand => {
  const positional = Object.entries(args).find(([, { type }]) => type === 'positional');
  return {
    name,
    description,
    options: [
      ...Object.entries(args)
        .filter(([, { type }]) => type !== 'positional')
        .map(([option, definition]) => optionOf(option, definition)),
      HELP,
    ],
    positional: positional === undefined ? [] : valuesOf(positional[0], hintOf(positional[1])),
  };
};
