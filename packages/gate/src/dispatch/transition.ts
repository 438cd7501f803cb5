import type { FactName } from '@callgate/core/disclose';
import { CallgateError } from '@callgate/core';
import { storeErrors } from '@callgate/messages/errors/store';
import type { DecidedCall } from '../decide/decide-call.ts';
import type { GateLimits } from '../environment/limits.ts';
import type { GateEvent } from '../events/gate-event.ts';
import type { CallRow } from '../record/call-row.ts';
import type { StoredEntry } from '../record/audit-entry.ts';
import type { Tx } from '../store/store.ts';
import type { GateParts } from './gate-parts.ts';

/** A decided call whose intent to leave was written. */
export interface OutboundCall extends DecidedCall {
  readonly row: CallRow;
}

/** What a transaction made of a call: it may leave, or `step` says what it is now. */
export interface Transition<Step> {
  readonly step: Step | OutboundCall;
  /** Told once it is durable. */
  readonly events: readonly GateEvent[];
}

export const isOutboundCall = <Step extends object>(step: Step | OutboundCall): step is OutboundCall =>
  'row' in step;

/** So often it may happen to one call that something ends while it is let out. */
const TRIES = 5;

class ExpiredTransition extends CallgateError {
  constructor() {
    super(storeErrors.permissionExpired());
  }
}

/**
 * What lets a call out must still count when that is written down: since the clock was looked at, others may have been
 * waited for. Undoes the piece of work.
 */
export const refuseExpired = ({ at }: Pick<StoredEntry, 'at'>, endsAt: number | null): void => {
  if (endsAt !== null && at >= endsAt) throw new ExpiredTransition();
};

/** Does `work` in a transaction; again by the time it is then, where something that lets the call out ended meanwhile. */
const transactInTime = async <T>(
  { store }: Pick<GateParts, 'store'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await store.transact(work);
    } catch (error) {
      if (tried >= TRIES || !(error instanceof ExpiredTransition)) throw error;
    }
  }
};

/** Moves a call on in one transaction, and tells of it once that is durable. */
export const commitTransition = async <Step>(
  parts: Pick<GateParts, 'store' | 'events' | 'failpoint'>,
  name: 'begin' | 'resume' | 'attempt',
  work: (tx: Tx) => Promise<Transition<Step>>,
): Promise<Step | OutboundCall> => {
  parts.failpoint(`${name}:before-commit`);
  const { step, events } = await transactInTime(parts, work);
  if (step !== undefined) parts.failpoint(`${name}:committed`);
  for (const event of events) parts.events.emit(event);
  return step;
};

/** What a harmless read is not, as far as anybody says. */
const WEIGHTY_FACTS: readonly FactName[] = [
  'agentic',
  'privileged',
  'quarantined',
  'readsPrivate',
  'returnsUntrusted',
  'sensitive',
];

/**
 * Whether the entries of a call may be synced a moment after they were written. Only for a read that is believed on a
 * ground to change nothing and to reach nobody, that nobody was asked or is told about, and that is neither sensitive
 * nor privileged nor in a session with untrusted content: if its entries are lost with the power, nothing that it did is.
 */
export const canSyncLater = (
  { decision: { outcome, facts, labels, obligations }, enforced, grant, attempt, heldAt }: CallRow,
  { durability }: Pick<GateLimits, 'durability'>,
): boolean =>
  durability === 'standard' &&
  enforced &&
  outcome === 'auto' &&
  facts.consequential === 'no' &&
  WEIGHTY_FACTS.every((name) => facts[name] !== 'yes') &&
  labels.untrusted !== 'known' &&
  obligations.audit === 'standard' &&
  obligations.notify.length === 0 &&
  grant === null &&
  heldAt === null &&
  attempt === 1;
