import { renameSync } from 'node:fs';
import { CallgateError, display } from '@callgate/core';
import { addAlert } from '../alerts.ts';
import { endCall } from '../dispatch/end-call.ts';
import type { GateParts } from '../parts.ts';
import { compareWithRemembered, rememberedIn } from './remembered.ts';

/** Where checkpoints are remembered outside the database, and somebody's word that going back was wanted. */
export interface Remember {
  /** An anchor file (`fileAnchor`). */
  readonly path: string;
  /** An older copy was put back on purpose. What waited in it is void. */
  readonly accept?: { readonly by: string; readonly reason: string };
}

const FAULT = {
  code: 'ROLLED_BACK',
  message: 'an older copy of the record was put back; what waited in it is void',
};
const MANY = 1000;

/** In an older copy, approvals and grants that were used are unused again: none of them may count. */
const voidAll = async (parts: GateParts, { by, reason }: NonNullable<Remember['accept']>): Promise<void> => {
  for (let more = true; more;) {
    more = await parts.store.transact(async (tx) => {
      const rows = await tx.overdue(Number.MAX_SAFE_INTEGER, MANY);
      for (const row of rows) await endCall(tx, row, 'withdrawn', FAULT, tx.now());
      return rows.length === MANY;
    });
  }
  await parts.store.transact(async (tx) => {
    const now = tx.now();
    const revoked = await tx.revokeAllGrants({ by, reason, at: now });
    const message = `an older copy of the record was put back by ${display(by)}: ${display(reason)}; ${revoked} grants were taken back`;
    await addAlert(tx, { code: 'ROLLED_BACK', message, call: null, to: ['operator'], now });
  });
};

/** Refuses a record that is older than what is remembered of it, or another one. */
export const refuseRollBack = async (parts: GateParts, { path, accept }: Remember): Promise<void> => {
  const remembered = await rememberedIn(path, parts.keys.publicKey);
  if (remembered === undefined) return;
  const compared = await compareWithRemembered(parts.store.read, remembered);
  if (compared.state !== 'rolled-back' && compared.state !== 'rewritten') return;
  if (accept !== undefined) {
    await voidAll(parts, accept);
    // what was remembered of the lost rows is kept, but no longer compared with
    renameSync(path, `${path}.${parts.clock.now()}`);
    return;
  }
  const what =
    compared.state === 'rolled-back'
      ? `${compared.missing} rows are missing that were there`
      : `other rows stand where ${compared.size} rows were signed`;
  throw new CallgateError(
    'ROLLED_BACK',
    `the record is not the one that is remembered in ${display(path)}: ${what}`,
    {
      help: 'run callgate audit verify; if an older copy was put back on purpose, say who and why (`accept`)',
    },
  );
};
