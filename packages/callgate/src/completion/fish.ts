import type { CompletionCommand, CompletionOption } from './completion-command.ts';

const quote = (text: string): string => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;

const flags = ({ names }: CompletionOption): string =>
  names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)).join(' ');

const takes = ({ value }: CompletionOption): string => {
  if (value === undefined) return '';
  if (value === 'file') return ' -r -F';
  return value.length === 0 ? ' -x' : ` -x -a ${quote(value.join(' '))}`;
};

const isIn = (name: string): string => quote(`__callgate_is ${name}`);

const commandLines = (command: CompletionCommand): string[] => {
  const { name, description, options, positional } = command;
  const [first = '', second] = name.split(' ');
  const offer =
    second === undefined
      ? `complete -c callgate -n __fish_use_subcommand -a ${first} -d ${quote(description)}`
      : `complete -c callgate -n ${quote(`__callgate_group ${first}`)} -a ${second} -d ${quote(description)}`;
  const plain =
    positional === 'file'
      ? [`complete -c callgate -n ${isIn(name)} -F`]
      : positional.length > 0
        ? [`complete -c callgate -n ${isIn(name)} -a ${quote(positional.join(' '))}`]
        : [];
  return [
    offer,
    ...options.map(
      (option) =>
        `complete -c callgate -n ${isIn(name)} ${flags(option)}${takes(option)} -d ${quote(option.description)}`,
    ),
    ...plain,
  ];
};

export const fishCompletion = (commands: readonly CompletionCommand[]): string => {
  const alone = new Set(commands.map(({ name }) => name));
  const groups = [...new Set(commands.map(({ name }) => name.split(' ')))]
    .filter(([first = '', second]) => second !== undefined && !alone.has(first))
    .map(([first = '']) => first);
  return `# fish completion for callgate. Use it with: callgate completion fish | source
function __callgate_is
  set -l words (commandline -opc)
  test (count $words) -gt (count $argv); and test "$words[2..(math (count $argv) + 1)]" = "$argv"
end

function __callgate_group
  set -l words (commandline -opc)
  test (count $words) -eq 2; and test "$words[2]" = "$argv[1]"
end

complete -c callgate -f
${[...new Set(groups)].map((first) => `complete -c callgate -n __fish_use_subcommand -a ${first}`).join('\n')}
${commands.flatMap(commandLines).join('\n')}
`;
};
