import { existsSync } from 'node:fs';
import { CallgateError } from '@callgate/core';
import { acceptLoss } from '@callgate/gate/audit';
import { readKeys } from '@callgate/gate/record';
import { canBeStore, displayStoreLocation } from '@callgate/gate/store';
import { openStore } from '@callgate/gateway/store';
import { setUpMessages } from '@callgate/messages/cli/set-up';
import { homeErrors } from '@callgate/messages/errors/home';
import type { HomePaths } from '../home/home-paths.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { write } from '../show/style.ts';
import { signAndClose } from '../home/open-store-for-writing.ts';

const { accept: texts } = setUpMessages;

export interface StoreLossOptions {
  readonly place: string;
  readonly home: HomePaths;
  readonly reason: string;
  readonly json: boolean;
}

/** Whose word it is on this machine. */
const SUBJECT = 'local';

/** Accepts the loss of entries on the word of an operator. Says so where nothing is lost. */
export const acceptStoreLoss = async ({ place, home, reason, json }: StoreLossOptions): Promise<void> => {
  const shown = displayStoreLocation(place);
  if (reason.trim() === '') throw new CallgateError(homeErrors.reasonMissing());
  if (!canBeStore(place) && !existsSync(home.anchors))
    throw new CallgateError(homeErrors.storeAbsent({ store: shown }));
  const keys = readKeys(home.keys);
  const placed = await openStore(place, { keys, despiteLoss: true });
  const { store, clock, database } = placed;
  try {
    const remember = { path: home.anchors, accept: { by: SUBJECT, reason } };
    const gone = await acceptLoss({ store, keys, clock }, remember, database);
    if (json) write(asciiJson({ store: shown, accepted: gone }, 2));
    else if (gone.length === 0) write(texts.nothingLost({ store: shown }));
    else write([...gone.map((what) => texts.lost({ what })), texts.afterLoss].join('\n'));
  } finally {
    await signAndClose(placed, keys, home);
  }
};
