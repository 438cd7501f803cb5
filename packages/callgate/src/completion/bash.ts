import type { CompletionCommand } from './completion-command.ts';

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const words = (values: readonly string[]): string => quote(values.join(' '));

const valueCase = ({ name, options }: CompletionCommand): string[] =>
  options.flatMap(({ names, value }) => {
    if (value === undefined) return [];
    const pattern = names.map((option) => quote(`${name} ${option}`)).join('|');
    if (value === 'file') return [`    ${pattern}) _callgate_files; return ;;`];
    return [`    ${pattern}) COMPREPLY=($(compgen -W ${words(value)} -- "$cur")); return ;;`];
  });

const optionCase = ({ name, options, positional }: CompletionCommand): string => {
  const all = options.flatMap(({ names }) => names);
  const plain = positional === 'file' ? 'file' : positional.join(' ');
  return `    ${quote(name)}) options=${words(all)}; plain=${quote(plain)} ;;`;
};

/** The first words there are, and the second ones by the first. */
const firstWords = (commands: readonly CompletionCommand[]): readonly string[] => [
  ...new Set(commands.map(({ name }) => name.split(' ')[0] ?? '')),
];

const secondWords = (commands: readonly CompletionCommand[], first: string): readonly string[] =>
  commands.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name.slice(first.length + 1));

/** A script for bash. It asks nobody anything: everything there is stands in it. */
export const bashCompletion = (commands: readonly CompletionCommand[]): string => {
  const groups = firstWords(commands).filter((first) => secondWords(commands, first).length > 0);
  return `# bash completion for callgate. Use it with: source <(callgate completion bash)
_callgate_files() {
  # a name may have spaces in it
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -f -- "$cur"))
}

_callgate() {
  local cur prev first second command options='' plain='' groups='' at
  COMPREPLY=()
  cur=\${COMP_WORDS[COMP_CWORD]}
  prev=\${COMP_WORDS[COMP_CWORD - 1]}
  first=\${COMP_WORDS[1]}
  second=\${COMP_WORDS[2]:-}
  # what stands after -- belongs to another command
  for ((at = 1; at < COMP_CWORD; at++)); do
    if [[ \${COMP_WORDS[at]} == -- ]]; then _callgate_files; return; fi
  done
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W ${words([...firstWords(commands), '--help', '--version'])} -- "$cur"))
    return
  fi
  case "$first" in
${groups.map((first) => `    ${quote(first)}) groups=${words(secondWords(commands, first))} ;;`).join('\n')}
  esac
  command=$first
  if [[ -n $groups && " $groups " == *" $second "* && -n $second ]]; then
    command="$first $second"
    ((COMP_CWORD == 2)) && command=$first
  fi
  case "$command $prev" in
${commands.flatMap(valueCase).join('\n')}
  esac
  case "$command" in
${commands.map(optionCase).join('\n')}
  esac
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
  elif ((COMP_CWORD == 2)) && [[ -n $groups ]]; then
    COMPREPLY=($(compgen -W "$groups" -- "$cur"))
  elif [[ $plain == file ]]; then
    _callgate_files
  elif [[ -n $plain ]]; then
    COMPREPLY=($(compgen -W "$plain" -- "$cur"))
  fi
}

complete -F _callgate callgate
`;
};
