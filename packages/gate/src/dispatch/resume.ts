import type { JsonObject } from '@callgate/core';
import type { Contexts } from '@callgate/core/label';
import { approvalMessages } from '@callgate/messages/approval';
import { changedSince } from '../confirm/binding.ts';
import { endCall } from '../confirm/end-call.ts';
import { asksMore } from '../confirm/grants.ts';
import type { HeldCall } from '../confirm/held-call.ts';
import { severityReason } from '../confirm/in-band.ts';
import { judgeQuorum } from '../confirm/quorum.ts';
import type { DecidedCall } from '../decide/decide-call.ts';
import { decideCall } from '../decide/decide-call.ts';
import { loadContexts } from '../label/contexts-in-store.ts';
import type { CallRequest } from '../receive/call-request.ts';
import type { ProposedCall, Stopped } from '../receive/propose-call.ts';
import { isProposed, proposeCall, refreshTool } from '../receive/propose-call.ts';
import type { CallFault, CallRow } from '../record/call-row.ts';
import type { Grant } from '../record/grant.ts';
import { addAlert } from '../store/alerts.ts';
import type { Tx } from '../store/store.ts';
import { DECISION_CHANGED, boundIn, earlierTwin, heldCall, isUnknown, sameCall } from './begin.ts';
import type { Dispatchable } from './dispatchable.ts';
import type { GateParts } from './gate-parts.ts';
import { makeLive, writeIntent } from './let-out.ts';
import { coveringGrant, takeGrant, whenFree } from './next-step.ts';
import type { Transition } from './transition.ts';
import { commitTransition, isLeaving } from './transition.ts';

/** It has run before: a resumed ticket whose call is out or over. Never a second dispatch. */
export interface AlreadyOut {
  readonly state: 'dispatching' | 'done' | 'failed' | 'indeterminate';
  readonly call: string;
}

type Resumed = Transition<HeldCall | Stopped | AlreadyOut>;

const unmoved = (step: HeldCall | Stopped | AlreadyOut): Resumed => ({ step, events: [] });

const STOPPED = new Set(['blocked', 'refused', 'expired', 'withdrawn'] as const);
type StoppedState = 'blocked' | 'refused' | 'expired' | 'withdrawn';
const isStopped = (state: string): state is StoppedState => (STOPPED as ReadonlySet<string>).has(state);

export const stoppedAs = (row: CallRow, state: StoppedState, fault: CallFault): Stopped => ({
  state,
  call: row.id,
  code: fault.code,
  reasons: [fault.message],
  decision: row.decision,
});

const SENT_MEANWHILE = 'the same call was sent while this one waited, and nobody knows what came of it';

const NO_WORD: CallFault = { code: 'CALL_OVER', message: 'the call is over' };

class Resuming {
  readonly #parts: GateParts;
  #proposed: ProposedCall;

  constructor(parts: GateParts, proposed: ProposedCall) {
    this.#parts = parts;
    this.#proposed = proposed;
  }

  async inTransaction(tx: Tx, ticket: string): Promise<Resumed> {
    const current = refreshTool(this.#parts, this.#proposed);
    if (!isProposed(current)) return unmoved(current);
    this.#proposed = current;
    const row = await tx.callByTicket(ticket);
    if (row === undefined)
      return unmoved({
        state: 'blocked',
        call: '',
        code: 'TICKET_UNKNOWN',
        reasons: ['there is no call with this ticket'],
      });
    if (!sameCall(row, current) || row.session !== current.session) return await this.#otherCall(tx, row);
    if (isStopped(row.state)) return unmoved(stoppedAs(row, row.state, row.fault ?? NO_WORD));
    if (row.state !== 'held' && row.state !== 'approved') return unmoved({ state: row.state, call: row.id });
    const now = tx.now();
    if (row.expiresAt !== null && now >= row.expiresAt)
      return await this.#end(
        tx,
        row,
        'expired',
        { code: 'APPROVAL_EXPIRED', message: 'its time is over' },
        now,
      );
    if (row.state === 'held' && row.waiting === 'people') return unmoved(heldCall(row));
    return await this.#decideAgain(tx, row, now);
  }

