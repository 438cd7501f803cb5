import { CallgateError } from '@callgate/core';
import { dispatchErrors } from '@callgate/messages/errors/dispatch';

/** What an operator may set. Every one of them fails closed. */
export interface GateLimits {
  /** How long an approval may be waited for, and used once it is there. */
  readonly approvalMs: number;
  /** Questions an hour for one session; the rest is refused with one summary. */
  readonly questionsAnHour: number;
  /** Calls of one principal that wait for people at once. */
  readonly pendingPerPrincipal: number;
  /** A yes over the agent's own connection that comes sooner after a short question counts for nobody; longer ones need longer. */
  readonly readingMs: number;
  /** How long a call waits for a free slot before it is refused. */
  readonly slotMs: number;
  /** A call without a time-out of its own. */
  readonly timeoutMs: number;
  /** The same of a tool that is believed on a ground to be slow. Where it is shorter than `timeoutMs`, that counts. */
  readonly slowTimeoutMs: number;
  /** Results are kept whole in the record up to so many bytes; of longer ones the digest and the beginning. */
  readonly resultBytes: number;
  /** First pause before another attempt; it doubles. */
  readonly backOffMs: number;
  /** How long labels outlive the last call of their session; null: they do not age. */
  readonly labelAgeMs: number | null;
  /** How long what was written into a store labels its readers; null: without an end, as what was written is still there. */
  readonly storeLabelAgeMs: number | null;
  /** `strict`: every entry is synced before anybody hears of it. `standard`: those of a harmless read soon after. */
  readonly durability: 'standard' | 'strict';
  /** Rows between two checkpoints. */
  readonly checkpointRows: number;
  /** Milliseconds between two looks after what is overdue; null: only when `sweep` is called. */
  readonly sweepMs: number | null;
}

/** Refuses what is no limit: a number that is none would be compared with and never reached. */
export const checkLimits = (limits: GateLimits): GateLimits => {
  const { durability, ...numbers } = limits;
  if (durability !== 'standard' && durability !== 'strict')
    throw new CallgateError(dispatchErrors.durabilityInvalid());
  for (const [name, value] of Object.entries(numbers))
    if (value !== null && !(typeof value === 'number' && Number.isFinite(value) && value >= 0))
      throw new CallgateError(dispatchErrors.limitInvalid({ name }));
  return limits;
};

export const DEFAULT_GATE_LIMITS: GateLimits = Object.freeze({
  approvalMs: 3_600_000,
  questionsAnHour: 30,
  pendingPerPrincipal: 50,
  readingMs: 2000,
  slotMs: 60_000,
  timeoutMs: 300_000,
  slowTimeoutMs: 1_800_000,
  resultBytes: 16_384,
  backOffMs: 250,
  labelAgeMs: null,
  storeLabelAgeMs: null,
  durability: 'standard',
  checkpointRows: 1000,
  sweepMs: 1000,
});
