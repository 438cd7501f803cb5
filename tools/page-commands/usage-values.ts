/** What stands for the capital words of a usage, in the prepared home. */
const VALUES: Readonly<Record<string, string>> = {
  C: 'catalogue.json',
  CALL: '"$HELD_CALL"',
  COMMAND: 'node notes.mjs',
  DB: '~/.local/share/callgate/callgate.db',
  DIGEST: '"$BINDING"',
  ENTRY: '2',
  FILE: 'tools.json',
  FOLDER: 'my-server',
  HOST: 'claude-code',
  ID: '"$GRANT"',
  MANIFEST: 'manifest.yaml',
  MONTH: '2026-01',
  NEW: 'strict',
  OLD: 'strict',
  P: 'local',
  POLICY: 'my-policy.yaml',
  RULE: 'hints/missing',
  SERVER: 'notes',
  T: 'send_mail',
  SESSION: '"$HELD_CALL"',
  TESTS: 'our-team.test.yaml',
  TEXT: 'because',
  TOOL: 'delete_note',
  TRACE: 'monday.json',
  TRACES: 'monday.json',
  WHY: 'because',
};

/** Usages whose words mean something else than elsewhere. */
const COMMANDS: readonly (readonly [usage: RegExp, command: string])[] = [
  [/accept FILE$/, 'callgate accept ../work/callgate.yaml'],
  [/audit verify FILE$/, 'callgate audit verify callgate-proof-of-row-17.json'],
  [/check FILE --fix -o FILE$/, 'callgate check tools.json --fix -o fixed.json'],
  [/audit stream --to TARGET/, 'callgate audit stream --to events.jsonl --once'],
  [/check CONFIG/, 'callgate check ../work/callgate.yaml'],
  [/test( --junit FILE)?$/, 'callgate test our-team.test.yaml --junit results.xml'],
  [/check$/, 'callgate check tools.json'],
  [/convert FILE$/, 'callgate convert manifest.yaml'],
  [/convert --to trace FILE > traces.jsonl$/, 'callgate convert --to trace transcript.json > traces.jsonl'],
  [
    /--context C\b/,
    'callgate sessions --declassify private --principal local --context "$CONTEXT" --reason because',
  ],
  [/inbox CALL --settle/, 'callgate inbox "$UNKNOWN_CALL" --settle happened --reason because'],
  [/scan$/, 'callgate scan --tools tools.json'],
  [
    /store copy --from PLACE --to PLACE$/,
    'callgate store copy --from ~/.local/share/callgate/callgate.db --to copy.db',
  ],
  [/store backup --to FILE$/, 'callgate store backup --to store.backup'],
  [
    /store restore --from FILE --reason TEXT$/,
    'callgate store backup --to other.backup && mkdir other && cp ~/.local/share/callgate/callgate.key other && callgate store restore --from other.backup --to other/callgate.db --reason because',
  ],
];

/** A usage as a command that can be run; undefined where a word has no value. */
export const fillUsage = (usage: string): string | undefined => {
  const command = COMMANDS.find(([pattern]) => pattern.test(usage))?.[1];
  if (command !== undefined) return command;
  const words = usage.replaceAll(/(?<![\w.$'-])[A-Z]+(?![\w.'-])/g, (word) => VALUES[word] ?? word);
  return /(?<=^|\s)[A-Z]+(?=\s|$)/.test(words) ? undefined : words;
};

/** Needs a shell, or a process that is stopped or is written to. */
const NEEDS_SHELL = /[<>|;&(]|--watch|--follow|\bcallgate (?:up|run|console|demo|hook)\b/;

/** The words of a command after `callgate`; undefined where it needs a shell. */
export const commandWords = (
  command: string,
  env: Readonly<Record<string, string>>,
): readonly string[] | undefined => {
  if (NEEDS_SHELL.test(command) || !/^(?:npx )?callgate /.test(command)) return undefined;
  const words = [...command.replace(/\s#.*$/, '').matchAll(/"\$(\w+)"|["']([^"']*)["']|(\S+)/g)].map(
    ([, variable, quoted, plain = '']) =>
      (variable === undefined ? quoted : env[variable]) ?? plain.replace(/^~/, env['HOME'] ?? ''),
  );
  return words.slice(words.indexOf('callgate') + 1);
};
