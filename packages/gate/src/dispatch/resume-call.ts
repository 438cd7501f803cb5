import type { JsonObject } from '@callgate/core';
import type { Contexts } from '@callgate/core/label';
import { dispatchMessages } from '@callgate/messages/dispatch';
import { endCall } from '../confirm/end-call.ts';
import type { PendingCall } from '../confirm/pending-call.ts';
import type { DecidedCall } from '../decide/decide-call.ts';
import { decideCall, loadCallHistory } from '../decide/decide-call.ts';
import { loadContexts } from '../label/load-contexts.ts';
import type { CallRequest } from '../receive/call-request.ts';
import type { ProposedCall, StoppedCall } from '../receive/propose-call.ts';
import { isProposedCall, proposeCall, refreshTool } from '../receive/propose-call.ts';
import type { CallFault, CallRow } from '../record/call-row.ts';
import type { Grant } from '../record/grant.ts';
import { addAlert } from '../store/add-alert.ts';
import type { Tx } from '../store/store.ts';
import {
  DECISION_CHANGED,
  findDuplicate,
  makePendingCall,
  isUnknownOutcome,
  isSameCall,
  isSentSincePlanned,
} from './begin-call.ts';
import type { Dispatchable } from './dispatchable.ts';
import type { GateParts } from './gate-parts.ts';
import { makeInFlight, writeIntent } from './in-flight-call.ts';
import { listTightenings } from './list-tightenings.ts';
import { blockCode, findCoveringGrant, useGrant, findStepWithoutApproval } from './next-step.ts';
import type { Transition } from './transition.ts';
import { commitTransition, isOutboundCall } from './transition.ts';

/** It has run before: a resumed ticket whose call is out or over. Never a second dispatch. */
export interface DispatchedCall {
  readonly state: 'dispatching' | 'done' | 'failed' | 'indeterminate';
  readonly call: string;
}

type ResumeTransition = Transition<PendingCall | StoppedCall | DispatchedCall>;

const unmoved = (step: PendingCall | StoppedCall | DispatchedCall): ResumeTransition => ({
  step,
  events: [],
});

const STOPPED = new Set(['blocked', 'refused', 'expired', 'withdrawn'] as const);
type StoppedState = 'blocked' | 'refused' | 'expired' | 'withdrawn';
const isStopped = (state: string): state is StoppedState => (STOPPED as ReadonlySet<string>).has(state);

export const makeStoppedCall = (row: CallRow, state: StoppedState, fault: CallFault): StoppedCall => ({
  state,
  call: row.id,
  code: fault.code,
  reasons: [fault.message],
  decision: row.decision,
});

const SENT_MEANWHILE = dispatchMessages.sentMeanwhile;

const NO_WORD: CallFault = { code: 'CALL_OVER', message: dispatchMessages.over };

class CallResumer {
  readonly #parts: GateParts;
  readonly #key: string | undefined;
  #proposed: ProposedCall;

  constructor(parts: GateParts, proposed: ProposedCall, key: string | undefined) {
    this.#parts = parts;
    this.#proposed = proposed;
    this.#key = key;
  }

  async inTransaction(tx: Tx, ticket: string): Promise<ResumeTransition> {
    const current = refreshTool(this.#parts, this.#proposed);
    if (!isProposedCall(current)) return unmoved(current);
    this.#proposed = current;
    const row = await tx.callByTicket(ticket);
    if (row === undefined)
      return unmoved({
        state: 'blocked',
        call: '',
        code: 'TICKET_UNKNOWN',
        reasons: [dispatchMessages.ticketUnknown],
      });
    if (!isSameCall(row, current) || row.session !== current.session) return await this.#otherCall(tx, row);
    if (isStopped(row.state)) return unmoved(makeStoppedCall(row, row.state, row.fault ?? NO_WORD));
    if (row.state !== 'held' && row.state !== 'approved') return unmoved({ state: row.state, call: row.id });
    const now = tx.now();
    if (row.expiresAt !== null && now >= row.expiresAt)
      return await this.#end(
        tx,
        row,
        'expired',
        { code: 'APPROVAL_EXPIRED', message: dispatchMessages.expired },
        now,
      );
    if (row.state === 'held' && row.waiting === 'people') return unmoved(makePendingCall(row));
    return await this.#decideAgain(tx, row, now);
  }

