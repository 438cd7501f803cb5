import type { Decision } from '@callgate/core';
import type { DecidedCall } from '../decide.ts';
import type { Begun } from '../gate.ts';
import type { GateParts } from '../parts.ts';
import type { Dispatchable } from './dispatchable.ts';
import { makeDispatchable } from './dispatchable.ts';
import type { Intent } from './transition.ts';

/** A call that is out, as long as this process waits for its answer. */
export interface OutCall extends Intent {
  readonly dispatchable: Dispatchable;
  /** When its answer has to be there. */
  readonly until: number;
  /** Set once its outcome is being written: it is settled once. */
  isSettling: boolean;
}

const isHeavy = ({ beliefs }: Decision): boolean => beliefs['resourceIntensive']?.value === 'yes';

/** What an untrusted server says of itself gives it no more time. */
const isSlow = ({ decision: { beliefs }, tool }: DecidedCall): boolean => {
  const slow = beliefs['slowExecution'];
  return slow?.value === 'yes' && (slow.ground !== 'claim' || tool.tool.server.trust !== 'untrusted');
};

const timeoutOf = ({ limits }: GateParts, decided: DecidedCall): number =>
  decided.decision.obligations.timeoutMs ??
  (isSlow(decided) ? Math.max(limits.timeoutMs, limits.slowTimeoutMs) : limits.timeoutMs);

/** The one place where something dispatchable is made: right after its intent became durable. */
export const makeLive = (parts: GateParts, { decided, row }: Intent): Begun => {
  const { call, tool, decision } = decided;
  const dispatchable = makeDispatchable({
    // the row's own id: a resumed call was received under another
    call: { ...call, id: row.id },
    attempt: row.attempt,
    obligations: decision.obligations,
    timeoutMs: timeoutOf(parts, decided),
    heavy: isHeavy(decision),
    definition: tool.tool.definition,
    quarantined: tool.tool.quarantine !== null,
    beforeLeaving: () => parts.store.checkPlace(),
  });
  const until = parts.clock.now() + dispatchable.timeoutMs;
  const out: OutCall = { dispatchable, decided, row, until, isSettling: false };
  parts.out.set(row.id, out);
  parts.live.set(dispatchable, out);
  return { state: 'dispatching', call: row.id, dispatchable, decision };
};
