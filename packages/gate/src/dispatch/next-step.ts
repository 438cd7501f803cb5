import type { Decision, Outcome } from '@callgate/core';
import type { ApproverRequirement, ConcurrencyLimit } from '@callgate/core/decide';
import { findRetryTime } from '@callgate/core/decide';
import { dispatchMessages } from '@callgate/messages/dispatch';
import { BUDGET_MS, judgeBudget } from '../confirm/budget.ts';
import { checkGrantCoverage } from '../confirm/grants.ts';
import { areLabelsOwn } from '../confirm/own-labels.ts';
import { judgeQuorum } from '../confirm/quorum.ts';
import type { DecidedCall } from '../decide/decide-call.ts';
import { momentAt } from '../environment/clock.ts';
import type { ProposedCall } from '../receive/propose-call.ts';
import { formatToolName } from '../record/call-details.ts';
import type { CallRow, WaitReason } from '../record/call-row.ts';
import type { Grant } from '../record/grant.ts';
import type { RunningFilter, Tx } from '../store/store.ts';
import type { GateParts } from './gate-parts.ts';
import { isInHours, findNextOpening } from './hours.ts';
import { refuseExpired } from './transition.ts';

/** Where a decided call goes next. */
export type NextStep =
  | { readonly to: 'dispatching'; readonly grant: Grant | null }
  | {
      readonly to: 'held';
      readonly waiting: WaitReason;
      readonly expiresAt: number;
      readonly opensAt: number | null;
    }
  | {
      readonly to: 'blocked';
      readonly code: string;
      readonly reasons: readonly string[];
      /** What the operator is told, once an hour for a session. */
      readonly tell?: string;
    };

const filterOf = ({ per }: ConcurrencyLimit, { call }: ProposedCall): RunningFilter => {
  if (per === 'server') return { server: call.server };
  if (per === 'principal') return { principal: call.principal.subject };
  return { server: call.server, target: call.target };
};

/** The names of the slots a call takes, for waking the calls that wait for them. */
export const listSlotKeys = ({ obligations }: Decision, proposed: ProposedCall): readonly string[] =>
  obligations.concurrency.map((limit) => JSON.stringify(filterOf(limit, proposed)));

/**
 * Of a call that nobody needs to be asked about: it may leave now, or waits for its hours or for a slot. A policy that
 * only observes holds nothing.
 */
export const findStepWithoutApproval = async (
  tx: Tx,
  parts: GateParts,
  decided: DecidedCall,
  now: number,
): Promise<NextStep> => {
  const { decision } = decided;
  if (decision.mode === 'observe') return { to: 'dispatching', grant: null };
  const { hours, concurrency } = decision.obligations;
  if (hours !== null && !isInHours(hours, momentAt(parts.clock, now))) {
    const opensAt = findNextOpening(hours, now, (at) => parts.clock.offsetMinutes(at));
    if (opensAt === null)
      return { to: 'blocked', code: 'HOURS_NEVER', reasons: [dispatchMessages.hoursNever] };
    return { to: 'held', waiting: 'hours', expiresAt: opensAt + parts.limits.approvalMs, opensAt };
  }
  for (const limit of concurrency)
    if ((await tx.running(filterOf(limit, decided))) >= limit.limit)
      return { to: 'held', waiting: 'slot', expiresAt: now + parts.limits.slotMs, opensAt: null };
  return { to: 'dispatching', grant: null };
};

const demandText = ({ count, group }: ApproverRequirement): string =>
  dispatchMessages.people({ count, group });

/** Whether people may be asked at all, and whether this session and principal may still ask them. */
const mayAsk = async (
  tx: Tx,
  parts: GateParts,
  { call, session, decision }: DecidedCall,
  now: number,
): Promise<NextStep | undefined> => {
  const { approvers, terms } = decision.obligations;
  const quorum = judgeQuorum({
    demands: approvers,
    terms,
    votes: [],
    people: parts.people,
    requester: call.principal,
  });
  if (quorum.state === 'impossible') {
    const wanted =
      approvers.length === 0 ? dispatchMessages.onePerson : approvers.map(demandText).join(' and ');
    return {
      to: 'blocked',
      code: 'QUORUM_IMPOSSIBLE',
      reasons: [dispatchMessages.quorumImpossible({ wanted })],
    };
  }
  const word = judgeBudget(
    {
      session,
      principal: call.principal.subject,
      asked: await tx.askedSince(session, now - BUDGET_MS),
      pending: await tx.pendingOf(call.principal.subject),
      // the alert itself is written once an hour
      toldAt: null,
      now,
    },
    parts.limits,
  );
  if (word.does === 'refuse')
    return {
      to: 'blocked',
      code: word.code,
      reasons: [word.reason],
      ...(word.summary === null ? {} : { tell: word.summary }),
    };
  return undefined;
};

