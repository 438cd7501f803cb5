import type { Contexts, Outcome, Principal } from '@callgate/core';
import { canonical, contextKey, strictest } from '@callgate/core';
import { bindingOf } from '../confirm/binding.ts';
import type { CallInContext, Judged } from '../decide.ts';
import { judge } from '../decide.ts';
import type { Begun, CallRequest, HeldCall, Stopped } from '../gate.ts';
import { mintTicket } from '../ids.ts';
import { applyInStore, callEvent, loadContexts } from '../label/contexts-in-store.ts';
import type { GateParts } from '../parts.ts';
import { asItIsNow, isTakenIn, recordRefusal, takeIn } from '../receive.ts';
import { OUTCOME_OF, toolName } from '../record/call-detail.ts';
import type { CallRow, CallState, SameCall } from '../store/call-row.ts';
import type { Alert, Tx } from '../store/store.ts';
import type { AlertParts } from '../alerts.ts';
import { addAlert } from '../alerts.ts';
import { isHeavy, makeLive } from './let-out.ts';
import type { NextStep } from './next-step.ts';
import { nextStep, recordGrantUse } from './next-step.ts';
import { letOutInTime } from './refuse-outlived.ts';

export interface BeginOptions {
  /** The requester waits here: if this process goes, so does the call. */
  readonly attached: boolean;
  /** Ask people even if nobody needs to. */
  readonly ask: boolean;
  /** It has run already, where no gate stood: it is recorded and it raises labels, whatever would have been decided. */
  readonly reported?: boolean;
}

/** What became of a call inside the transaction that took it in. */
type Taken =
  | { readonly type: 'new'; readonly row: CallRow; readonly judged: Judged; readonly step: NextStep }
  /** The same call is here already. */
  | { readonly type: 'known'; readonly row: CallRow }
  | { readonly type: 'other'; readonly row: CallRow }
  /** Its tool is not there any more. */
  | { readonly type: 'gone'; readonly stopped: Stopped };

/** Something that waited for its hours or a slot came to need a person: it may be asked for anew. */
export const DECISION_CHANGED = 'DECISION_CHANGED';

/** Not one byte of the call left. */
export const NOT_SENT = 'NOT_SENT';

const UNKNOWN_STATES: ReadonlySet<CallState> = new Set(['dispatching', 'indeterminate']);

/** Nobody knows whether the earlier call happened, or nobody was told. */
export const isUnknown = (twin: CallRow | undefined): boolean =>
  twin !== undefined &&
  twin.settled === null &&
  (UNKNOWN_STATES.has(twin.state) || (!twin.released && twin.fault?.code !== NOT_SENT));

const MAX_HOPS = 32;

/** Two servers under one alias are two: what one of them was asked says nothing about the other. */
const sameAs = ({ call, identity }: CallInContext): SameCall => ({
  kind: call.kind,
  server: call.server,
  target: call.target,
  argumentsDigest: call.argumentsDigest,
  ...(identity === undefined ? {} : { identity }),
});

