import { setUpMessages } from '@callgate/messages/cli/set-up';
import { CallgateError } from '@callgate/core';
import type { ErrorText } from '@callgate/messages/text/error-text';
import { homeErrors } from '@callgate/messages/errors/home';
import type { VerifyReport } from '@callgate/gate/audit';
import { verifyDatabase } from '@callgate/gate/audit';
import { getStoreName, displayStoreLocation } from '@callgate/gate/store';
import { copyStore, openStoreReader } from '@callgate/gateway/store';
import { pathsBesideDatabase } from '../audit/open-audit-log.ts';
import { resolveAnchors, resolvePublicKey } from '../audit/verification-inputs.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { CountProgress } from '../show/count-progress.ts';
import { write } from '../show/style.ts';
import { warnOfPassword } from '../home/locate-home-store.ts';

export interface StoreCopyOptions {
  readonly from: string;
  readonly to: string;
  readonly key: string | undefined;
  readonly json: boolean;
}

const note = (text: string): void => {
  process.stderr.write(`note: ${text}\n`);
};

/** By the key and the anchors beside the store that is copied: the copy must satisfy those too. */
const verifyStore = async (place: string, { from, key }: StoreCopyOptions): Promise<VerifyReport> => {
  const publicKey = resolvePublicKey(pathsBesideDatabase(from), key);
  const anchors = await resolveAnchors(pathsBesideDatabase(from), undefined, note);
  const { read, close } = await openStoreReader(place);
  try {
    return await verifyDatabase(read, place, {
      anchors,
      ...(publicKey === undefined ? {} : { publicKey }),
    });
  } finally {
    await close();
  }
};

const checkIntact = (
  { ok, problems }: VerifyReport,
  error: (found: { problem: string }) => ErrorText,
): void => {
  if (ok) return;
  const [first] = problems;
  throw new CallgateError(
    error({
      problem: first === undefined ? setUpMessages.storeCopy.seeVerify : `${first.code}, ${first.what}`,
    }),
  );
};

/** Copies a store whose record verifies, and says so only where that of the copy does. */
export const copyVerifiedStore = async (wish: StoreCopyOptions): Promise<void> => {
  const { from, to, json } = wish;
  for (const place of [from, to]) warnOfPassword(place);
  if (getStoreName(from) === getStoreName(to)) throw new CallgateError(homeErrors.copyToItself());
  const before = await verifyStore(from, wish);
  checkIntact(before, homeErrors.copyUnverified.source);
  const progress = new CountProgress(process.stderr, Date.now, 'row');
  let whole = 0;
  let table = { name: '', rows: 0 };
  const { rows } = await copyStore(from, to, (step) => {
    if (step.table !== table.name) whole += table.rows;
    table = { name: step.table, rows: step.rows };
    progress.at(whole + step.rows);
  }).finally(() => progress.clear());
  checkIntact(await verifyStore(to, wish), homeErrors.copyUnverified.copy);
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
