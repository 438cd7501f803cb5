import type { Outcome, Principal, TracedTool } from '@callgate/core';
import { canonical } from '@callgate/core';
import { stricterOutcome } from '@callgate/core/decide';
import type { Contexts } from '@callgate/core/label';
import { dispatchMessages } from '@callgate/messages/dispatch';
import { NOT_SENT } from '../absorb/absorb-result.ts';
import { digestBinding } from '../confirm/approval-binding.ts';
import { isBudgetRefusal } from '../confirm/budget.ts';
import { endCall } from '../confirm/end-call.ts';
import { hasNewAskingRule } from '../confirm/grants.ts';
import type { PendingCall } from '../confirm/pending-call.ts';
import type { DecidedCall } from '../decide/decide-call.ts';
import { listDecidedShares } from '../decide/call-history.ts';
import { decideCall, loadCallHistory } from '../decide/decide-call.ts';
import { mintTicket } from '../environment/ids.ts';
import type { GateEvent } from '../events/gate-event.ts';
import { applyStoredEvent, makeCallEvent, loadContexts } from '../label/load-contexts.ts';
import type { CallRequest } from '../receive/call-request.ts';
import type { ProposedCall, StoppedCall } from '../receive/propose-call.ts';
import { isProposedCall, proposeCall, recordRefusal, refreshTool } from '../receive/propose-call.ts';
import { OUTCOME_BY_STATE, formatToolName } from '../record/call-details.ts';
import { pendingSituation } from '../confirm/pending-situation.ts';
import type { CallRow, CallState, CallIdentity } from '../record/call-row.ts';
import type { AlertInput } from '../store/add-alert.ts';
import { addAlert } from '../store/add-alert.ts';
import type { CallShare } from '../store/call-counts.ts';
import type { Tx } from '../store/store.ts';
import { decideIntended } from './decide-intended.ts';
import type { Dispatchable } from './dispatchable.ts';
import type { GateParts } from './gate-parts.ts';
import { makeInFlight } from './in-flight-call.ts';
import { getApprovalBinding, listTightenings } from './list-tightenings.ts';
import type { NextStep } from './next-step.ts';
import { findNextStep, recordGrantUse } from './next-step.ts';
import type { Transition } from './transition.ts';
import { canSyncLater, commitTransition, isOutboundCall } from './transition.ts';

export interface BeginOptions {
  /** The requester waits here: if this process goes, so does the call. */
  readonly attached: boolean;
  /** Ask people even if nobody needs to. */
  readonly ask: boolean;
  /** It has run already, where no gate stood: it is recorded and it raises labels, whatever would have been decided. */
  readonly reported?: boolean;
  /** The agent only intends it, besides calls of these tools: it asks, and the call itself comes later. */
  readonly planned?: readonly TracedTool[] | undefined;
}

/** Something that waited for its hours or a slot came to need a person: it may be asked for anew. */
export const DECISION_CHANGED = 'DECISION_CHANGED';

const UNKNOWN_STATES: ReadonlySet<CallState> = new Set(['dispatching', 'indeterminate']);

/** Nobody knows whether the earlier call happened, or nobody was told. */
export const isUnknownOutcome = (twin: CallRow | undefined): boolean =>
  twin !== undefined &&
  twin.settled === null &&
  (UNKNOWN_STATES.has(twin.state) || (!twin.released && twin.fault?.code !== NOT_SENT));

/** It ran without the approval that was given for it, which is not for a second time. */
export const isSentSincePlanned = (planned: CallRow, sent: CallRow | undefined): boolean =>
  planned.situation.planned === true && sent !== undefined && sent.id !== planned.twin;

const MAX_HOPS = 32;

/** Two servers under one alias are two: what one of them was asked says nothing about the other. */
const sameAs = ({ call, identity }: ProposedCall): CallIdentity => ({
  kind: call.kind,
  server: call.server,
  target: call.target,
  argumentsDigest: call.argumentsDigest,
  ...(identity === undefined ? {} : { identity }),
});

/** The latest call that was the same and left. One that never left does not hide one before it. */
export const findDuplicate = async (tx: Tx, proposed: ProposedCall): Promise<CallRow | undefined> => {
  const { subject: principal } = proposed.call.principal;
  const same = sameAs(proposed);
  const { identity: _none, ...ofAlias } = same;
  let twin = await tx.twinOf({ ...same, principal });
  // an older version kept calls without the identity of their server
  if (twin === undefined && same.identity !== undefined) twin = await tx.twinOf({ ...ofAlias, principal });
  for (let hop = 0; hop < MAX_HOPS && twin?.fault?.code === NOT_SENT && twin.twin !== null; hop += 1)
    twin = await tx.call(twin.twin);
  return twin;
};