/** The latest call that was the same and left. One that never left does not hide one before it. */
export const earlierTwin = async (tx: Tx, inContext: CallInContext): Promise<CallRow | undefined> => {
  const { subject: principal } = inContext.call.principal;
  const same = sameAs(inContext);
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

export const sameCall = (row: CallRow, { call }: CallInContext): boolean =>
  row.kind === call.kind &&
  row.server === call.server &&
  row.target === call.target &&
  row.argumentsDigest === call.argumentsDigest &&
  samePrincipal(row.principal, call.principal);

/** A call that waits for people already, and is this one. */
const waitingTwin = async (
  tx: Tx,
  parts: GateParts,
  inContext: CallInContext,
  session: string,
  attached: boolean,
): Promise<CallRow | undefined> => {
  const twin = await tx.heldTwin(session, sameAs(inContext));
  if (twin === undefined || !sameCall(twin, inContext) || twin.attached || attached) return undefined;
  if (twin.expiresAt !== null && twin.expiresAt <= tx.now()) return undefined;
  return twin.policy === parts.policy().revision ? twin : undefined;
};

const stateOf: Readonly<Record<NextStep['to'], CallState>> = {
  blocked: 'blocked',
  held: 'held',
  dispatching: 'dispatching',
};

class Beginning {
  readonly #parts: GateParts;
  #inContext: CallInContext;
  readonly #request: CallRequest;
  readonly #options: BeginOptions;
  readonly alerts: Alert[] = [];

  constructor(parts: GateParts, inContext: CallInContext, request: CallRequest, options: BeginOptions) {
    this.#parts = parts;
    this.#inContext = inContext;
    this.#request = request;
    this.#options = options;
  }

  /** What is only reported has happened, whatever was said before under the same key. */
  get #key(): string | null {
    return this.#options.reported === true ? null : (this.#request.key ?? null);
  }

  get inContext(): CallInContext {
    return this.#inContext;
  }

  async inTransaction(tx: Tx): Promise<Taken> {
    const parts = this.#parts;
    this.alerts.length = 0;
    const current = asItIsNow(parts, this.#inContext);
    if (!isTakenIn(current)) return { type: 'gone', stopped: current };
    this.#inContext = current;
    const { tool, ref } = current;
    const session = contextKey(ref);
    const known = this.#key === null ? undefined : await tx.callByKey(session, this.#key);
    if (known !== undefined && known.fault?.code !== DECISION_CHANGED)
      return { type: sameCall(known, this.#inContext) ? 'known' : 'other', row: known };
    const now = tx.now();
    const [contexts, twin] = await Promise.all([
      loadContexts(tx, ref, { tool, now, age: parts.limits.storeLabelAgeMs }),
      earlierTwin(tx, current),
    ]);
    const judged = judge(
      parts.engine(),
      parts.clock,
      this.#inContext,
      contexts,
      now,
      parts.limits.labelAgeMs,
    );
    const twinAsks = isUnknown(twin) && judged.decision.facts.consequential !== 'no';
    const outcome = this.#outcome(judged, twinAsks);
    const asksAnyway = twinAsks || this.#options.ask;
    const step: NextStep =
      this.#options.reported === true
        ? { to: 'dispatching', grant: null }
        : await nextStep(tx, parts, this.#inContext, { session }, judged, { outcome, asksAnyway }, now);
    if (step.to === 'held' && step.waiting === 'people') {
      const waiting = await waitingTwin(tx, parts, this.#inContext, session, this.#options.attached);
      if (waiting !== undefined) return { type: 'known', row: waiting };
    }
    const row = this.#row(judged, step, session, now, twin?.id ?? null);
    const inserted = tx.insertCall(row);
    // if it fails, the work fails at its end: nothing is left under way then
    inserted.catch(() => {});
    await this.#write(tx, row, judged, step, contexts, now);
    await inserted;
    return { type: 'new', row, judged, step };
  }

  #outcome({ decision }: Judged, twinAsks: boolean): Outcome {
    if (decision.mode === 'observe') return 'auto';
    return twinAsks || this.#options.ask ? strictest(decision.outcome, 'confirm') : decision.outcome;
  }

  #row(judged: Judged, step: NextStep, session: string, now: number, twin: string | null): CallRow {
    const { call, tool, ref } = this.#inContext;
    const { decision, situation } = judged;
    const held = step.to === 'held' ? step : undefined;
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
        situation,
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
    return held?.waiting === 'people' ? { ...row, binding: bindingOf(boundIn(row)) } : row;
  }

  async #write(
    tx: Tx,
    row: CallRow,
    judged: Judged,
    step: NextStep,
    contexts: Contexts,
    now: number,
  ): Promise<void> {
    const parts = this.#parts;
    const { call, tool, ref } = this.#inContext;
    const entry = { principal: call.principal.subject, tool: toolName(call), call: call.id };
    if (step.to === 'dispatching') {
      await applyInStore(tx, contexts, ref, callEvent(call.id, { tool, now, age: parts.limits.labelAgeMs }));
      if (step.grant !== null) await recordGrantUse(tx, row, step.grant);
    }
    const detail = await parts.details.decided(tx, row, judged);
    await tx.append({
      ...entry,
      event: row.state === 'dispatching' ? 'dispatching' : row.state,
      outcome: OUTCOME_OF[row.state],
      detail: {
        arrows: ['received', 'decided', row.state],
        ...detail,
        ...(this.#options.reported === true ? { reported: true } : {}),
        ...(row.fault === null ? {} : { fault: { ...row.fault } }),
      },
    });
    await this.#tell(tx, row, step, now);
  }

  async #alert(tx: Tx, wanted: AlertParts): Promise<void> {
    const alert = await addAlert(tx, wanted);
    if (alert !== undefined) this.alerts.push(alert);
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

/** Everything an approval of this call is bound to. */
export const boundIn = (row: CallRow): Parameters<typeof bindingOf>[0] => ({
  principal: row.principal,
  server: row.server,
  ...(row.situation.identity === undefined ? {} : { serverIdentity: row.situation.identity }),
  kind: row.kind,
  target: row.target,
  definition: row.definition,
  argumentsDigest: row.argumentsDigest,
  labels: row.situation.labels,
  policy: row.policy,
  expiresAt: row.expiresAt ?? 0,
});

export const heldCall = (row: CallRow): HeldCall => ({
  state: 'held',
  call: row.id,
  ticket: row.ticket ?? '',
  waiting: row.waiting ?? 'people',
  decision: row.decision,
  expiresAt: row.expiresAt ?? 0,
  opensAt: row.opensAt,
});

const twice = (row: CallRow, code: string, reason: string): Stopped => ({
  state: 'blocked',
  call: row.id,
  code,
  reasons: [reason],
});

/** Takes a call in, decides, and lets it out, holds it or stops it, in one transaction. */
export const begin = async (
  parts: GateParts,
  request: CallRequest,
  options: BeginOptions,
): Promise<Begun | HeldCall | Stopped> => {
  const inContext = takeIn(parts, request, options.reported === true);
  if (!isTakenIn(inContext)) {
    await recordRefusal(parts, request, inContext);
    return inContext;
  }
  const beginning = new Beginning(parts, inContext, request, options);
  parts.failpoint('begin:before-commit');
  const taken = await letOutInTime(parts.store, (tx) => beginning.inTransaction(tx));
  parts.failpoint('begin:committed');
  for (const alert of beginning.alerts) parts.events.emit({ type: 'alert', alert });
  if (taken.type === 'gone') return taken.stopped;
  const { row } = taken;
  if (taken.type === 'other')
    return twice(row, 'KEY_REUSED', 'another call has this key already; every call needs a key of its own');
  if (taken.type === 'known')
    return row.state === 'held' || row.state === 'approved'
      ? { ...heldCall(row), ...(row.attached ? {} : { joined: true }) }
      : twice(row, 'CALL_TWICE', `this call is here already and is ${row.state}; it does not run twice`);
  const { judged, step } = taken;
  parts.events.emit({ type: 'moved', call: row.id, state: row.state, at: row.receivedAt });
  if (row.twin !== null) parts.events.emit({ type: 'reissued', call: row.id, twin: row.twin });
  if (step.to === 'blocked')
    return {
      state: 'blocked',
      call: row.id,
      code: step.code,
      reasons: step.reasons,
      decision: judged.decision,
    };
  if (step.to === 'held') {
    parts.events.emit({ type: 'held', call: row.id, waiting: step.waiting, at: row.receivedAt });
    return heldCall(row);
  }
  return makeLive(parts, beginning.inContext, judged, row, isHeavy(judged.decision));
};
