import { CallgateError, display } from '@callgate/core';
import { digest } from '@callgate/core/receive';
import type { ServerConfig } from '@callgate/gateway/config';
import { OwnSecrets, lockParts, looksSecret } from '@callgate/gateway/config';
import { didYouMean } from '@callgate/policy';
import type { HomePaths } from '../home.ts';
import { findConfig } from './find-config.ts';
import { loadAll } from './load-all.ts';
import type { Offer } from './offer.ts';

/** What somebody has to recognise, without what may be secret in it. */
const shown = (reach: ServerConfig['reach']): string => {
  const secrets = new OwnSecrets(reach);
  const isShown = (word: string): boolean =>
    secrets.hide(word) === word && !looksSecret('', word.replace(/^--?[\w-]+=/, ''));
  if (reach.kind === 'stdio')
    return [reach.command, ...reach.args]
      .map((word) => (isShown(word) ? display(word) : '(not shown)'))
      .join(' ');
  const { origin, pathname, search } = new URL(reach.url);
  return display(secrets.hide(`${origin}${pathname}${search === '' ? '' : '?(not shown)'}`));
};

/** The trust that a configuration gives an alias, for the command or url it stands for now. */
export const offerTrust = async (
  alias: string,
  config: string | undefined,
  home: HomePaths,
): Promise<Offer> => {
  const { TrustFile, identityOf } = await lockParts();
  const { servers } = (await loadAll(findConfig(config, { here: process.cwd(), home: home.folder }), home))
    .value.config;
  const server = servers.find((each) => each.server === alias);
  if (server === undefined)
    throw new CallgateError(
      'ACCEPT_UNKNOWN',
      `there is no server \`${display(alias)}\` in the configuration`,
      {
        help:
          didYouMean(
            alias,
            servers.map((each) => each.server),
          ) ?? 'see its `servers`',
      },
    );
  if (server.trust === 'untrusted')
    throw new CallgateError('ACCEPT_NOTHING', `the configuration does not trust ${display(alias)}`, {
      help: 'write `trust: trusted` or `trust: owned` there',
    });
  const { reach, trust } = server;
  const identity = identityOf(reach);
  return {
    text: `${display(alias)} is ${trust} as\n  ${shown(reach)}`,
    json: { server: alias, trust, identity },
    digest: digest('accept-trust', [alias, trust, identity]),
    accept: () => new TrustFile(home.folder).accept(alias, trust, identity),
    done: `accepted: ${display(alias)} is ${trust} as it is now; it counts when Callgate is started again`,
  };
};
