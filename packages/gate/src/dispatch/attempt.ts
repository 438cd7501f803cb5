import type { Decision, TracedTool } from '@callgate/core';
import { canonical } from '@callgate/core';
import { momentAt } from '../clock.ts';
import type { Judged } from '../decide.ts';
import { judge } from '../decide.ts';
import type { Begun } from '../gate.ts';
import { applyInStore, callEvent, loadContexts } from '../label/contexts-in-store.ts';
import type { GateParts } from '../parts.ts';
import { asItIsNow, isTakenIn } from '../receive.ts';
import { toolName } from '../record/call-detail.ts';
import type { CallRow } from '../store/call-row.ts';
import type { Tx } from '../store/store.ts';
import { asksMore } from '../confirm/grants.ts';
import type { Dispatchable } from './dispatchable.ts';
import { closeDispatchable } from './dispatchable.ts';
import { inHours } from './hours.ts';
import { isHeavy, makeLive } from './let-out.ts';
import { letOutInTime, refuseOutlived } from './refuse-outlived.ts';

const asked = ({ outcome, obligations: { terms, approvers } }: Decision): string =>
  canonical([outcome, terms, approvers.map(({ count, group }) => [count, group ?? null])]);

/** What let the first attempt out no longer does: another policy, another definition, another question to people. */
const needsMore = (row: CallRow, tool: TracedTool, { decision }: Judged): boolean => {
  if (decision.policy !== row.policy || tool.tool.definition !== row.definition) return true;
  if (decision.mode === 'observe') return false;
  return asked(decision) !== asked(row.decision) || asksMore(row.decision, decision);
};

/** When the grant ends that let the first attempt out: in the past where it was taken back. */
const endOf = async (tx: Tx, id: string): Promise<number> => {
  const grant = await tx.grant(id);
  return grant === undefined || grant.revoked !== null ? 0 : grant.endsAt;
};

/**
 * Another attempt of a call that got no answer: decided again, with an intent of its own. Undefined where it may not
 * be: it would need more than the first one, or somebody has given the call up.
 */
export const tryAgain = async (parts: GateParts, dispatchable: Dispatchable): Promise<Begun | undefined> => {
  const live = parts.live.get(dispatchable);
  if (live === undefined || live.settling) return undefined;
  const { inContext, row } = live;
  parts.failpoint('attempt:before-commit');
  const next = await letOutInTime(parts.store, async (tx) => {
    const now = tx.now();
    const current = asItIsNow(parts, inContext);
    if (!isTakenIn(current)) return undefined;
    const { tool, ref, call } = current;
    const contexts = await loadContexts(tx, ref, { tool, now, age: parts.limits.storeLabelAgeMs });
    const judged = judge(parts.engine(), parts.clock, current, contexts, now, parts.limits.labelAgeMs);
    const attempt = row.attempt + 1;
    const { retries, hours } = judged.decision.obligations;
    if (retries < row.attempt || needsMore(row, tool, judged)) return undefined;
    if (!inHours(hours, momentAt(parts.clock, now))) return undefined;
    const endsAt = row.grant === null ? null : await endOf(tx, row.grant);
    if (endsAt !== null && endsAt <= now) return undefined;
    const { decision, situation } = parts.details.withoutSecrets(judged, call.arguments);
    const change = { attempt, decision, situation };
    if (!(await tx.moveCall(row.id, 'dispatching', 'dispatching', change))) return undefined;
    const again: CallRow = { ...row, ...change };
    await applyInStore(tx, contexts, ref, callEvent(row.id, { tool, now, age: parts.limits.labelAgeMs }));
    const intent = await tx.append({
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
    refuseOutlived(intent, endsAt);
    return { row: again, judged, current };
  });
  if (next === undefined) return undefined;
  parts.failpoint('attempt:committed');
  live.settling = true;
  closeDispatchable(dispatchable);
  return makeLive(parts, next.current, next.judged, next.row, isHeavy(next.judged.decision));
};
