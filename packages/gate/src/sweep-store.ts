import { dispatchMessages } from '@callgate/messages/dispatch';
import { PROCESS_GONE, isReadOnlyDecision } from './absorb/absorb-result.ts';
import { endCall, withdrawEventually } from './confirm/end-call.ts';
import type { GateParts } from './dispatch/gate-parts.ts';
import { abandonUnsettled, flushUnrecorded } from './dispatch/settle-call.ts';
import { formatToolName } from './record/call-details.ts';
import type { CallRow, CallState } from './record/call-row.ts';
import type { Tx } from './store/store.ts';

const BATCH = 200;

interface MovedCall {
  readonly call: string;
  readonly state: CallState;
  readonly at: number;
}

/**
 * Nobody may say any more what came of it: the process that had sent it no longer holds its place in the store. A call
 * that only reads has failed.
 */
const abandon = async (tx: Tx, row: CallRow, now: number): Promise<MovedCall | undefined> => {
  const fault = {
    code: PROCESS_GONE,
    message: dispatchMessages.senderProcessGone,
  };
  const state = isReadOnlyDecision(row.decision) ? 'failed' : 'indeterminate';
  if (!(await tx.moveCall(row.id, 'dispatching', state, { endedAt: now, fault }))) return undefined;
  await tx.append({
    event: state,
    outcome: 'error',
    principal: row.principal.subject,
    tool: formatToolName(row),
    call: row.id,
    detail: { arrows: [state], from: 'dispatching', attempt: row.attempt, fault },
  });
  return { call: row.id, state, at: now };
};

const listAbandonedCalls = async (tx: Tx, instance: string, now: number): Promise<readonly MovedCall[]> => {
  const moved: (MovedCall | undefined)[] = [];
  for (const row of await tx.callsOfInstance(instance, ['dispatching'], BATCH))
    moved.push(await abandon(tx, row, now));
  for (const row of await tx.callsOfInstance(instance, ['held', 'approved'], BATCH, true)) {
    const fault = {
      code: 'REQUESTER_LEFT',
      message: dispatchMessages.requesterProcessGone,
    };
    if (await endCall(tx, row, 'withdrawn', fault, now))
      moved.push({ call: row.id, state: 'withdrawn', at: now });
  }
  return moved.filter((each) => each !== undefined);
};

/** Sees to what openers left behind that are gone. What was out is indeterminate, or failed where it only reads, and is never sent again. */
const recover = async (parts: GateParts): Promise<void> => {
  for (let more = true; more;) {
    const moved = await parts.store.transact(async (tx) => {
      const all: MovedCall[] = [];
      for (const instance of await tx.deadInstances()) {
        const left = await listAbandonedCalls(tx, instance, tx.now());
        all.push(...left);
        if (left.length === 0) await tx.forgetInstance(instance);
      }
      return all;
    });
    for (const event of moved) parts.events.emit({ type: 'moved', ...event });
    more = moved.length > 0;
  }
};

const expire = async (parts: GateParts): Promise<void> => {
  for (let more = true; more;) {
    const moved = await parts.store.transact(async (tx) => {
      const now = tx.now();
      const ended: MovedCall[] = [];
      for (const row of await tx.overdue(now, BATCH)) {
        const fault =
          row.waiting === 'slot'
            ? { code: 'SLOT_WAITED', message: dispatchMessages.slotExpired }
            : { code: 'APPROVAL_EXPIRED', message: dispatchMessages.approvalExpired };
        if (await endCall(tx, row, 'expired', fault, now))
          ended.push({ call: row.id, state: 'expired', at: now });
      }
      return ended;
    });
    for (const event of moved) parts.events.emit({ type: 'moved', ...event });
    more = moved.length === BATCH;
  }
};

/** What ends by itself, ends here. */
export const sweepStore = async (parts: GateParts): Promise<void> => {
  await flushUnrecorded(parts);
  await abandonUnsettled(parts);
  for (const ticket of Array.from(parts.leaving)) await withdrawEventually(parts, ticket);
  await recover(parts);
  await expire(parts);
};
