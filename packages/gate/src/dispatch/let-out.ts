import type { Decision } from '@callgate/core';
import type { CallInContext, Judged } from '../decide.ts';
import type { Begun } from '../gate.ts';
import type { GateParts } from '../parts.ts';
import type { CallRow } from '../store/call-row.ts';
import { makeDispatchable } from './dispatchable.ts';

export const isHeavy = ({ beliefs }: Decision): boolean => beliefs['resourceIntensive']?.value === 'yes';

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
    timeoutMs: decision.obligations.timeoutMs ?? parts.limits.timeoutMs,
    heavy,
    definition: inContext.tool.tool.definition,
    quarantined: inContext.tool.tool.quarantine !== null,
  });
  parts.out.set(row.id, { dispatchable, until: parts.clock.now() + dispatchable.timeoutMs });
  parts.live.set(dispatchable, { inContext, judged, row, settling: false });
  return { state: 'dispatching', call: row.id, dispatchable, decision };
};
