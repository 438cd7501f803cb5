import type { TrustLevel } from '@callgate/core';
import { display } from '@callgate/core';
import type { ServerConfig } from '@callgate/gateway/config';
import { defaultServerConfig } from '@callgate/gateway/config';
import { authorMessages } from '@callgate/messages/cli/authors';
import { aliasOfReach } from '../serve/alias-of-command.ts';
import {
  exactAddress,
  hideValue,
  isSecretName,
  maskSecrets,
  maskWords,
  plainAddress,
} from './mask-secrets.ts';
import type { FreeNames, ScanTarget } from './scan-target.ts';

/** A server as a file writes it: variables are not filled in. */
export type ServerDraft =
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
  authorMessages.scan.withVariable({
    name: display(name),
    value: quoted(LOADS.test(name) && !isSecretName(name) ? value : maskSecrets(value, name, 'exact')),
  });

/** Everything that an entry does in the user's name, a line each. */
export const describeDraft = (draft: ServerDraft): readonly string[] =>
  draft.kind === 'stdio'
    ? [
        maskWords(draft.words, 'exact').map(quoted).join(' '),
        authorMessages.scan.inFolder({ folder: quoted(draft.cwd) }),
        ...Object.entries(draft.env).map(variable),
      ]
    : [
        display(exactAddress(draft.url)),
        ...Object.entries(draft.headers).map(([name, value]) =>
          authorMessages.scan.withHeader({ name: display(name), value: display(hideValue(value)) }),
        ),
      ];

/** The same for readers of the report. */
export const describeSource = (draft: ServerDraft): string =>
  draft.kind === 'stdio' ? maskWords(draft.words, 'report').join(' ') : plainAddress(draft.url);

export const buildTarget = (config: ServerConfig, draft: ServerDraft): ScanTarget => ({
  server: config.server,
  trust: config.trust,
  from: describeSource(draft),
  said: describeDraft(draft),
  config: () => config,
});

export const buildCommandLineTarget = (
  reach: ServerConfig['reach'],
  names: FreeNames,
  {
    name = aliasOfReach(reach),
    trust,
    allowPrivate,
  }: {
    readonly name: string | undefined;
    readonly trust?: TrustLevel | undefined;
    readonly allowPrivate: readonly string[];
  },
): ScanTarget => {
  const usual = defaultServerConfig(names.take(name), reach);
  const config = {
    ...usual,
    trust: trust ?? usual.trust,
    allowPrivate: [...usual.allowPrivate, ...allowPrivate],
  };
  return buildTarget(
    config,
    reach.kind === 'http'
      ? reach
      : { kind: 'stdio', words: [reach.command, ...reach.args], env: {}, cwd: reach.cwd ?? '.' },
  );
};
