import { existsSync } from 'node:fs';
import { CallgateError, display } from '@callgate/core';
import { digest } from '@callgate/core/receive';
import type { ServerConfig } from '@callgate/gateway/config';
import { ServerSecrets, loadLockModule, isLikelySecret } from '@callgate/gateway/config';
import { setUpMessages } from '@callgate/messages/cli/set-up';
import { acceptErrors } from '@callgate/messages/errors/accept';
import { commandErrors } from '@callgate/messages/errors/command';
import { findNearestName } from '@callgate/policy';
import { findConfig } from '../home/find-config.ts';
import type { HomePaths } from '../home/home-paths.ts';
import { locateHomeStore } from '../home/locate-home-store.ts';
import { openHomeSettings } from '../home/open-home-settings.ts';
import { loadGatewaySetup } from '../home/load-gateway-setup.ts';
import { offerDrift } from './offer-drift.ts';
import { offerFile } from './offer-file.ts';
import type { Offer } from './offer.ts';
import { presentOffer } from './offer.ts';

const { accept: texts } = setUpMessages;

/** What the user has to recognise, without possible secrets. */
const reachText = (reach: ServerConfig['reach']): string => {
  const secrets = new ServerSecrets(reach);
  const isShown = (word: string): boolean =>
    secrets.hide(word) === word && !isLikelySecret('', word.replace(/^--?[\w-]+=/, ''));
  if (reach.kind === 'stdio')
    return [reach.command, ...reach.args]
      .map((word) => (isShown(word) ? display(word) : texts.notShown))
      .join(' ');
  const { origin, pathname, search } = new URL(reach.url);
  return display(secrets.hide(`${origin}${pathname}${search === '' ? '' : `?${texts.notShown}`}`));
};

/** The trust that a configuration gives an alias, for the command or url it stands for now. */
export const offerTrust = async (
  alias: string,
  config: string | undefined,
  home: HomePaths,
): Promise<Offer> => {
  const { TrustFile, serverIdentity } = await loadLockModule();
  const { servers } = (
    await loadGatewaySetup(findConfig(config, { here: process.cwd(), home: home.folder }), home)
  ).value.config;
  const server = servers.find((each) => each.server === alias);
  if (server === undefined)
    throw new CallgateError(
      acceptErrors.serverUnknown({
        server: display(alias),
        near: findNearestName(
          alias,
          servers.map((each) => each.server),
        ),
      }),
    );
  if (server.trust === 'untrusted')
    throw new CallgateError(acceptErrors.notTrusted({ server: display(alias) }));
  const { reach, trust } = server;
  const identity = serverIdentity(reach);
  return {
    text: texts.trustOffer({ server: display(alias), trust, reach: reachText(reach) }),
    json: { server: alias, trust, identity },
    digest: digest('accept-trust', [alias, trust, identity]),
    accept: () => new TrustFile(home.folder).accept(alias, trust, identity),
    done: texts.trusted({ server: display(alias), trust }),
  };
};

export interface AcceptOptions {
  readonly what: string;
  readonly tools: readonly string[];
  readonly trust: boolean;
  readonly config: string | undefined;
  readonly digest: string | undefined;
  readonly json: boolean;
  readonly home: HomePaths;
}

/** A path has a folder or an ending, an alias has neither. */
const isPath = (what: string): boolean => /[./\\]/.test(what) || existsSync(what);

const PACK = 'pack:';

/** `pack:NAME` is a file too: where it lies is Callgate's business. */
const fileOf = async (what: string): Promise<string> => {
  if (!what.startsWith(PACK)) return what;
  const [first, ...others] = (await import('@callgate/catalogue/packs')).findPacks(
    what.slice(PACK.length),
    process.cwd(),
  );
  if (first !== undefined && others.length === 0) return first.path;
  throw new CallgateError(commandErrors.notOnePack({ path: display(what) }));
};

export const runAccept = async ({ tools, trust, config, home, ...wish }: AcceptOptions): Promise<void> => {
  const { what: written, ...how } = wish;
  const what = await fileOf(written);
  const path = isPath(what);
  if (path && (trust || tools.length > 0))
    throw new CallgateError(commandErrors.oneFileAccepted({ path: display(what) }));
  const offer = path
    ? await offerFile(what, home)
    : trust
      ? await offerTrust(what, config, home)
      : offerDrift(
          what,
          tools,
          await openHomeSettings(await locateHomeStore(process.env, undefined, config), home),
        );
  await presentOffer(offer, how);
};