  /** What was approved is one call; whoever comes with another one gets nothing, and the operator hears of it. */
  async #otherCall(tx: Tx, row: CallRow): Promise<Resumed> {
    const alert = await addAlert(tx, {
      code: 'RESUMED_OTHERWISE',
      message: 'somebody came back for a held call with another one',
      call: row.id,
      to: ['operator'],
      now: tx.now(),
      onceAnHour: row.id,
    });
    const stopped: Stopped = {
      state: 'blocked',
      call: row.id,
      code: 'APPROVAL_VOID',
      reasons: ['this is not the call that the ticket was given for'],
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
  ): Promise<Resumed> {
    const detail = decided === undefined ? {} : await this.#decided(tx, row, decided);
    if (!(await endCall(tx, row, state, fault, now, detail))) return unmoved(heldCall(row));
    return {
      step: stoppedAs(row, state, fault),
      events: [{ type: 'moved', call: row.id, state, at: this.#parts.clock.now() }],
    };
  }

  /** What was decided now, for the row that it ends. */
  async #decided(tx: Tx, row: CallRow, decided: DecidedCall): Promise<JsonObject> {
    const { details } = this.#parts;
    const { decision, situation } = details.withoutSecrets(decided, decided.call.arguments);
    return await details.decided(tx, { ...row, decision, situation }, decided);
  }

  /** What has become stricter since then, in words. */
  #tightened(
    row: CallRow,
    votes: Parameters<typeof judgeQuorum>[0]['votes'],
    decided: DecidedCall,
  ): readonly string[] {
    const { tool, identity, decision, situation } = decided;
    const { serverIdentity: _then, ...bound } = boundIn(row);
    const changed = changedSince(boundIn(row), {
      ...bound,
      ...(identity === undefined ? {} : { serverIdentity: identity }),
      principal: decided.call.principal,
      definition: tool.tool.definition,
      labels: situation.labels,
      policy: decision.policy,
    });
    if (row.state !== 'approved' || decision.outcome === 'block') return changed;
    const { terms } = decision.obligations;
    if (asksMore(row.decision, decision)) return [...changed, 'a rule asks now that did not ask then'];
    if (terms === 'strong' && row.decision.obligations.terms === 'plain')
      return [...changed, 'the terms are stronger now'];
    const isSevere =
      this.#parts.inBand.answersInBand === false ||
      severityReason({ decision, origins: situation.origins, trust: tool.tool.server.trust }) !== undefined;
    const agreed = [row.decision, decision].every(
      ({ obligations }) =>
        judgeQuorum({
          demands: obligations.approvers,
          terms: obligations.terms,
          votes,
          people: this.#parts.people,
          requester: row.principal,
          isSevere,
        }).state === 'approved',
    );
    return agreed ? changed : [...changed, approvalMessages.vote.approvalsNotEnough];
  }

  async #decideAgain(tx: Tx, row: CallRow, now: number): Promise<Resumed> {
    const parts = this.#parts;
    const { tool, ref } = this.#proposed;
    const contexts = await loadContexts(tx, ref, { tool, now, age: parts.limits.storeLabelAgeMs });
    const decided = decideCall(parts, this.#proposed, contexts, now);
    const { outcome, mode, reasons } = decided.decision;
    const hide = parts.details.hider(decided.decision, decided.call.arguments);
    if (outcome === 'block' && mode === 'enforce')
      return await this.#end(
        tx,
        row,
        'refused',
        { code: 'POLICY_BLOCKS', message: hide(reasons.join('; ')) },
        now,
        decided,
      );
    const approved = row.state === 'approved';
    const changes = [
      ...this.#tightened(row, approved ? await tx.votes(row.id) : [], decided),
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
    const granted = asks && (await coveringGrant(tx, parts, decided, now)) !== null;
    if ((asks && !granted) || (!approved && changes.includes(SENT_MEANWHILE)))
      return await this.#end(
        tx,
        row,
        'withdrawn',
        { code: DECISION_CHANGED, message: 'while it waited, it came to need a person; ask for it anew' },
        now,
        decided,
      );
    const step = await whenFree(tx, parts, decided, now);
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
      return unmoved({ ...heldCall(row), waiting: step.waiting, opensAt: step.opensAt });
    const grant = granted ? await takeGrant(tx, parts, decided, now) : null;
    return await this.#letOut(tx, row, decided, contexts, grant, now);
  }

  /** The same call went out while this one waited, and nobody knows what came of it. */
  async #sentMeanwhile(tx: Tx, row: CallRow, decided: DecidedCall): Promise<readonly string[]> {
    const { decision } = decided;
    if (decision.facts.consequential === 'no' || decision.mode === 'observe') return [];
    const twin = await earlierTwin(tx, decided);
    return isUnknown(twin) && twin?.id !== row.twin ? [SENT_MEANWHILE] : [];
  }

  async #letOut(
    tx: Tx,
    row: CallRow,
    decided: DecidedCall,
    contexts: Contexts,
    grant: Grant | null,
    now: number,
  ): Promise<Resumed> {
    const change = {
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
    if (intent === undefined) return unmoved(heldCall(row));
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
  { code, reasons }: Stopped,
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
export const resume = async (
  parts: GateParts,
  ticket: string,
  request: CallRequest,
): Promise<Dispatchable | HeldCall | Stopped | AlreadyOut> => {
  const proposed = proposeCall(parts, request);
  if (!isProposed(proposed)) {
    await endWithoutTool(parts, ticket, request, proposed);
    return proposed;
  }
  const resuming = new Resuming(parts, proposed);
  const step = await commitTransition(parts, 'resume', (tx) => resuming.inTransaction(tx, ticket));
  return isLeaving(step) ? makeLive(parts, step) : step;
};
