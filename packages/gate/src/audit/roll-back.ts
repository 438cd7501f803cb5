import { existsSync, renameSync } from 'node:fs';
import { CallgateError, display } from '@callgate/core';
import { auditErrors } from '@callgate/messages/errors/audit';
import { lossText } from '@callgate/messages/loss';
import { auditLogMessages } from '@callgate/messages/audit-log';
import { endCall } from '../confirm/end-call.ts';
import type { Clock } from '../environment/clock.ts';
import type { Keys } from '../record/keys.ts';
import { isPostgresUrl } from '../store/database-address.ts';
import { addAlert } from '../store/add-alert.ts';
import type { Store } from '../store/store.ts';
import type { AnchorComparison } from './anchor-file.ts';
import { compareWithAnchor, findRememberedCheckpoint } from './anchor-file.ts';

const texts = auditLogMessages.alerts;

/** An operator accepts a roll-back or a loss. */
export interface LossAcceptance {
  readonly by: string;
  readonly reason: string;
}

/** Where checkpoints are remembered outside the database, and the operator's acceptance of a roll-back. */
export interface AnchorSettings {
  /** An anchor file (`fileAnchor`). */
  readonly path: string;
  /** An older copy was put back on purpose. What waited in it is void. */
  readonly accept?: LossAcceptance;
}

/** A store in a database that can tell, and be told, of rows that it has lost. */
export interface LossyStore {
  /** What is gone and nobody has accepted. */
  losses(): Promise<readonly string[]>;
  /** Stops all other writers. Throws where one goes on. */
  stopOthers(what: string): Promise<void>;
  acceptLosses(by: string, reason: string): Promise<number>;
}

interface RollBackParts {
  readonly store: Store;
  readonly keys: Keys;
  readonly clock: Clock;
}

const MANY = 1000;

const ROLLED_BACK = { code: 'ROLLED_BACK', what: texts.rolledBack };
const LOST = { code: 'STORE_LOST', what: texts.entriesLost };

/** In an older copy, approvals and grants that were used are unused again: none of them may count. */
const voidAll = async (
  { store }: Pick<RollBackParts, 'store'>,
  { by, reason }: LossAcceptance,
  { code, what }: typeof LOST,
): Promise<void> => {
  const fault = { code, message: texts.voided({ what }) };
  for (let more = true; more;) {
    more = await store.transact(async (tx) => {
      const rows = await tx.overdue(Number.MAX_SAFE_INTEGER, MANY);
      for (const row of rows) await endCall(tx, row, 'withdrawn', fault, tx.now());
      return rows.length === MANY;
    });
  }
  await store.transact(async (tx) => {
    const now = tx.now();
    const revoked = await tx.revokeAllGrants({ by, reason, at: now });
    const message = texts.accepted({ what, by: display(by), reason: display(reason), grants: revoked });
    await addAlert(tx, { code, message, call: null, to: ['operator'], now });
  });
};

/** Voids what a backup must not bring back, and tells of it in the audit log. */
export const acceptRestored = (
  parts: Pick<RollBackParts, 'store'>,
  accept: LossAcceptance,
  madeAt: string,
): Promise<void> => voidAll(parts, accept, { code: 'STORE_RESTORED', what: texts.restored({ madeAt }) });

const compareWithAnchorFile = async (
  { store, keys }: RollBackParts,
  path: string,
): Promise<AnchorComparison | undefined> => {
  const remembered = await findRememberedCheckpoint(path, keys.publicKey);
  return remembered === undefined ? undefined : await compareWithAnchor(store.read, remembered);
};

const wordsOf = (what: AnchorComparison | undefined): string | undefined => {
  if (what?.state === 'rolled-back') return lossText.entriesMissing({ missing: what.missing });
  return what?.state === 'rewritten' ? lossText.entriesReplaced({ size: what.size }) : undefined;
};

const acceptRollBack = async (parts: RollBackParts, path: string, accept: LossAcceptance): Promise<void> => {
  await voidAll(parts, accept, ROLLED_BACK);
  // what was remembered of the lost rows is kept, but no longer compared with
  renameSync(path, `${path}.${parts.clock.now()}`);
};

const refusal = (path: string, what: string): CallgateError =>
  new CallgateError(auditErrors.rolledBack({ path: display(path), what }));

/** Refuses to make a new store in place of one that is remembered: deleting a store must not begin a clean history. */
export const refuseNewStore = async (
  place: string,
  { path, accept }: AnchorSettings,
  keys: Pick<Keys, 'publicKey'>,
): Promise<void> => {
  if (accept !== undefined || isPostgresUrl(place) || existsSync(place)) return;
  const remembered = await findRememberedCheckpoint(path, keys.publicKey);
  if (remembered !== undefined)
    throw refusal(path, lossText.storeMissing({ place: display(place), size: remembered.size }));
};

/** Refuses a record that is older than what is remembered of it, or another one. */
export const refuseRollBack = async (
  parts: RollBackParts,
  { path, accept }: AnchorSettings,
): Promise<void> => {
  const what = wordsOf(await compareWithAnchorFile(parts, path));
  if (what === undefined) return;
  if (accept !== undefined) return await acceptRollBack(parts, path, accept);
  throw refusal(path, what);
};

/**
 * An operator accepts that rows are gone: everything that waits is void, and the record says who accepted it and why. What
 * was gone, in words; nothing where all is there, and then nothing is done.
 */
export const acceptLoss = async (
  parts: RollBackParts,
  { path, accept }: Required<AnchorSettings>,
  database: LossyStore | null,
): Promise<readonly string[]> => {
  const back = wordsOf(await compareWithAnchorFile(parts, path));
  const lost = (await database?.losses()) ?? [];
  const gone = back === undefined ? lost : [back, ...lost];
  const [first] = gone;
  if (first === undefined) return [];
  await database?.stopOthers(first);
  if (back !== undefined) await acceptRollBack(parts, path, accept);
  if (lost.length > 0) await voidAll(parts, accept, LOST);
  // the last step: until then nobody else writes to it
  await database?.acceptLosses(accept.by, accept.reason);
  return gone;
};
