import { CallgateError, TRUSTS, display } from '@callgate/core';
import type { Trust } from '@callgate/core';
import type { ArgsDef } from 'citty';
import { homePaths } from '../home.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  name: { type: 'string', description: 'What to call the server; found out from the command if absent' },
  policy: {
    type: 'string',
    description: 'A preset, or policy files separated by commas; balanced if absent',
  },
  trust: { type: 'string', description: 'untrusted, trusted or owned; untrusted if absent' },
  lock: { type: 'string', description: 'A lock: what is not as it stands there is set apart' },
  url: { type: 'string', description: 'A streamable HTTP server, in place of a command' },
  'header-env': {
    type: 'string',
    description:
      'With --url: HEADER=VARIABLE, a header and the variable that holds its value; may be repeated',
  },
  'allow-private': {
    type: 'string',
    description: 'With --url: HOST[:PORT] in a private network that may be reached; may be repeated',
  },
} as const satisfies ArgsDef;

const NAME = 'run';
const DESCRIPTION = 'Put a gate before one MCP server: callgate run [options] -- COMMAND…';

/** Every value of an option that may stand more than once. */
const valuesOf = (words: readonly string[], option: string): string[] =>
  words.flatMap((word, at) => {
    if (word === option) return [words[at + 1] ?? ''];
    return word.startsWith(`${option}=`) ? [word.slice(option.length + 1)] : [];
  });

const trustFrom = (written: string | undefined): Trust => {
  const trust = TRUSTS.find((each) => each === (written ?? 'untrusted'));
  if (trust !== undefined) return trust;
  throw new CallgateError('TRUST_UNKNOWN', `there is no trust \`${display(written ?? '', { max: 80 })}\``, {
    help: `use ${TRUSTS.join(', ')}`,
  });
};

const headersFrom = (pairs: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    pairs.map((pair): [string, string] => {
      const [, header, variable] = /^([A-Za-z0-9!#$%&'*+.^_`|~-]+)=([A-Za-z_]\w*)$/.exec(pair) ?? [];
      if (header === undefined || variable === undefined)
        throw new CallgateError('OPTION_VALUE', '--header-env is HEADER=VARIABLE', {
          help: 'name a variable, not the value: values of arguments are seen by everybody on this machine',
        });
      const value = process.env[variable];
      if (value === undefined)
        throw new CallgateError('OPTION_VALUE', `the variable ${variable} is not set`, {
          help: `set it to the whole value of the header ${header}`,
        });
      return [header, value];
    }),
  );

/** All that the client gave us is for the server it wanted to start; what is for Callgate stays here. */
const passedOn = (env: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || name.startsWith('CALLGATE_') ? [] : [[name, value]],
    ),
  );

const checkedUrl = (url: string): string => {
  const parsed = URL.parse(url);
  if (
    parsed !== null &&
    /^https?:$/.test(parsed.protocol) &&
    parsed.username === '' &&
    parsed.password === ''
  )
    return parsed.href;
  throw new CallgateError(
    'OPTION_VALUE',
    '--url is a url that begins with https:// or http://, without a password',
    {
      help: 'send what is secret in a header: --header-env HEADER=VARIABLE',
    },
  );
};

const given = (url: string | undefined, command: readonly string[]): void => {
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
  commandEntry(NAME, DESCRIPTION, args, async ({ args: { name, policy, trust, lock, url } }) => {
    given(url, command);
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
