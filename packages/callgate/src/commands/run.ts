import { resolve } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import type { ServerEndpoint } from '@callgate/gateway/config';
import { startServerEarly } from '@callgate/gateway/start';
import { optionMessages } from '@callgate/messages/cli/options';
import { setUpMessages } from '@callgate/messages/cli/set-up';
import { commandErrors } from '@callgate/messages/errors/command';
import { SERVE_BACKGROUND } from '../background/start-background.ts';
import { homePaths } from '../home/home-paths.ts';
import { flagOption, textOption } from '../options/option.ts';
import {
  checkUrl,
  parseHeaders,
  inheritedEnvironment,
  parseContractOption,
  parseTrustOption,
  optionValues,
} from '../options/reach-options.ts';
import type { Command, Commands } from './command.ts';
import { command } from './command.ts';

const { run: texts } = setUpMessages;

const args = {
  name: textOption(texts.name),
  policy: textOption(optionMessages.policyOrDefault),
  trust: textOption(optionMessages.trust),
  lock: textOption(texts.lock),
  url: textOption(texts.url),
  shadow: textOption(texts.shadow),
  store: textOption(texts.store),
  'header-env': textOption(optionMessages.headerEnv),
  'label-age': textOption(texts.labelAge),
  wait: textOption(texts.wait),
  'allow-private': textOption(optionMessages.allowPrivate),
  contract: textOption(texts.contract, { valueHint: 'require|prefer|off' }),
  background: flagOption(texts.background),
} as const;

const FLAGS: ReadonlySet<string> = new Set(['background', 'no-background']);

const definedEntries = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

const refuseBoth = (url: string | undefined, words: readonly string[]): void => {
  if (url === undefined && words.length === 0) throw new CallgateError(commandErrors.serverMissing());
  if (url !== undefined && words.length > 0)
    throw new CallgateError(commandErrors.commandAndUrl({ command: 'run' }));
};

const isOption = (name: string): boolean => Object.hasOwn(args, name);

/** Every option but flags takes a value, so the first word that belongs to none is where the command begins. */
const refuseBareCommand = (words: readonly string[]): readonly string[] => {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [, name = '', value] = /^--([a-z-]+)(=.*)?$/s.exec(word) ?? [];
    if (!word.startsWith('-')) throw new CallgateError(commandErrors.dashesMissing({ extra: display(word) }));
    if (FLAGS.has(name)) continue;
    // the reader of the options reports what it is instead
    if (!isOption(name)) return words;
    if (value === undefined) at += 1;
  }
  return words;
};

/** Whether the background gateway is to serve. Addresses need what is read from the environment of a process. */
const wantsBackground = (given: boolean | undefined, url: string | undefined, store: string): boolean =>
  (given ?? process.env['CALLGATE_BACKGROUND'] === 'on') &&
  url === undefined &&
  !/^[a-z][a-z0-9+.-]+:\/\//i.test(store) &&
  process.platform !== 'win32';

const entry: Command = command(
  args,
  async (given, { own, rest }) => {
    const { name, trust, lock, url, store, wait } = given;
    refuseBoth(url, rest);
    const [program = '', ...words] = rest;
    const options = {
      name,
      policy: given.policy?.split(',') ?? ['balanced'],
      shadow: given.shadow?.split(','),
      trust: parseTrustOption(trust),
      lock,
      store,
      wait,
      labelAge: given['label-age'],
      contract: parseContractOption(given.contract),
      allowPrivate: optionValues(own, '--allow-private'),
    };
    if (url !== undefined && options.contract !== 'off')
      throw new CallgateError(commandErrors.contractOfUrl());
    const headers = parseHeaders(optionValues(own, '--header-env'));
    const home = homePaths(process.env);
    const namedStore = store ?? process.env['CALLGATE_STORE'] ?? '';
    if (store !== '' && wantsBackground(given.background, url, namedStore)) {
      const { runInBackground } = await import('../background/run-in-background.ts');
      await runInBackground(home, {
        ...options,
        lock: lock === undefined ? undefined : resolve(lock),
        store: namedStore === '' ? undefined : resolve(namedStore),
        command: program,
        args: words,
        pid: process.pid,
        words: process.argv.slice(2),
        env: definedEntries(process.env),
        folder: process.cwd(),
        isTerminal: process.stderr.isTTY === true,
      });
    }
    const reach: ServerEndpoint =
      url === undefined
        ? { kind: 'stdio', command: program, args: words, env: inheritedEnvironment(process.env) }
        : { kind: 'http', url: checkUrl(url), headers };
    const isPlain = options.contract === 'off';
    const endServer = reach.kind === 'stdio' && isPlain ? startServerEarly(reach) : undefined;
    try {
      const { runServer } = await import('../serve/run-server.ts');
      await runServer({ ...options, reach, home });
    } catch (error) {
      endServer?.();
      throw error;
    }
  },
  { takesCommand: true, prepare: refuseBareCommand },
);

export const commands: Commands = {
  run: {
    ...entry,
    async run(name, rawArgs) {
      const [first, background] = rawArgs;
      if (first !== SERVE_BACKGROUND || background === undefined) {
        await entry.run(name, rawArgs);
        return;
      }
      const { serveBackground } = await import('../background/serve-background.ts');
      await serveBackground(homePaths(process.env), background);
    },
  },
};