  /** An approval is for one call; a caller with another one gets nothing, and the operator hears of it. */
  async #otherCall(tx: Tx, row: CallRow): Promise<ResumeTransition> {
    const alert = await addAlert(tx, {
      code: 'RESUMED_OTHERWISE',
      message: dispatchMessages.resumedOtherwise,
      call: row.id,
      to: ['operator'],
      now: tx.now(),
      onceAnHour: row.id,
    });
    const stopped: StoppedCall = {
      state: 'blocked',
      call: row.id,
      code: 'APPROVAL_VOID',
      reasons: [dispatchMessages.ticketOfOther],
    };
    return { step: stopped, events: alert === undefined ? [] : [{ type: 'alert', alert }] };
  }

  async #end(
    tx: Tx,
    row: CallRow,
    state: StoppedState,
    fault: CallFault,
    now: number,
    decided?: DecidedCall,
  ): Promise<ResumeTransition> {
    const detail = decided === undefined ? {} : await this.#decided(tx, row, decided);
    if (!(await endCall(tx, row, state, fault, now, detail))) return unmoved(makePendingCall(row));
    return {
      step: makeStoppedCall(row, state, fault),
      events: [{ type: 'moved', call: row.id, state, at: this.#parts.clock.now() }],
    };
  }

  /** What was decided now, for the row that it ends. */
  async #decided(tx: Tx, row: CallRow, decided: DecidedCall): Promise<JsonObject> {
    const { details } = this.#parts;
    const { decision, situation } = details.withoutSecrets(decided, decided.call.arguments);
    return await details.decided(tx, { ...row, decision, situation }, decided);
  }

  async #decideAgain(tx: Tx, row: CallRow, now: number): Promise<ResumeTransition> {
    const parts = this.#parts;
    const { tool, ref } = this.#proposed;
    const contexts = await loadContexts(tx, ref, { tool, now, age: parts.limits.storeLabelAgeMs });
    const history = await loadCallHistory(tx, parts, this.#proposed, contexts, now, row.id);
    const decided = decideCall(parts, this.#proposed, contexts, now, history);
    const { outcome, mode, reasons } = decided.decision;
    const hide = parts.details.hider(decided.decision, decided.call.arguments);
    if (outcome === 'block' && mode === 'enforce')
      return await this.#end(
        tx,
        row,
        'refused',
        { code: blockCode(decided), message: hide(reasons.join('; ')) },
        now,
        decided,
      );
    const approved = row.state === 'approved';
    const changes = [
      ...listTightenings(parts, row, approved ? await tx.votes(row.id) : [], decided),
      ...(await this.#sentMeanwhile(tx, row, decided)),
    ];
    if (approved && changes.length > 0)
      return await this.#end(
        tx,
        row,
        'withdrawn',
        { code: 'APPROVAL_VOID', message: changes.join('; ') },
        now,
        decided,
      );
    const asks = !approved && outcome === 'confirm' && mode === 'enforce';
    const granted = asks && (await findCoveringGrant(tx, parts, decided, now)) !== null;
    if ((asks && !granted) || (!approved && changes.includes(SENT_MEANWHILE)))
      return await this.#end(
        tx,
        row,
        'withdrawn',
        { code: DECISION_CHANGED, message: dispatchMessages.needsPersonNow },
        now,
        decided,
      );
    const step = await findStepWithoutApproval(tx, parts, decided, now);
    if (step.to === 'blocked')
      return await this.#end(
        tx,
        row,
        'refused',
        { code: step.code, message: step.reasons.join('; ') },
        now,
        decided,
      );
    if (step.to === 'held')
      return unmoved({ ...makePendingCall(row), waiting: step.waiting, opensAt: step.opensAt });
    const grant = granted ? await useGrant(tx, parts, decided, now) : null;
    return await this.#letOut(tx, row, decided, contexts, grant, now);
  }

  /** The same call went out while this one waited, and nobody knows what came of it. */
  async #sentMeanwhile(tx: Tx, row: CallRow, decided: DecidedCall): Promise<readonly string[]> {
    const { decision } = decided;
    if (decision.mode === 'observe') return [];
    if (decision.facts.consequential === 'no' && row.situation.planned !== true) return [];
    const twin = await findDuplicate(tx, decided);
    if (isSentSincePlanned(row, twin)) return [dispatchMessages.voided.sentSince];
    return isUnknownOutcome(twin) && twin?.id !== row.twin ? [SENT_MEANWHILE] : [];
  }

  /** A planned call was not made yet, and had no key: from now on it is the call of that key. */
  async #keyOf(tx: Tx, { key, session, situation }: CallRow): Promise<Pick<CallRow, 'key'>> {
    const own = this.#key;
    if (key !== null || own === undefined || situation.planned !== true) return { key };
    return { key: (await tx.callByKey(session, own)) === undefined ? own : null };
  }

  async #letOut(
    tx: Tx,
    row: CallRow,
    decided: DecidedCall,
    contexts: Contexts,
    grant: Grant | null,
    now: number,
  ): Promise<ResumeTransition> {
    const change = {
      ...(await this.#keyOf(tx, row)),
      policy: decided.decision.policy,
      outcome: decided.decision.outcome,
      waiting: null,
      instance: this.#parts.store.instance,
      attempt: 1,
      grant: grant?.id ?? row.grant,
      dispatchedAt: now,
    };
    const { expiresAt: endsAt } = row;
    const intent = await writeIntent(tx, this.#parts, decided, { row, change, contexts, grant, endsAt, now });
    if (intent === undefined) return unmoved(makePendingCall(row));
    return {
      step: intent,
      events: [{ type: 'moved', call: row.id, state: 'dispatching', at: now }],
    };
  }
}

/** A held call whose tool is gone cannot be asked about any more. */
const endWithoutTool = async (
  parts: GateParts,
  ticket: string,
  { server }: CallRequest,
  { code, reasons }: StoppedCall,
): Promise<void> => {
  if (code !== 'TOOL_UNKNOWN') return;
  const ended = await parts.store.transact(async (tx) => {
    const row = await tx.callByTicket(ticket);
    if (row === undefined || row.server !== server) return undefined;
    if (parts.catalogue.find(row.kind, row.server, row.target) !== undefined) return undefined;
    if (row.state !== 'held' && row.state !== 'approved') return undefined;
    const now = tx.now();
    const done = await endCall(tx, row, 'refused', { code, message: reasons.join('; ') }, now);
    return done ? { call: row.id, at: now } : undefined;
  });
  if (ended !== undefined) parts.events.emit({ type: 'moved', state: 'refused', ...ended });
};

/** Comes back for a held call. Exactly one of all who come at once gets it out. */
export const resumeCall = async (
  parts: GateParts,
  ticket: string,
  request: CallRequest,
): Promise<Dispatchable | PendingCall | StoppedCall | DispatchedCall> => {
  const proposed = proposeCall(parts, request);
  if (!isProposedCall(proposed)) {
    await endWithoutTool(parts, ticket, request, proposed);
    return proposed;
  }
  const resuming = new CallResumer(parts, proposed, request.key);
  const step = await commitTransition(parts, 'resume', (tx) => resuming.inTransaction(tx, ticket));
  return isOutboundCall(step) ? makeInFlight(parts, step) : step;
};