const covering = async (
  tx: Tx,
  parts: GateParts,
  decided: DecidedCall,
  now: number,
): Promise<readonly Grant[]> => {
  const { call, tool, identity, session, decision } = decided;
  const grants = await tx.grantsFor(call.principal.subject, call.server, call.target, now);
  const isOwn =
    grants.some(({ ownLabelRules }) => ownLabelRules !== undefined) && (await areLabelsOwn(tx, decided));
  return grants.filter(
    (grant) =>
      checkGrantCoverage(grant, {
        principal: call.principal,
        server: call.server,
        ...(identity === undefined ? {} : { serverIdentity: identity }),
        target: call.target,
        session,
        call: call.id,
        tool,
        args: call.arguments,
        decision,
        areLabelsOwn: isOwn,
        people: parts.people,
        now,
      }).covers,
  );
};

type GrantQuery = Parameters<typeof covering>;

/** A grant that covers the call. */
export const findCoveringGrant = async (...question: GrantQuery): Promise<Grant | null> =>
  (await covering(...question))[0] ?? null;

/** The first grant that covers the call, one use of it taken. */
export const useGrant = async (...question: GrantQuery): Promise<Grant | null> => {
  const [tx, , , now] = question;
  for (const grant of await covering(...question)) if (await tx.spendGrant(grant.id, now)) return grant;
  return null;
};

export const recordGrantUse = async (tx: Tx, row: CallRow, grant: Grant): Promise<void> => {
  const used = await tx.append({
    event: 'grant-used',
    outcome: 'allowed',
    principal: row.principal.subject,
    tool: formatToolName(row),
    call: row.id,
    detail: { grant: grant.id, usesLeft: grant.usesLeft - 1, by: [...grant.by] },
  });
  refuseExpired(used, grant.endsAt);
};

/** The same for a call that is new: calls that wait for the same slot came first. */
const inTurn = async (...about: Parameters<typeof findStepWithoutApproval>): Promise<NextStep> => {
  const [, parts, decided, now] = about;
  const { decision } = decided;
  const free = await findStepWithoutApproval(...about);
  const { concurrency } = decision.obligations;
  const enforced = decision.mode === 'enforce' && concurrency.length > 0;
  return enforced && free.to === 'dispatching' && parts.slots.waitsFor(listSlotKeys(decision, decided))
    ? { to: 'held', waiting: 'slot', expiresAt: now + parts.limits.slotMs, opensAt: null }
    : free;
};

/** A call that is only too early may come again. */
export const blockCode = ({ policy, decision, input }: DecidedCall): string =>
  input.history !== undefined && findRetryTime(policy, decision, input) !== undefined
    ? 'RATE_LIMITED'
    : 'POLICY_BLOCKS';

/** Where a newly decided call goes. No grant answers what something besides the policy asks about (`asksAnyway`). */
export const findNextStep = async (
  tx: Tx,
  parts: GateParts,
  decided: DecidedCall,
  { outcome, asksAnyway }: { readonly outcome: Outcome; readonly asksAnyway: boolean },
  now: number,
): Promise<NextStep> => {
  const { decision } = decided;
  if (outcome === 'block') return { to: 'blocked', code: blockCode(decided), reasons: decision.reasons };
  if (outcome === 'auto') return await inTurn(tx, parts, decided, now);
  if (!asksAnyway) {
    const question: GrantQuery = [tx, parts, decided, now];
    const free = await inTurn(tx, parts, decided, now);
    if (free.to === 'dispatching') {
      const grant = await useGrant(...question);
      if (grant !== null) return { to: 'dispatching', grant };
    } else if ((await findCoveringGrant(...question)) !== null) return free;
  }
  const refusal = await mayAsk(tx, parts, decided, now);
  if (refusal !== undefined) return refusal;
  // a yes that is given outside the hours must still hold when they open
  const opensAt =
    findNextOpening(decision.obligations.hours, now, (at) => parts.clock.offsetMinutes(at)) ?? now;
  return { to: 'held', waiting: 'people', expiresAt: opensAt + parts.limits.approvalMs, opensAt: null };
};
