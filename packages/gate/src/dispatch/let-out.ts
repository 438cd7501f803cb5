import type { Decision } from '@callgate/core';
import type { CallInContext, Judged } from '../decide.ts';
import type { Begun } from '../gate.ts';
import type { GateParts } from '../parts.ts';
import type { CallRow } from '../store/call-row.ts';
import { makeDispatchable } from './dispatchable.ts';

export const isHeavy = ({ beliefs }: Decision): boolean => beliefs['resourceIntensive']?.value === 'yes';

/** What an untrusted server says of itself gives it no more time. */
const isSlow = ({ beliefs }: Decision, { tool }: CallInContext): boolean => {
  const slow = beliefs['slowExecution'];
  return slow?.value === 'yes' && (slow.ground !== 'claim' || tool.tool.server.trust !== 'untrusted');
};

const timeoutOf = ({ limits }: GateParts, decision: Decision, inContext: CallInContext): number =>
  decision.obligations.timeoutMs ??
  (isSlow(decision, inContext) ? Math.max(limits.timeoutMs, limits.slowTimeoutMs) : limits.timeoutMs);

/** The one place where something dispatchable is made: right after its intent became durable. */
export const makeLive = (
  parts: GateParts,
  inContext: CallInContext,
  judged: Judged,
  row: CallRow,
  heavy: boolean,
): Begun => {
  const { decision } = judged;
  const dispatchable = makeDispatchable({
    // the row's own id: a resumed call was received under another
    call: { ...inContext.call, id: row.id },
    attempt: row.attempt,
    obligations: decision.obligations,
    timeoutMs: timeoutOf(parts, decision, inContext),
    heavy,
    definition: inContext.tool.tool.definition,
    quarantined: inContext.tool.tool.quarantine !== null,
    beforeLeaving: () => parts.store.checkPlace(),
  });
  parts.out.set(row.id, { dispatchable, until: parts.clock.now() + dispatchable.timeoutMs });
  parts.live.set(dispatchable, { inContext, judged, row, settling: false });
  return { state: 'dispatching', call: row.id, dispatchable, decision };
};
