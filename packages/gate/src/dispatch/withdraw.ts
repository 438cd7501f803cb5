import { display } from '@callgate/core';
import type { GateParts } from '../parts.ts';
import { endCall } from './end-call.ts';

/** The requester no longer wants a held call. False if it is out or over already. */
export const withdraw = async (parts: GateParts, ticket: string, reason: string): Promise<boolean> => {
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
export const withdrawInTheEnd = async (parts: GateParts, ticket: string): Promise<void> => {
  try {
    await withdraw(parts, ticket, 'the requester left');
    parts.leaving.delete(ticket);
  } catch {
    parts.leaving.add(ticket);
  }
};
