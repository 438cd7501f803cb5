import type { CompletionCommand, CompletionOption } from './completion-command.ts';

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Colons and brackets mean something to _arguments and _describe. */
const plain = (text: string): string => text.replaceAll(/[:[\]\\]/g, String.raw`\$&`);

const actionOf = (value: NonNullable<CompletionOption['value']>): string => {
  if (value === 'file') return ':file:_files';
  return value.length === 0 ? ':value: ' : `:value:(${value.join(' ')})`;
};

const argumentOf = ({ names, description, value }: CompletionOption): string[] =>
  names.map((name) => quote(`${name}[${plain(description)}]${value === undefined ? '' : actionOf(value)}`));

const caseOf = ({ name, options, positional }: CompletionCommand): string => {
  const rest =
    positional === 'file'
      ? [quote('*:file:_files')]
      : positional.length > 0
        ? [quote(`*:value:(${positional.join(' ')})`)]
        : [];
  return `    ${quote(name)}) _arguments ${[...options.flatMap(argumentOf), ...rest].join(' ')} ;;`;
};

const described = (commands: readonly (readonly [string, string])[]): string =>
  commands.map(([name, description]) => quote(`${name}:${plain(description)}`)).join(' ');

export const zshCompletion = (commands: readonly CompletionCommand[]): string => {
  const firsts = new Map<string, string>();
  for (const { name, description } of commands) {
    const [first = '', ...rest] = name.split(' ');
    if (rest.length === 0) firsts.set(first, description);
    else if (!firsts.has(first)) firsts.set(first, `${first} …`);
  }
  const groups = [...firsts.keys()].filter((first) =>
    commands.some(({ name }) => name.startsWith(`${first} `)),
  );
  const groupCases = groups.map((first) => {
    const below = commands
      .filter(({ name }) => name.startsWith(`${first} `))
      .map(({ name, description }) => [name.slice(first.length + 1), description] as const);
    return `    ${quote(first)}) below=(${described(below)}) ;;`;
  });
  return `#compdef callgate
# zsh completion for callgate. Use it with: source <(callgate completion zsh)
_callgate() {
  local -a firsts below
  local command
  firsts=(${described([...firsts])})
  if ((CURRENT == 2)); then
    _describe 'command' firsts
    return
  fi
  case "$words[2]" in
${groupCases.join('\n')}
  esac
  if ((CURRENT == 3)) && ((\${#below})) && [[ $words[3] != -* ]]; then
    _describe 'command' below
    return
  fi
  command="$words[2]"
  if ((\${#below})) && ((\${below[(I)$words[3]:*]})); then
    command="$words[2] $words[3]"
    shift words
    ((CURRENT--))
  fi
  shift words
  ((CURRENT--))
  case "$command" in
${commands.map(caseOf).join('\n')}
  esac
}
(($+functions[compdef])) && compdef _callgate callgate
`;
};
