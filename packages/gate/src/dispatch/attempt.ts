import { isStricter } from '@callgate/core';
import { judge } from '../decide.ts';
import type { Begun } from '../gate.ts';
import { applyInStore, loadContexts } from '../label/contexts-in-store.ts';
import type { GateParts } from '../parts.ts';
import { toolName } from '../record/call-detail.ts';
import type { Dispatchable } from './dispatchable.ts';
import { isHeavy, makeLive } from './let-out.ts';

/**
 * Another attempt of a call that got no answer: decided again, with an intent of its own. Undefined where it may not
 * be: it would need more than the first one, or somebody has given the call up.
 */
export const tryAgain = async (parts: GateParts, dispatchable: Dispatchable): Promise<Begun | undefined> => {
  const live = parts.live.get(dispatchable);
  if (live === undefined || live.settling) return undefined;
  const { inContext, row } = live;
  parts.failpoint('attempt:before-commit');
  const next = await parts.store.transact(async (tx) => {
    const now = tx.now();
    const { tool, ref, call } = inContext;
    const contexts = await loadContexts(tx, ref, tool);
    const judged = judge(parts.engine(), parts.clock, inContext, contexts, now, parts.limits.labelAgeMs);
    const { decision } = judged;
    const stricter = isStricter(decision.outcome, row.decision.outcome) && decision.mode === 'enforce';
    const attempt = row.attempt + 1;
    if (stricter || decision.obligations.retries < row.attempt || decision.policy !== row.policy)
      return undefined;
    if (!(await tx.moveCall(row.id, 'dispatching', 'dispatching', { attempt }))) return undefined;
    const again = { ...row, attempt };
    await applyInStore(tx, contexts, ref, { type: 'call', id: row.id, tool, at: now });
    await tx.append({
      event: 'dispatching',
      outcome: 'allowed',
      principal: call.principal.subject,
      tool: toolName(row),
      call: row.id,
      detail: {
        arrows: ['decided', 'dispatching'],
        from: 'dispatching',
        ...(await parts.details.decided(tx, again, judged)),
      },
    });
    return { row: again, judged };
  });
  if (next === undefined) return undefined;
  parts.failpoint('attempt:committed');
  live.settling = true;
  return makeLive(parts, inContext, next.judged, next.row, isHeavy(next.judged.decision));
};