const principalText = ({ subject, kind, groups, roles, delegation }: Principal): string =>
  canonical([subject, kind, groups, roles, delegation]);

const samePrincipal = (one: Principal, other: Principal): boolean =>
  principalText(one) === principalText(other);

export const isSameCall = (row: CallRow, { call }: Pick<ProposedCall, 'call'>): boolean =>
  row.kind === call.kind &&
  row.server === call.server &&
  row.target === call.target &&
  row.argumentsDigest === call.argumentsDigest &&
  samePrincipal(row.principal, call.principal);

const stateOf: Readonly<Record<NextStep['to'], CallState>> = {
  blocked: 'blocked',
  held: 'held',
  dispatching: 'dispatching',
};

/** People are to be asked about it, as far as they may be asked more. */
const isQuestion = (step: NextStep): boolean =>
  step.to === 'held' ? step.waiting === 'people' : step.to === 'blocked' && isBudgetRefusal(step.code);

interface Step {
  readonly decided: DecidedCall;
  readonly next: NextStep;
  /** A rule asks only because of what other calls would have labelled by then. */
  readonly asksAhead: boolean;
}

type BeginTransition = Transition<PendingCall | StoppedCall>;

class CallBeginner {
  readonly #parts: GateParts;
  readonly #proposed: ProposedCall;
  readonly #request: CallRequest;
  readonly #options: BeginOptions;
  #events: GateEvent[] = [];

  constructor(parts: GateParts, proposed: ProposedCall, request: CallRequest, options: BeginOptions) {
    this.#parts = parts;
    this.#proposed = proposed;
    this.#request = request;
    this.#options = options;
  }

