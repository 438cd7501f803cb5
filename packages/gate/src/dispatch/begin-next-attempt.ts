import type { Decision } from '@callgate/core';
import { canonical } from '@callgate/core';
import { hasNewAskingRule } from '../confirm/grants.ts';
import type { DecidedCall } from '../decide/decide-call.ts';
import { decideCall, loadCallHistory } from '../decide/decide-call.ts';
import { momentAt } from '../environment/clock.ts';
import { loadContexts } from '../label/load-contexts.ts';
import { isProposedCall, refreshTool } from '../receive/propose-call.ts';
import type { CallRow } from '../record/call-row.ts';
import type { Tx } from '../store/store.ts';
import type { Dispatchable } from './dispatchable.ts';
import { closeDispatchable } from './dispatchable.ts';
import type { GateParts } from './gate-parts.ts';
import { isInHours } from './hours.ts';
import { findInFlightCall, makeInFlight, writeIntent } from './in-flight-call.ts';
import { commitTransition } from './transition.ts';

const asked = ({ outcome, obligations: { terms, approvers } }: Decision): string =>
  canonical([outcome, terms, approvers.map(({ count, group }) => [count, group ?? null])]);

/** What let the first attempt out no longer does: another policy, another definition, another question to people. */
const needsMore = (row: CallRow, { decision, tool }: DecidedCall): boolean => {
  if (decision.policy !== row.policy || tool.tool.definition !== row.definition) return true;
  if (decision.mode === 'observe') return false;
  return asked(decision) !== asked(row.decision) || hasNewAskingRule(row.decision, decision);
};

/** When the grant ends that let the first attempt out: in the past where it was taken back. */
const endOf = async (tx: Tx, id: string): Promise<number> => {
  const grant = await tx.grant(id);
  return grant === undefined || grant.revoked !== null ? 0 : grant.endsAt;
};

const NOT_AGAIN = { step: undefined, events: [] } as const;

/**
 * Another attempt of a call that got no answer: decided again, with an intent of its own. Undefined where it may not
 * be: it would need more than the first one, or the call was given up.
 */
export const beginNextAttempt = async (
  parts: GateParts,
  dispatchable: Dispatchable,
): Promise<Dispatchable | undefined> => {
  const live = findInFlightCall(parts, dispatchable);
  if (live === undefined) return undefined;
  const { row } = live;
  const next = await commitTransition(parts, 'attempt', async (tx) => {
    const now = tx.now();
    const current = refreshTool(parts, live);
    if (!isProposedCall(current)) return NOT_AGAIN;
    const { tool, ref } = current;
    const contexts = await loadContexts(tx, ref, { tool, now, age: parts.limits.storeLabelAgeMs });
    const history = await loadCallHistory(tx, parts, current, contexts, now, row.id);
    const decided = decideCall(parts, current, contexts, now, history);
    const { retries, hours } = decided.decision.obligations;
    if (retries < row.attempt || needsMore(row, decided)) return NOT_AGAIN;
    if (!isInHours(hours, momentAt(parts.clock, now))) return NOT_AGAIN;
    const endsAt = row.grant === null ? null : await endOf(tx, row.grant);
    if (endsAt !== null && endsAt <= now) return NOT_AGAIN;
    const change = { attempt: row.attempt + 1 };
    const leaving = { row, change, contexts, grant: null, endsAt, now };
    const intent = await writeIntent(tx, parts, decided, leaving);
    return intent === undefined ? NOT_AGAIN : { step: intent, events: [] };
  });
  if (next === undefined) return undefined;
  live.isSettling = true;
  closeDispatchable(dispatchable);
  return makeInFlight(parts, next);
};
