import type { JsonObject } from '@callgate/core';
import { OUTCOME_OF, toolName } from '../record/call-detail.ts';
import type { CallFault, CallRow } from '../store/call-row.ts';
import type { Tx } from '../store/store.ts';

/** Ends a call that was never let out; `decided` tells of the decision that ended it. False if somebody else was quicker. */
export const endCall = async (
  tx: Tx,
  row: CallRow,
  state: 'blocked' | 'refused' | 'expired' | 'withdrawn',
  fault: CallFault,
  now: number,
  decided: JsonObject = {},
): Promise<boolean> => {
  if (!(await tx.moveCall(row.id, row.state, state, { endedAt: now, waiting: null, fault }))) return false;
  await tx.append({
    event: state,
    outcome: OUTCOME_OF[state],
    principal: row.principal.subject,
    tool: toolName(row),
    call: row.id,
    detail: { ...decided, arrows: [state], from: row.state, fault: { ...fault } },
  });
  return true;
};
