import { setUpMessages } from '@callgate/messages/cli/set-up';
import { CallgateError } from '@callgate/core';
import { homeErrors } from '@callgate/messages/errors/home';
import { getStoreName, displayStoreLocation } from '@callgate/gate/store';
import { copyStore } from '@callgate/gateway/store';
import { pathsBesideDatabase } from '../audit/open-audit-log.ts';
import { resolveAnchors, resolvePublicKey } from '../audit/verification-inputs.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { write } from '../show/style.ts';
import { warnOfPassword } from '../home/locate-home-store.ts';
import { checkStore } from './check-store.ts';
import { withCopyProgress } from './copy-progress.ts';

export interface StoreCopyOptions {
  readonly from: string;
  readonly to: string;
  readonly key: string | undefined;
  readonly json: boolean;
}

const note = (text: string): void => {
  process.stderr.write(`note: ${text}\n`);
};

/** Copies a store whose record verifies, and says so only where that of the copy does. */
export const copyVerifiedStore = async ({ from, to, key, json }: StoreCopyOptions): Promise<void> => {
  for (const place of [from, to]) warnOfPassword(place);
  if (getStoreName(from) === getStoreName(to)) throw new CallgateError(homeErrors.copyToItself());
  // by the key and the anchors beside the store that is copied: the copy must satisfy those too
  const beside = pathsBesideDatabase(from);
  const trusted = {
    publicKey: resolvePublicKey(beside, key),
    anchors: await resolveAnchors(beside, undefined, note),
  };
  await checkStore(from, trusted, homeErrors.copyUnverified.source);
  const { rows } = await withCopyProgress((onProgress) => copyStore(from, to, onProgress));
  await checkStore(to, trusted, homeErrors.copyUnverified.copy);
  if (json)
    write(
      asciiJson({ from: displayStoreLocation(from), to: displayStoreLocation(to), rows, verified: true }, 2),
    );
  else
    write(
      [
        setUpMessages.storeCopy.copied({
          entries: rows['record'] ?? 0,
          calls: rows['calls'] ?? 0,
          from: displayStoreLocation(from),
          to: displayStoreLocation(to),
        }),
        setUpMessages.storeCopy.keepKey,
      ].join('\n'),
    );
};
