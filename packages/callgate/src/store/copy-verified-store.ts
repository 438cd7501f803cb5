import { setUpMessages } from '@callgate/messages/cli/set-up';
import { CallgateError } from '@callgate/core';
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

const check = ({ ok, problems }: VerifyReport, what: string, help: string): void => {
  if (ok) return;
  const [first] = problems;
  throw new CallgateError(
    'COPY_UNVERIFIED',
    `${what} does not verify: ${first === undefined ? 'see callgate audit verify' : `${first.code}, ${first.what}`}`,
    { help },
  );
};

/** Copies a store whose record verifies, and says so only where that of the copy does. */
export const copyVerifiedStore = async (wish: StoreCopyOptions): Promise<void> => {
  const { from, to, json } = wish;
  for (const place of [from, to]) warnOfPassword(place);
  if (getStoreName(from) === getStoreName(to))
    throw new CallgateError('COPY_SAME', 'a store is not copied to itself', {
      help: 'give another file, database or ?schema=',
    });
  const before = await verifyStore(from, wish);
  check(
    before,
    'the record that is to be copied',
    'look into it with callgate audit verify; nothing was copied',
  );
  const progress = new CountProgress(process.stderr, Date.now, 'row');
  let whole = 0;
  let table = { name: '', rows: 0 };
  const { rows } = await copyStore(from, to, (step) => {
    if (step.table !== table.name) whole += table.rows;
    table = { name: step.table, rows: step.rows };
    progress.at(whole + step.rows);
  }).finally(() => progress.clear());
  check(await verifyStore(to, wish), 'the copy', 'do not use it: take it away and copy again');
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
