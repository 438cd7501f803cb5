import { CallgateError, display } from '@callgate/core';
import type { ArgsDef } from 'citty';
import { homePaths } from '../home.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';
import { checkedUrl, headersFrom, passedOn, trustFrom, valuesOf } from './reach-options.ts';

const args = {
  name: { type: 'string', description: 'What to call the server; found out from the command if absent' },
  policy: {
    type: 'string',
    description: 'A preset, or policy files separated by commas; balanced if absent',
  },
  trust: { type: 'string', description: 'untrusted, trusted or owned; untrusted if absent' },
  lock: { type: 'string', description: 'A lock: what is not as it stands there is set apart' },
  url: { type: 'string', description: 'A streamable HTTP server, in place of a command' },
  store: {
    type: 'string',
    description:
      'A file, or postgres://user@host/database; CALLGATE_STORE, or callgate.db in the folder of Callgate if absent',
  },
  'header-env': {
    type: 'string',
    description:
      'With --url: HEADER=VARIABLE, a header and the variable that holds its value; may be repeated',
  },
  'label-age': {
    type: 'string',
    description: 'How long labels outlive the last call of a session, as 8h, or never; 24h if absent',
  },
  wait: {
    type: 'string',
    description:
      'How long a call waits for an approval before its client gets an answer, as 20s; 45s if absent',
  },
  'allow-private': {
    type: 'string',
    description: 'With --url: HOST[:PORT] in a private network that may be reached; may be repeated',
  },
} as const satisfies ArgsDef;

const NAME = 'run';
const DESCRIPTION = 'Put a gate before one MCP server: callgate run [options] -- COMMAND…';

const refuseBoth = (url: string | undefined, command: readonly string[]): void => {
  if (url === undefined && command.length === 0)
    throw new CallgateError('ARGUMENT_MISSING', 'run needs the command of a server after --, or --url', {
      help: 'callgate run -- npx -y @modelcontextprotocol/server-everything',
    });
  if (url !== undefined && command.length > 0)
    throw new CallgateError('ARGUMENT_UNKNOWN', 'run takes a command or --url, not both', {
      help: 'leave out --url, or everything from -- on',
    });
};

const runEntry = (own: readonly string[], command: readonly string[]): CommandEntry =>
  commandEntry(NAME, DESCRIPTION, args, async ({ args: given }) => {
    const { name, policy, trust, lock, url, store, wait } = given;
    refuseBoth(url, command);
    const trusted = trustFrom(trust);
    const headers = headersFrom(valuesOf(own, '--header-env'));
    const allowPrivate = valuesOf(own, '--allow-private');
    const { runOne } = await import('../serve/run-one.ts');
    await runOne({
      name,
      policy: policy?.split(',') ?? ['balanced'],
      trust: trusted,
      lock,
      reach:
        url === undefined
          ? { kind: 'stdio', command: command[0] ?? '', args: command.slice(1), env: passedOn(process.env) }
          : { kind: 'http', url: checkedUrl(url), headers },
      allowPrivate,
      home: homePaths(process.env),
      store,
      wait,
      labelAge: given['label-age'],
    });
  });

const isOption = (name: string): boolean => Object.hasOwn(args, name);

/** Every option takes a value, so the first word that belongs to none is where the command begins. */
const refuseBareCommand = (words: readonly string[]): void => {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [, name = '', value] = /^--([a-z-]+)(=.*)?$/s.exec(word) ?? [];
    if (!word.startsWith('-'))
      throw new CallgateError('ARGUMENT_UNKNOWN', `run takes options only, not \`${display(word)}\``, {
        help: 'put -- before the command: callgate run [options] -- COMMAND…',
      });
    // what it is instead is told by whoever reads the options
    if (!isOption(name)) return;
    if (value === undefined) at += 1;
  }
};

/** `callgate run [options] -- COMMAND…` */
export const runCommand: CommandEntry = {
  name: NAME,
  description: DESCRIPTION,
  args,
  async run(rawArgs) {
    const dashes = rawArgs.indexOf('--');
    const own = dashes < 0 ? rawArgs : rawArgs.slice(0, dashes);
    refuseBareCommand(own);
    await runEntry(own, dashes < 0 ? [] : rawArgs.slice(dashes + 1)).run(own);
  },
  usage: () => runEntry([], []).usage(),
};
