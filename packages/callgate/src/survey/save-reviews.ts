import { LOCAL_PRINCIPAL, display } from '@callgate/core';
import { openKeys } from '@callgate/gate';
import { recordOperatorAction } from '@callgate/gate/record';
import { getStoreAddress } from '@callgate/gate/store';
import type { ToolChangeParts } from '@callgate/gateway/tools';
import {
  OperatorDecisionFile,
  PinFolder,
  changeTool,
  pinListedTools,
  serverIdentity,
} from '@callgate/gateway/tools';
import { initMessages as texts } from '@callgate/messages/cli/init';
import type { HomePaths } from '../home/home-paths.ts';
import { readNamedStore } from '../home/locate-home-store.ts';
import { openHomeSettings } from '../home/open-home-settings.ts';
import { openStoreForWriting } from '../home/open-store-for-writing.ts';
import { refuseWritableHome } from '../home/refuse-writable-home.ts';
import type { ClientMachine } from '../init/clients.ts';
import type { InitServer } from './find-init-servers.ts';
import { runEndpoint } from './find-init-servers.ts';
import type { ReviewChoice } from './judge-survey.ts';
import { packReviews, runConfig } from './judge-survey.ts';
import type { SurveyedServer } from './survey-servers.ts';

export interface SaveReviewsOptions {
  readonly home: HomePaths;
  readonly env: ClientMachine['env'];
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly choices: ReadonlyMap<InitServer, ReviewChoice>;
  out(text: string): void;
}

/** Pins what was listed, so that a later change is noticed, and saves the reviews of packs. */
export const saveReviews = async (
  all: readonly SurveyedServer[],
  { home, env, at, choices, out }: SaveReviewsOptions,
): Promise<void> => {
  const listed = all.filter(({ tools }) => tools !== null && tools.length > 0);
  if (listed.length === 0) return;
  refuseWritableHome(home.folder);
  const named = readNamedStore(env);
  const place = named === undefined ? home.database : getStoreAddress(named);
  const packed = listed.filter(({ server }) => choices.get(server) === 'pack');
  // a review needs a store, so that it is made here at the latest
  const { store, close } = await openStoreForWriting(place, home, { keys: openKeys(home.keys) });
  try {
    const folder = await openHomeSettings(place, home);
    const operator = new OperatorDecisionFile(folder);
    const pins = new PinFolder(folder.folder('pins'));
    await folder.together(() => {
      for (const { server, tools } of listed)
        for (const alias of server.aliases)
          pinListedTools({
            pins,
            operator,
            config: runConfig(server, alias, 'unreviewed', env),
            tools: tools ?? [],
            at,
          });
    });
    const parts: ToolChangeParts = {
      book: operator,
      record: (act) => store.transact((tx) => recordOperatorAction(tx, act)),
    };
    for (const surveyed of packed) {
      const { server } = surveyed;
      const identity = serverIdentity(runEndpoint(server, env));
      const known = operator.read().filter((each) => each.identity === identity);
      const saved = new Set<string>();
      const kept = new Set<string>();
      for (const alias of server.aliases) {
        const found = packReviews(
          surveyed,
          known.filter((each) => each.server === alias),
        );
        for (const tool of found.kept) kept.add(display(tool, { max: 60 }));
        for (const review of found.reviews) {
          saved.add(review.tool);
          await changeTool(parts, {
            change: 'review',
            server: alias,
            identity,
            by: LOCAL_PRINCIPAL.subject,
            at,
            ...review,
          });
        }
      }
      const name = display(server.name, { max: 80 });
      if (saved.size > 0) out(texts.reviewed({ server: name, tools: saved.size }));
      if (kept.size > 0) out(texts.reviewKept({ server: name, tools: [...kept] }));
    }
  } finally {
    await close();
  }
};