  /** What is only reported has happened, whatever was said before under the same key. */
  get #key(): string | null {
    return this.#options.reported === true ? null : (this.#request.key ?? null);
  }

  async inTransaction(tx: Tx): Promise<BeginTransition> {
    const parts = this.#parts;
    this.#events = [];
    const proposed = refreshTool(parts, this.#proposed);
    if (!isProposedCall(proposed)) return unmoved(proposed);
    const { tool, ref, session } = proposed;
    const known = this.#key === null ? undefined : await tx.callByKey(session, this.#key);
    if (known !== undefined && known.fault?.code !== DECISION_CHANGED)
      return unmoved(isSameCall(known, proposed) ? alreadyHere(known) : keyReused(known));
    const now = tx.now();
    const [contexts, twin] = await Promise.all([
      loadContexts(tx, ref, { tool, now, age: parts.limits.storeLabelAgeMs }),
      findDuplicate(tx, proposed),
    ]);
    const { planned } = this.#options;
    const history = await loadCallHistory(tx, parts, proposed, contexts, now);
    const asItIs = decideCall(parts, proposed, contexts, now, history);
    const alone =
      planned === undefined ? asItIs : decideIntended(parts, proposed, contexts, planned, now, history);
    const twinAsks = isUnknownOutcome(twin) && alone.decision.facts.consequential !== 'no';
    const outcome = this.#outcome(alone, twinAsks);
    const asksAnyway = twinAsks || this.#options.ask;
    const first: NextStep =
      this.#options.reported === true
        ? { to: 'dispatching', grant: null }
        : await findNextStep(tx, parts, alone, { outcome, asksAnyway }, now);
    let step: Step = {
      decided: alone,
      next: first,
      asksAhead: alone !== asItIs && hasNewAskingRule(asItIs.decision, alone.decision),
    };
    if (isQuestion(first)) {
      const waiting = await this.#findPendingDuplicate(tx, alone, twin, now);
      if (waiting !== undefined) return unmoved(alreadyHere(waiting));
      if (first.to === 'held') step = await this.#besideOthers(tx, step, contexts, now);
    }
    const { decided, next } = step;
    const shares = next.to === 'blocked' ? [] : this.#shares(decided, next.to === 'dispatching');
    const row = this.#row(step, contexts, now, twin?.id ?? null, shares.length > 0);
    if (shares.length > 0) await tx.countCall(row.id, shares, next.to === 'dispatching' ? now : null);
    const inserted = tx.insertCall(row);
    // if it fails, the work fails at its end: nothing is left under way then
    inserted.catch(() => {});
    if (row.state === 'dispatching' && canSyncLater(row, parts.limits)) tx.syncLater();
    await this.#write(tx, row, decided, next, contexts, now);
    await inserted;
    return this.#begun(decided, row, next);
  }

  #shares(decided: DecidedCall, isLeaving: boolean): readonly CallShare[] {
    const engine = this.#parts.engine();
    return engine.counters.length === 0 ? [] : listDecidedShares(engine, decided, isLeaving);
  }

  /**
   * What came together is one question, and any of it may leave first and label the session. An approval under weaker
   * labels would be void by then.
   */
  async #besideOthers(tx: Tx, step: Step, contexts: Contexts, now: number): Promise<Step> {
    const { concurrent } = this.#parts;
    const { session, tool, call } = this.#proposed;
    const others = this.#options.planned === undefined ? concurrent.toolsBeside(session, call.id, now) : [];
    concurrent.add(session, call.id, tool, now);
    if (others.length === 0) return step;
    const decided = decideIntended(
      this.#parts,
      step.decided,
      contexts,
      others,
      now,
      step.decided.input.history,
    );
    if (decided.decision.outcome !== 'confirm') return step;
    const about = { outcome: 'confirm', asksAnyway: true } as const;
    const next = await findNextStep(tx, this.#parts, decided, about, now);
    const asksAhead = hasNewAskingRule(step.decided.decision, decided.decision);
    return next.to === 'held' ? { decided, next, asksAhead } : step;
  }

  /** A call that waits for people already, or was approved, and is this one. */
  async #findPendingDuplicate(
    tx: Tx,
    decided: DecidedCall,
    sent: CallRow | undefined,
    now: number,
  ): Promise<CallRow | undefined> {
    const twin = await tx.heldTwin(decided.session, sameAs(decided));
    if (twin === undefined || !isSameCall(twin, decided) || twin.attached) return undefined;
    if (twin.expiresAt !== null && twin.expiresAt <= now) return undefined;
    if (twin.situation.planned !== true)
      return twin.policy === this.#parts.policy().revision && !this.#options.attached ? twin : undefined;
    // it was never made: what tightened since it was planned is asked about now, as of every call
    const votes = twin.state === 'approved' ? await tx.votes(twin.id) : [];
    const changes = [
      ...listTightenings(this.#parts, twin, votes, decided),
      ...(isSentSincePlanned(twin, sent) ? [dispatchMessages.voided.sentSince] : []),
    ];
    if (changes.length === 0) return twin;
    const fault = { code: 'APPROVAL_VOID', message: changes.join('; ') };
    if (await endCall(tx, twin, 'withdrawn', fault, now))
      this.#events.push({ type: 'moved', call: twin.id, state: 'withdrawn', at: now });
    return undefined;
  }

  #begun(decided: DecidedCall, row: CallRow, next: NextStep): BeginTransition {
    const { id: call, receivedAt: at, twin } = row;
    const events = [...this.#events];
    // an intended call is looked at once it is made, one that ran elsewhere was never enforced
    if (this.#options.planned === undefined && this.#options.reported !== true)
      this.#parts.shadow?.see(decided, at, row.state);
    events.push({ type: 'moved', call, state: row.state, at });
    if (twin !== null) events.push({ type: 'reissued', call, twin });
    if (next.to === 'dispatching') return { step: { ...decided, row }, events };
    if (next.to === 'held') {
      events.push({ type: 'held', call, waiting: next.waiting, at });
      return { step: makePendingCall(row), events };
    }
    const { code, reasons } = next;
    return { step: { state: 'blocked', call, code, reasons, decision: decided.decision }, events };
  }

  #outcome({ decision }: DecidedCall, twinAsks: boolean): Outcome {
    if (decision.mode === 'observe') return 'auto';
    return twinAsks || this.#options.ask ? stricterOutcome(decision.outcome, 'confirm') : decision.outcome;
  }

  #row(
    { decided, next: step, asksAhead }: Step,
    contexts: Contexts,
    now: number,
    twin: string | null,
    counts: boolean,
  ): CallRow {
    const { call, tool, ref, session, decision, situation } = decided;
    const held = step.to === 'held' ? step : undefined;
    const counting = counts ? { counts } : {};
    const row = this.#parts.details.withoutSecrets<CallRow>(
      {
        id: call.id,
        state: stateOf[step.to],
        principal: call.principal,
        context: call.context,
        session,
        authenticated: ref.authenticated,
        kind: call.kind,
        server: call.server,
        target: call.target,
        definition: tool.tool.definition,
        argumentsDigest: call.argumentsDigest,
        sealedArguments: this.#parts.details.seal(call, decision),
        situation:
          held?.waiting === 'people'
            ? {
                ...situation,
                ...counting,
                ...pendingSituation(decided, contexts, this.#parts.engine()),
                ...(this.#options.planned === undefined ? {} : { planned: true }),
                ...(asksAhead ? { asksAhead } : {}),
              }
            : { ...situation, ...counting },
        decision,
        policy: decision.policy,
        outcome: decision.outcome,
        enforced: decision.mode === 'enforce' && this.#options.reported !== true,
        binding: null,
        waiting: held?.waiting ?? null,
        ticket: held === undefined ? null : mintTicket(),
        key: this.#key,
        attached: this.#options.attached,
        instance: this.#parts.store.instance,
        attempt: step.to === 'dispatching' ? 1 : 0,
        grant: step.to === 'dispatching' ? (step.grant?.id ?? null) : null,
        twin,
        ai: decision.obligations.aiTag,
        receivedAt: now,
        heldAt: held === undefined ? null : now,
        expiresAt: held?.expiresAt ?? null,
        opensAt: held?.opensAt ?? null,
        dispatchedAt: step.to === 'dispatching' ? now : null,
        endedAt: step.to === 'blocked' ? now : null,
        released: false,
        fault:
          step.to === 'blocked'
            ? {
                code: step.code,
                message: this.#parts.details.hider(decision, call.arguments)(step.reasons.join('; ')),
              }
            : null,
        settled: null,
      },
      call.arguments,
    );
    return held?.waiting === 'people' ? { ...row, binding: digestBinding(getApprovalBinding(row)) } : row;
  }

  async #write(
    tx: Tx,
    row: CallRow,
    decided: DecidedCall,
    step: NextStep,
    contexts: Contexts,
    now: number,
  ): Promise<void> {
    const parts = this.#parts;
    const { call, tool, ref } = decided;
    const entry = { principal: call.principal.subject, tool: formatToolName(call), call: call.id };
    if (step.to === 'dispatching') {
      await applyStoredEvent(
        tx,
        contexts,
        ref,
        makeCallEvent(call.id, { tool, now, age: parts.limits.labelAgeMs }),
      );
      if (step.grant !== null) await recordGrantUse(tx, row, step.grant);
    }
    const detail = await parts.details.decided(tx, row, decided);
    await tx.append({
      ...entry,
      event: row.state === 'dispatching' ? 'dispatching' : row.state,
      outcome: OUTCOME_BY_STATE[row.state],
      detail: {
        arrows: ['received', 'decided', row.state],
        ...detail,
        ...(this.#options.reported === true ? { reported: true } : {}),
        ...(this.#options.planned === undefined ? {} : { planned: true }),
        ...(row.fault === null ? {} : { fault: { ...row.fault } }),
      },
    });
    await this.#tell(tx, row, step, now);
  }

  async #alert(tx: Tx, wanted: AlertInput): Promise<void> {
    const alert = await addAlert(tx, wanted);
    if (alert !== undefined) this.#events.push({ type: 'alert', alert });
  }

  async #tell(tx: Tx, row: CallRow, step: NextStep, now: number): Promise<void> {
    const { notify } = row.decision.obligations;
    if (notify.length > 0)
      await this.#alert(tx, {
        code: 'POLICY_NOTIFIES',
        message: `${row.decision.outcome}: ${row.decision.reasons[0] ?? ''}`,
        call: row.id,
        to: notify,
        now,
      });
    if (step.to === 'blocked' && step.tell !== undefined)
      await this.#alert(tx, {
        code: step.code,
        message: step.tell,
        call: row.id,
        to: ['operator'],
        now,
        onceAnHour: row.session,
      });
  }
}

