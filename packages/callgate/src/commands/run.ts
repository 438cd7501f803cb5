import { CallgateError, display } from '@callgate/core';
import { homePaths } from '../home/home-paths.ts';
import { textOption } from '../options/option.ts';
import {
  checkUrl,
  parseHeaders,
  inheritedEnvironment,
  parseTrustOption,
  optionValues,
} from '../options/reach-options.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

const args = {
  name: textOption('What to call the server; found out from the command if absent'),
  policy: textOption('A preset, or policy files separated by commas; balanced if absent'),
  trust: textOption('untrusted, trusted or owned; untrusted if absent'),
  lock: textOption('A lock: what is not as it stands there is set apart'),
  url: textOption('A streamable HTTP server, in place of a command'),
  store: textOption(
    'A file, or postgres://user@host/database; CALLGATE_STORE, or callgate.db in the folder of Callgate if absent',
  ),
  'header-env': textOption(
    'With --url: HEADER=VARIABLE, a header and the variable that holds its value; may be repeated',
  ),
  'label-age': textOption(
    'How long labels outlive the last call of a session, as 8h, or never; 24h if absent',
  ),
  wait: textOption(
    'How long a call waits for an approval before its client gets an answer, as 20s; 45s if absent',
  ),
  'allow-private': textOption(
    'With --url: HOST[:PORT] in a private network that may be reached; may be repeated',
  ),
} as const;

const refuseBoth = (url: string | undefined, words: readonly string[]): void => {
  if (url === undefined && words.length === 0)
    throw new CallgateError('ARGUMENT_MISSING', 'run needs the command of a server after --, or --url', {
      help: 'callgate run -- npx -y @modelcontextprotocol/server-everything',
    });
  if (url !== undefined && words.length > 0)
    throw new CallgateError('ARGUMENT_UNKNOWN', 'run takes a command or --url, not both', {
      help: 'leave out --url, or everything from -- on',
    });
};

const isOption = (name: string): boolean => Object.hasOwn(args, name);

/** Every option takes a value, so the first word that belongs to none is where the command begins. */
const refuseBareCommand = (words: readonly string[]): readonly string[] => {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [, name = '', value] = /^--([a-z-]+)(=.*)?$/s.exec(word) ?? [];
    if (!word.startsWith('-'))
      throw new CallgateError('ARGUMENT_UNKNOWN', `run takes options only, not \`${display(word)}\``, {
        help: 'put -- before the command: callgate run [options] -- COMMAND…',
      });
    // what it is instead is told by whoever reads the options
    if (!isOption(name)) return words;
    if (value === undefined) at += 1;
  }
  return words;
};

export const commands: Commands = {
  run: command(
    args,
    async (given, { own, rest }) => {
      const { name, policy, trust, lock, url, store, wait } = given;
      refuseBoth(url, rest);
      const trusted = parseTrustOption(trust);
      const headers = parseHeaders(optionValues(own, '--header-env'));
      const allowPrivate = optionValues(own, '--allow-private');
      const { runServer } = await import('../serve/run-server.ts');
      await runServer({
        name,
        policy: policy?.split(',') ?? ['balanced'],
        trust: trusted,
        lock,
        reach:
          url === undefined
            ? {
                kind: 'stdio',
                command: rest[0] ?? '',
                args: rest.slice(1),
                env: inheritedEnvironment(process.env),
              }
            : { kind: 'http', url: checkUrl(url), headers },
        allowPrivate,
        home: homePaths(process.env),
        store,
        wait,
        labelAge: given['label-age'],
      });
    },
    { takesCommand: true, prepare: refuseBareCommand },
  ),
};
