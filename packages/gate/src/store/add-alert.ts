import { mintId } from '../environment/ids.ts';
import type { Alert, Tx } from './store.ts';

export interface AlertInput {
  readonly code: string;
  readonly message: string;
  readonly call: string | null;
  readonly to: readonly string[];
  readonly now: number;
  /** The same alert about the same thing is written once an hour. */
  readonly onceAnHour?: string;
  /** The same alert about the same thing is written once. */
  readonly once?: string;
}

/** What an alert is called that is written once about a thing. */
export const makeOnceAlertId = (code: string, about: string): string => `${code}:${about}`;

const idOf = ({ code, now, onceAnHour, once }: AlertInput): string => {
  if (once !== undefined) return makeOnceAlertId(code, once);
  if (onceAnHour === undefined) return mintId(now);
  return `${code}:${Math.floor(now / 3_600_000)}:${onceAnHour}`;
};

/** Writes an alert down, in the record too. Listeners are to hear of it only once it is durable. */
export const addAlert = async (tx: Tx, wanted: AlertInput): Promise<Alert | undefined> => {
  const { code, message, call, to, now } = wanted;
  const alert: Alert = { id: idOf(wanted), at: now, code, message, call, to };
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
