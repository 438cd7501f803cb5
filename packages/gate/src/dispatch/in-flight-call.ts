import type { Contexts } from '@callgate/core/label';
import { listDecidedShares } from '../decide/call-history.ts';
import type { DecidedCall } from '../decide/decide-call.ts';
import { applyStoredEvent, makeCallEvent } from '../label/load-contexts.ts';
import { formatToolName, getShownChanges } from '../record/call-details.ts';
import type { ProposedCall } from '../receive/propose-call.ts';
import type { CallChange, CallRow, StoredSituation } from '../record/call-row.ts';
import type { Grant } from '../record/grant.ts';
import type { Tx } from '../store/store.ts';
import type { Dispatchable } from './dispatchable.ts';
import { makeDispatchable } from './dispatchable.ts';
import type { GateParts } from './gate-parts.ts';
import { recordGrantUse } from './next-step.ts';
import type { OutboundCall } from './transition.ts';
import { refuseExpired } from './transition.ts';

/** A call that is out, as long as this process waits for its answer. */
export interface InFlightCall extends OutboundCall {
  readonly dispatchable: Dispatchable;
  /** When its answer has to be there. */
  readonly until: number;
  /** Set once its outcome is being written: it is settled once. */
  isSettling: boolean;
}

type JudgedCall = Pick<DecidedCall, 'decision' | 'tool'>;

/** What an untrusted server says of itself gives it no more time. */
const isSlow = ({ decision: { beliefs }, tool }: JudgedCall): boolean => {
  const slow = beliefs['slowExecution'];
  return slow?.value === 'yes' && (slow.ground !== 'claim' || tool.tool.server.trust !== 'untrusted');
};

const timeoutOf = ({ limits }: GateParts, decided: JudgedCall): number =>
  decided.decision.obligations.timeoutMs ??
  (isSlow(decided) ? Math.max(limits.timeoutMs, limits.slowTimeoutMs) : limits.timeoutMs);

/** The one place where something dispatchable is made: right after its intent became durable. */
export const makeInFlight = (parts: GateParts, leaving: OutboundCall): Dispatchable => {
  const { call, tool, decision, row } = leaving;
  const dispatchable = makeDispatchable({
    // the row's own id: a resumed call was received under another
    call: { ...call, id: row.id },
    attempt: row.attempt,
    decision,
    timeoutMs: timeoutOf(parts, leaving),
    definition: tool.tool.definition,
    quarantined: tool.tool.quarantine !== null,
    contract: tool.tool.contract,
    changes: getShownChanges(row),
    isPreview: false,
    hasPreviewProblem: row.situation.preview !== undefined && 'problem' in row.situation.preview,
    beforeLeaving: () => parts.store.checkPlace(),
  });
  const until = parts.clock.now() + dispatchable.timeoutMs;
  parts.out.set(row.id, { ...leaving, dispatchable, until, isSettling: false });
  return dispatchable;
};

/** A call that people are asked about, to be run where nothing of it lasts. It never counts as sent. */
export const makePreviewable = (parts: GateParts, row: CallRow, proposed: ProposedCall): Dispatchable => {
  const { call, tool } = proposed;
  const { decision } = row;
  return makeDispatchable({
    call: { ...call, id: row.id },
    attempt: 0,
    decision,
    timeoutMs: timeoutOf(parts, { decision, tool }),
    definition: tool.tool.definition,
    quarantined: tool.tool.quarantine !== null,
    contract: tool.tool.contract,
    changes: null,
    isPreview: true,
    hasPreviewProblem: false,
    beforeLeaving: () => parts.store.checkPlace(),
  });
};

/** What is out as this very attempt, and not being settled. */
export const findInFlightCall = (
  { out }: Pick<GateParts, 'out'>,
  dispatchable: Dispatchable,
): InFlightCall | undefined => {
  const live = out.get(dispatchable.call);
  return live?.dispatchable !== dispatchable || live.isSettling ? undefined : live;
};

/** How a call that is known already leaves. */
export interface DispatchIntent {
  readonly row: CallRow;
  readonly change: CallChange;
  readonly contexts: Contexts;
  /** The grant that lets it out; null where it needs none or was let out by one before. */
  readonly grant: Grant | null;
  /** When what lets it out ends; null where that does not end. */
  readonly endsAt: number | null;
  readonly now: number;
}

/** People were asked about the call as it was then. */
const keptSituation = ({
  situation: { userMessage, operatorReason, ownLabelRules, preview, counts },
}: CallRow): Pick<
  StoredSituation,
  'userMessage' | 'operatorReason' | 'ownLabelRules' | 'preview' | 'counts'
> => ({
  ...(userMessage === undefined ? {} : { userMessage }),
  ...(operatorReason === undefined ? {} : { operatorReason }),
  ...(ownLabelRules === undefined ? {} : { ownLabelRules }),
  ...(preview === undefined ? {} : { preview }),
  ...(counts === undefined ? {} : { counts }),
});

/** Writes that a call leaves and raises the labels by it. Undefined where another process has moved the call. */
export const writeIntent = async (
  tx: Tx,
  parts: GateParts,
  decided: DecidedCall,
  { row, change, contexts, grant, endsAt, now }: DispatchIntent,
): Promise<OutboundCall | undefined> => {
  const { call, tool, ref } = decided;
  const { decision, situation } = parts.details.withoutSecrets(decided, call.arguments);
  const engine = parts.engine();
  const shares = engine.counters.length === 0 ? [] : listDecidedShares(engine, decided, true);
  if (shares.length > 0 || row.situation.counts === true) await tx.countCall(row.id, shares, now);
  const changed = { ...change, decision, situation: { ...situation, ...keptSituation(row) } };
  if (!(await tx.moveCall(row.id, row.state, 'dispatching', changed))) return undefined;
  const out: CallRow = { ...row, ...changed, state: 'dispatching' };
  await applyStoredEvent(tx, contexts, ref, {
    ...makeCallEvent(row.id, { tool, now, age: parts.limits.labelAgeMs }),
    ...(row.state === 'approved' ? { approved: call.arguments } : {}),
  });
  if (grant !== null) await recordGrantUse(tx, row, grant);
  const intent = await tx.append({
    event: 'dispatching',
    outcome: 'allowed',
    principal: call.principal.subject,
    tool: formatToolName(row),
    call: row.id,
    detail: {
      arrows: ['decided', 'dispatching'],
      from: row.state,
      ...(await parts.details.decided(tx, out, decided)),
    },
  });
  refuseExpired(intent, endsAt);
  return { ...decided, row: out };
};
