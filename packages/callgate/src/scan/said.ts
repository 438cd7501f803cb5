import type { Trust } from '@callgate/core';
import { display } from '@callgate/core';
import type { ServerConfig } from '@callgate/gateway/config';
import { serverConfig } from '@callgate/gateway/config';
import { aliasOfReach } from '../serve/alias-of-command.ts';
import { exactAddress, hidden, isTelling, masked, maskedWords, plainAddress } from './mask-secrets.ts';
import type { FreeNames, Target } from './target.ts';

/** A server as a file writes it: variables are not filled in. */
export type Draft =
  | {
      readonly kind: 'stdio';
      readonly words: readonly string[];
      /** What the entry itself sets. */
      readonly env: Readonly<Record<string, string>>;
      readonly cwd: string;
    }
  | { readonly kind: 'http'; readonly url: string; readonly headers: Readonly<Record<string, string>> };

const quoted = (word: string): string =>
  /^[\w@%+=:,./•-]+$/u.test(word) ? word : `'${display(word).replaceAll("'", `'\\''`)}'`;

/** What decides which code is run, so that it is a part of the command. */
const LOADS =
  /^(?:NODE_.*|npm_.*|.*PATH|LD_.*|DYLD_.*|PYTHON.*|PERL.*|RUBY.*|BASH_.*|ENV|GIT_.*|.*_?OPTIONS|.*OPTS?|.*_COMMAND|SHELL|COMSPEC|HOME|EDITOR|PAGER)$/iu;

const variable = ([name, value]: readonly [string, string]): string =>
  `with ${display(name)}=${quoted(LOADS.test(name) && !isTelling(name) ? value : masked(value, name, 'exact'))}`;

/** Everything that an entry has done in somebody's name, a line each. */
export const saidOf = (draft: Draft): readonly string[] =>
  draft.kind === 'stdio'
    ? [
        maskedWords(draft.words, 'exact').map(quoted).join(' '),
        `in ${quoted(draft.cwd)}`,
        ...Object.entries(draft.env).map(variable),
      ]
    : [
        display(exactAddress(draft.url)),
        ...Object.entries(draft.headers).map(
          ([name, value]) => `with the header ${display(name)}: ${display(hidden(value))}`,
        ),
      ];

/** The same for whoever gets the report. */
export const fromOf = (draft: Draft): string =>
  draft.kind === 'stdio' ? maskedWords(draft.words, 'report').join(' ') : plainAddress(draft.url);

export const targetOf = (config: ServerConfig, draft: Draft): Target => ({
  server: config.server,
  trust: config.trust,
  from: fromOf(draft),
  said: saidOf(draft),
  config: () => config,
});

export const writtenTarget = (
  reach: ServerConfig['reach'],
  names: FreeNames,
  {
    name = aliasOfReach(reach),
    trust,
    allowPrivate,
  }: {
    readonly name: string | undefined;
    readonly trust?: Trust | undefined;
    readonly allowPrivate: readonly string[];
  },
): Target => {
  const usual = serverConfig(names.take(name), reach);
  const config = {
    ...usual,
    trust: trust ?? usual.trust,
    allowPrivate: [...usual.allowPrivate, ...allowPrivate],
  };
  return targetOf(
    config,
    reach.kind === 'http'
      ? reach
      : { kind: 'stdio', words: [reach.command, ...reach.args], env: {}, cwd: reach.cwd ?? '.' },
  );
};
