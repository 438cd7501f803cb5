import { CallgateError, display } from '@callgate/core';
import { optionMessages } from '@callgate/messages/cli/options';
import { setUpMessages } from '@callgate/messages/cli/set-up';
import { commandErrors } from '@callgate/messages/errors/command';
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

const { run: texts } = setUpMessages;

const args = {
  name: textOption(texts.name),
  policy: textOption(optionMessages.policyOrDefault),
  trust: textOption(optionMessages.trust),
  lock: textOption(texts.lock),
  url: textOption(texts.url),
  store: textOption(texts.store),
  'header-env': textOption(optionMessages.headerEnv),
  'label-age': textOption(texts.labelAge),
  wait: textOption(texts.wait),
  'allow-private': textOption(optionMessages.allowPrivate),
} as const;

const refuseBoth = (url: string | undefined, words: readonly string[]): void => {
  if (url === undefined && words.length === 0) throw new CallgateError(commandErrors.serverMissing());
  if (url !== undefined && words.length > 0)
    throw new CallgateError(commandErrors.commandAndUrl({ command: 'run' }));
};

const isOption = (name: string): boolean => Object.hasOwn(args, name);

/** Every option takes a value, so the first word that belongs to none is where the command begins. */
const refuseBareCommand = (words: readonly string[]): readonly string[] => {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [, name = '', value] = /^--([a-z-]+)(=.*)?$/s.exec(word) ?? [];
    if (!word.startsWith('-')) throw new CallgateError(commandErrors.dashesMissing({ extra: display(word) }));
    // the reader of the options reports what it is instead
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
