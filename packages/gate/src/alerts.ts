import { mintId } from './ids.ts';
import type { Alert, Tx } from './store/store.ts';

export interface AlertParts {
  readonly code: string;
  readonly message: string;
  readonly call: string | null;
  readonly to: readonly string[];
  readonly now: number;
  /** The same alert about the same thing is written once an hour. */
  readonly onceAnHour?: string;
}

/** Writes an alert down, in the record too. Listeners are to hear of it only once it is durable. */
export const addAlert = async (tx: Tx, wanted: AlertParts): Promise<Alert | undefined> => {
  const { code, message, call, to, now, onceAnHour } = wanted;
  const hour = Math.floor(now / 3_600_000);
  const id = onceAnHour === undefined ? mintId(now) : `${code}:${hour}:${onceAnHour}`;
  const alert: Alert = { id, at: now, code, message, call, to };
  if (!(await tx.addAlert(alert))) return undefined;
  await tx.append({
    event: 'alert',
    outcome: 'denied',
    principal: 'callgate',
    tool: '',
    call,
    detail: { code, message, to: [...to] },
  });
  return alert;
};