export const makePendingCall = (row: CallRow): PendingCall => ({
  state: 'held',
  call: row.id,
  ticket: row.ticket ?? '',
  waiting: row.waiting ?? 'people',
  decision: row.decision,
  expiresAt: row.expiresAt ?? 0,
  opensAt: row.opensAt,
});

const twice = (row: CallRow, code: string, reason: string): StoppedCall => ({
  state: 'blocked',
  call: row.id,
  code,
  reasons: [reason],
});

const keyReused = (row: CallRow): StoppedCall => twice(row, 'KEY_REUSED', dispatchMessages.keyReused);

/** The same call was taken in before. */
const alreadyHere = (row: CallRow): PendingCall | StoppedCall =>
  row.state === 'held' || row.state === 'approved'
    ? { ...makePendingCall(row), ...(row.attached ? {} : { joined: true }) }
    : twice(row, 'CALL_TWICE', dispatchMessages.alreadyHere({ state: row.state }));

const unmoved = (step: PendingCall | StoppedCall): BeginTransition => ({ step, events: [] });

/** Takes a call in, decides, and lets it out, holds it or stops it, in one transaction. */
export const beginCall = async (
  parts: GateParts,
  request: CallRequest,
  options: BeginOptions,
): Promise<Dispatchable | PendingCall | StoppedCall> => {
  const proposed = proposeCall(parts, request, options.reported === true);
  if (!isProposedCall(proposed)) {
    await recordRefusal(parts, request, proposed);
    return proposed;
  }
  const beginning = new CallBeginner(parts, proposed, request, options);
  const step = await commitTransition(parts, 'begin', (tx) => beginning.inTransaction(tx));
  return isOutboundCall(step) ? makeInFlight(parts, step) : step;
};
