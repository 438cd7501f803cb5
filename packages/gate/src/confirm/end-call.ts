import type { JsonObject } from '@callgate/core';
import { display } from '@callgate/core';
import { dispatchMessages } from '@callgate/messages/dispatch';
import { OUTCOME_BY_STATE, formatToolName } from '../record/call-details.ts';
import type { CallFault, CallRow } from '../record/call-row.ts';
import type { Tx } from '../store/store.ts';
import type { ConfirmParts } from './confirm-parts.ts';

/** Ends a call that was never let out; `decided` tells of the decision that ended it. False if another process was quicker. */
export const endCall = async (
  tx: Tx,
  row: CallRow,
  state: 'blocked' | 'refused' | 'expired' | 'withdrawn',
  fault: CallFault,
  now: number,
  decided: JsonObject = {},
): Promise<boolean> => {
  if (!(await tx.moveCall(row.id, row.state, state, { endedAt: now, waiting: null, fault }))) return false;
  if (row.situation.counts === true) await tx.uncountCall(row.id);
  await tx.append({
    event: state,
    outcome: OUTCOME_BY_STATE[state],
    principal: row.principal.subject,
    tool: formatToolName(row),
    call: row.id,
    detail: { ...decided, arrows: [state], from: row.state, fault: { ...fault } },
  });
  return true;
};

/** The requester no longer wants a held call. False if it is out or over already. */
export const withdrawCall = async (parts: ConfirmParts, ticket: string, reason: string): Promise<boolean> => {
  const withdrawn = await parts.store.transact(async (tx) => {
    const row = await tx.callByTicket(ticket);
    if (row === undefined || (row.state !== 'held' && row.state !== 'approved')) return undefined;
    const fault = { code: 'WITHDRAWN', message: display(reason, { max: 200 }) };
    const now = tx.now();
    return (await endCall(tx, row, 'withdrawn', fault, now)) ? { call: row.id, at: now } : undefined;
  });
  if (withdrawn === undefined) return false;
  parts.events.emit({ type: 'moved', state: 'withdrawn', ...withdrawn });
  return true;
};

/** The same for who cannot come back: where nothing can be written now, the sweep sees to it. */
export const withdrawEventually = async (parts: ConfirmParts, ticket: string): Promise<void> => {
  try {
    await withdrawCall(parts, ticket, dispatchMessages.requesterLeft);
    parts.leaving.delete(ticket);
  } catch {
    parts.leaving.add(ticket);
  }
};
