import { hash } from 'node:crypto';
import type { Policy, Session } from '@callgate/core';
import { CallgateError, Engine } from '@callgate/core';
import { findCanary } from '@callgate/core/decide';
import { contextKey, getContextSession } from '@callgate/core/label';
import { useSha256 } from '@callgate/core/receive';
import { dispatchMessages } from '@callgate/messages/dispatch';
import { dispatchErrors } from '@callgate/messages/errors/dispatch';
import { policyErrors } from '@callgate/messages/errors/policy';
import type { UpstreamResponse, DispatchResult, FinishedCall } from './absorb/upstream-response.ts';
import type { AnchorSettings } from './audit/roll-back.ts';
import { refuseRollBack } from './audit/roll-back.ts';
import { CheckpointSigner } from './audit/checkpoint-signer.ts';
import { ApprovalRequester } from './confirm/approval-requester.ts';
import type { ApprovalChannel } from './confirm/approval-channel.ts';
import { createApprovalService } from './confirm/create-approval-service.ts';
import type { ApprovalService } from './confirm/approval-service.ts';
import { withdrawCall } from './confirm/end-call.ts';
import { PendingCallWatch } from './confirm/pending-call-watch.ts';
import type { PendingCall } from './confirm/pending-call.ts';
import type { InBandSettings } from './confirm/in-band.ts';
import { DEFAULT_IN_BAND } from './confirm/in-band.ts';
import type { People } from './confirm/people.ts';
import { SINGLE_USER } from './confirm/people.ts';
import { ApprovalVoider } from './confirm/approval-voider.ts';
import { decideCall, loadCallHistory } from './decide/decide-call.ts';
import { ShadowPolicy } from './decide/shadow-policy.ts';
import { beginCall } from './dispatch/begin-call.ts';
import { ConcurrentCalls } from './dispatch/concurrent-calls.ts';
import type { Dispatchable } from './dispatch/dispatchable.ts';
import type { Dispatcher } from './dispatch/dispatcher.ts';
import type { GateParts } from './dispatch/gate-parts.ts';
import type { PlannedCall } from './dispatch/plan-call.ts';
import { holdCall, planCalls } from './dispatch/plan-call.ts';
import { reportCall } from './dispatch/report-call.ts';
import type { DispatchedCall } from './dispatch/resume-call.ts';
import type { PreviewRunner } from './dispatch/preview-call.ts';
import { previewCall } from './dispatch/preview-call.ts';
import type { FileChangeEvent } from './record/file-changes.ts';
import type { CallPreview } from './record/call-preview.ts';
import { resumeCall } from './dispatch/resume-call.ts';
import type { RunParts, WaitOptions } from './dispatch/run-call.ts';
import { runCall, waitForCall } from './dispatch/run-call.ts';
import type { RunOptions } from './dispatch/send-call.ts';
import { retryCall, sendCall } from './dispatch/send-call.ts';
import { settleEventually } from './dispatch/settle-call.ts';
import { SlotQueue } from './dispatch/slot-queue.ts';
import { systemClock } from './environment/clock.ts';
import { InFlight } from './environment/in-flight.ts';
import type { GateLimits } from './environment/limits.ts';
import { DEFAULT_GATE_LIMITS, checkLimits } from './environment/limits.ts';
import type { LostEvents } from './events/event-stream.ts';
import { EventStream } from './events/event-stream.ts';
import type { GateEvent } from './events/gate-event.ts';
import type { Gate, GateOptions, DecisionPreview, OperatorNotice, MessageRefusal } from './gate.ts';
import { loadContexts } from './label/load-contexts.ts';
import type { HostProcesses, RepeatedResult } from './label/session-events.ts';
import {
  listContexts,
  dropContext,
  endTask,
  enterHost,
  recordAgentMessage,
  recordUserMessage,
  joinContexts,
  joinHostProcess,
  recordListedServers,
  recordRepeatedResult,
} from './label/session-events.ts';
import type { CallRequest, ContextName } from './receive/call-request.ts';
import type { StoppedCall } from './receive/propose-call.ts';
import { isProposedCall, proposeCall } from './receive/propose-call.ts';
import { fileAnchor } from './record/checkpoint-anchor.ts';
import { CallDetails, makeKeptPolicy } from './record/call-details.ts';
import type { AuditEventName } from './record/audit-entry.ts';
import type { OperatorAction } from './record/operator-action.ts';
import { recordOperatorAction } from './record/operator-action.ts';
import type { AccessEvaluation } from './record/access-evaluation.ts';
import { recordAccessEvaluations } from './record/access-evaluation.ts';
import type { PolicyActivation } from './record/policy-activation.ts';
import { recordPolicyActivation } from './record/policy-activation.ts';
import type { Reroute } from './record/reroute.ts';
import { recordReroute } from './record/reroute.ts';
import { addAlert } from './store/add-alert.ts';
import { sweepStore } from './sweep-store.ts';

/** A policy that lets out what must never go out by itself is not taken. */
const checkedEngine = (policy: Policy): Engine => {
  const canary = findCanary(policy);
  if (canary === undefined) return new Engine(policy);
  throw new CallgateError(policyErrors.canary());
};

const limitsFrom = (limits: Partial<GateLimits> = {}): GateLimits =>
  checkLimits({ ...DEFAULT_GATE_LIMITS, ...limits });

class StoreGate implements Gate {
  readonly #parts: GateParts;
  readonly #waiting: PendingCallWatch;
  readonly #asking: ApprovalRequester;
  readonly #voiding: ApprovalVoider;
  readonly #holders: Map<string, number> = new Map();
  readonly #signing: CheckpointSigner;
  readonly #remember: AnchorSettings | undefined;
  readonly desk: ApprovalService;
  readonly #people: { now: People };
  readonly #inBand: { now: InBandSettings };
  readonly #limits: { now: GateLimits };
  readonly #refresh: () => Promise<void>;
  readonly #channels: { now: readonly ApprovalChannel[] };
  #engine: Engine;
  #stopSweep: (() => void) | undefined;
  #closed = false;
  /** The store is, and that was told. */
  #isBroken = false;
  readonly #closing = new AbortController();
  readonly #running: InFlight<Promise<unknown>, true> = new InFlight();
  readonly #shadow: { now: ShadowPolicy | null } = { now: null };
  readonly #stops: (() => void)[] = [];

  constructor(options: GateOptions) {
    useSha256((text) => hash('sha256', text));
    this.#engine = checkedEngine(options.policy);
    this.#people = { now: options.people ?? SINGLE_USER };
    this.#inBand = { now: options.inBand ?? DEFAULT_IN_BAND };
    this.#limits = { now: limitsFrom(options.limits) };
    this.#refresh = options.refreshSettings ?? (() => Promise.resolve());
    this.#channels = { now: options.channels ?? [] };
    const [inBand, limits, channels] = [this.#inBand, this.#limits, this.#channels];
    const clock = options.clock ?? systemClock;
    const events = new EventStream<GateEvent>();
    const people = this.#people;
    const shadow = this.#shadow;
    const parts: GateParts = {
      store: options.store,
      catalogue: options.catalogue,
      keys: options.keys,
      clock,
      get people() {
        return people.now;
      },
      get inBand() {
        return inBand.now;
      },
      get channels() {
        return channels.now;
      },
      get limits() {
        return limits.now;
      },
      details: new CallDetails(options.keys),
      events,
      slots: new SlotQueue(clock, (listener) => options.store.onChange(listener)),
      concurrent: new ConcurrentCalls(),
      owed: new Set(),
      out: new InFlight(),
      leaving: new Set(),
      failpoint: options.failpoint ?? (() => {}),
      engine: () => this.#engine,
      policy: () => this.#engine.policy,
      get shadow() {
        return shadow.now;
      },
    };
    this.#parts = parts;
    if (options.shadow !== undefined)
      shadow.now = new ShadowPolicy(checkedEngine(options.shadow).policy, parts);
    this.#remember = options.remember;
    this.#signing = new CheckpointSigner(parts, [
      ...(options.remember === undefined ? [] : [fileAnchor(options.remember.path)]),
      ...(options.anchors ?? []),
    ]);
    this.#waiting = new PendingCallWatch(parts);
    const { store, keys, catalogue } = parts;
    this.desk = createApprovalService({
      store,
      keys,
      get people() {
        return people.now;
      },
      get inBand() {
        return inBand.now;
      },
      get readingMs() {
        return limits.now.readingMs;
      },
      clock,
      catalogue,
      refresh: this.#refresh,
      tell: (event) => events.emit(event),
    });
    this.#voiding = new ApprovalVoider(parts, this.desk);
    this.#asking = new ApprovalRequester(parts, this.desk, this.#waiting);
    this.#stops.push(
      store.onChange(() => {
        if (store.broken !== undefined) this.#tellBroken(store.broken);
        else if (this.#isBroken) void this.#startAnew();
      }),
    );
  }

  /** What must be there before the first call: the policy in the record, and a word on what dead processes left. */
  async open(): Promise<this> {
    if (this.#remember !== undefined) await refuseRollBack(this.#parts, this.#remember);
    await sweepStore(this.#parts);
    await this.#keepPolicy('opened', this.policy);
    // from the first start on it is remembered outside the store that there was one
    await this.#signing.catchUp('now');
    this.#sweepLater();
    return this;
  }

  get policy(): Policy {
    return this.#engine.policy;
  }

  async #keepPolicy(event: AuditEventName, policy: Policy): Promise<void> {
    const kept = makeKeptPolicy(policy);
    await this.#parts.store.transact(async (tx) => {
      await tx.keep(kept.digest, kept.text);
      await tx.append({
        event,
        outcome: 'allowed',
        principal: 'callgate',
        tool: '',
        call: null,
        detail: {
          policy: policy.revision,
          name: policy.name,
          mode: policy.mode,
          instance: this.#parts.store.instance,
          selfApproval: this.#parts.people.selfApproval,
          tellsLabels: true,
        },
      });
    });
  }

  /** An operator accepted what the store lost: nothing that is remembered of it counts. */
  async #startAnew(): Promise<void> {
    this.#isBroken = false;
    this.#stopSweep?.();
    this.#signing.startAnew();
    this.#waiting.startAnew();
    try {
      await sweepStore(this.#parts);
      await this.#keepPolicy('opened', this.policy);
      await this.#signing.catchUp('now');
    } catch (error) {
      this.#tellFault(error);
    }
    this.#sweepLater();
  }

  #sweepLater(): void {
    const { sweepMs } = this.#parts.limits;
    if (sweepMs === null || this.#closed || this.#isBroken) return;
    const work = (): void => {
      this.sweep()
        .catch((error: unknown) => this.#tellFault(error))
        .finally(() => this.#sweepLater());
    };
    this.#stopSweep = this.#parts.clock.after(sweepMs, work, 'idle');
  }

  /** What must be seen to and was not is told, though it cannot be written down. */
  #tellFault(error: unknown): void {
    this.#tellBroken(error);
    if (this.#closed || this.#isBroken) return;
    const at = this.#parts.clock.now();
    const code = error instanceof CallgateError ? error.code : 'SWEEP_FAILED';
    const message = dispatchMessages.alerts.sweepFailed({ code });
    const alert = { id: `sweep:${at}`, at, code, message, call: null, to: ['operator'] };
    this.#parts.events.emit({ type: 'alert', alert });
  }

  #tellBroken(error: unknown): void {
    const { broken } = this.#parts.store;
    if (broken === undefined || this.#closed || this.#isBroken) return;
    this.#isBroken = true;
    const { code, message } = error instanceof CallgateError ? error : broken;
    const at = this.#parts.clock.now();
    // nothing can be written down any more
    const alert = { id: `broken:${at}`, at, code, message, call: null, to: ['operator'] };
    this.#parts.events.emit({ type: 'broken', code, message });
    this.#parts.events.emit({ type: 'alert', alert });
  }

  /** A gate that was closed takes nothing new. */
  async #open<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#closing.signal.aborted) return await this.#guarded(work);
    throw new CallgateError(dispatchErrors.gateClosed());
  }

  /** A failed store is reported once. */
  #guarded<T>(work: () => Promise<T>): Promise<T> {
    return this.#track(this.#telling(work));
  }

  async #telling<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.#tellBroken(error);
      throw error;
    }
  }

  async decide(
    request: CallRequest,
    options: { readonly anyArguments?: boolean } = {},
  ): Promise<DecisionPreview> {
    const proposed = proposeCall(this.#parts, request, options.anyArguments === true);
    if (!isProposedCall(proposed))
      throw new CallgateError({ code: proposed.code, message: proposed.reasons.join('; ') });
    return await this.#guarded(() =>
      this.#parts.store.transact(async (tx) => {
        const { ref, tool } = proposed;
        const now = tx.now();
        const about = { tool, now, age: this.#parts.limits.storeLabelAgeMs };
        const contexts = await loadContexts(tx, ref, about);
        const history = await loadCallHistory(tx, this.#parts, proposed, contexts, now);
        const { decision, situation } = decideCall(this.#parts, proposed, contexts, now, history);
        return { decision, situation };
      }),
    );
  }

  async hold(request: CallRequest): Promise<PendingCall | StoppedCall> {
    return this.#asked(await this.#open(() => holdCall(this.#parts, request)));
  }

  async plan(requests: readonly CallRequest[]): Promise<readonly PlannedCall[]> {
    const planned = await this.#open(() => planCalls(this.#parts, requests));
    for (const each of planned) if (each.state === 'held') this.#asked(each);
    return planned;
  }

  /** People hear of a call that waits for them; its ticket does not matter. */
  #asked<T extends Dispatchable | PendingCall | StoppedCall>(step: T): T {
    if (step.state === 'held' && step.waiting === 'people') this.#asking.start(step);
    return step;
  }

  async begin(
    request: CallRequest,
    { isPreviewed = false }: { readonly isPreviewed?: boolean } = {},
  ): Promise<Dispatchable | PendingCall | StoppedCall> {
    const begun = await this.#open(() => beginCall(this.#parts, request, { attached: false, ask: false }));
    return isPreviewed ? begun : this.#asked(begun);
  }

  async preview(
    held: PendingCall,
    request: CallRequest,
    run: PreviewRunner,
    signal?: AbortSignal,
  ): Promise<CallPreview | undefined> {
    try {
      return await this.#open(() => previewCall(this.#parts, held, request, run, signal));
    } finally {
      this.#asked(held);
    }
  }

  async filesChanged(event: FileChangeEvent): Promise<void> {
    await this.#guarded(() => this.desk.filesChanged(event));
  }

  resume(
    ticket: string,
    request: CallRequest,
  ): Promise<Dispatchable | PendingCall | StoppedCall | DispatchedCall> {
    return this.#open(async () => {
      await this.#refresh();
      return await resumeCall(this.#parts, ticket, request);
    });
  }

  withdraw(ticket: string, reason: string): Promise<boolean> {
    return this.#guarded(() => withdrawCall(this.#parts, ticket, reason));
  }

  retry(dispatchable: Dispatchable, signal?: AbortSignal): Promise<Dispatchable | undefined> {
    return this.#guarded(() => retryCall(this.#parts, dispatchable, signal));
  }

  settle(dispatchable: Dispatchable, told: DispatchResult): Promise<FinishedCall> {
    // closing waits for it: a store that is busy is asked again for a while
    return this.#guarded(() => settleEventually(this.#parts, dispatchable, told, { released: true }));
  }

  get #run(): RunParts {
    return {
      parts: this.#parts,
      waiting: this.#waiting,
      asking: this.#asking,
      holders: this.#holders,
      closing: this.#closing.signal,
    };
  }

  /** Closing waits for it. */
  #track<T>(running: Promise<T>): Promise<T> {
    this.#running.set(running, true);
    const over = (): void => void this.#running.delete(running);
    running.then(over, over);
    return running;
  }

  run(request: CallRequest, dispatch: Dispatcher, options?: RunOptions): Promise<FinishedCall | StoppedCall> {
    return this.#open(() => runCall(this.#run, request, dispatch, options));
  }

  waitFor(
    held: PendingCall,
    request: CallRequest,
    options: WaitOptions,
  ): Promise<Dispatchable | PendingCall | StoppedCall | DispatchedCall> {
    return this.#open(() => waitForCall(this.#run, held, request, options));
  }

  send(dispatchable: Dispatchable, dispatch: Dispatcher, options?: RunOptions): Promise<FinishedCall> {
    // what was begun is sent even if the gate closes meanwhile: it is out already
    return this.#guarded(() => sendCall(this.#parts, dispatchable, dispatch, options));
  }

  async refused({ principal, code, message }: MessageRefusal): Promise<void> {
    await this.#guarded(() =>
      this.#parts.store.transact((tx) =>
        tx.append({
          event: 'blocked',
          outcome: 'denied',
          principal,
          tool: '',
          call: null,
          detail: { arrows: ['received', 'blocked'], code, message },
        }),
      ),
    );
  }

  async redefined(server: string): Promise<void> {
    await this.#guarded(() => this.#voiding.ofRedefined(server));
  }

  async tell({ code, message, onceAnHour }: OperatorNotice): Promise<void> {
    const alert = await this.#guarded(() =>
      this.#parts.store.transact((tx) =>
        addAlert(tx, {
          code,
          message,
          call: null,
          to: ['operator'],
          now: tx.now(),
          ...(onceAnHour === undefined ? {} : { onceAnHour }),
        }),
      ),
    );
    if (alert !== undefined) this.#parts.events.emit({ type: 'alert', alert });
  }

  async acted(act: OperatorAction): Promise<void> {
    await this.#guarded(() => this.#parts.store.transact((tx) => recordOperatorAction(tx, act)));
  }

  async evaluated(evaluations: readonly AccessEvaluation[]): Promise<void> {
    await this.#guarded(() => this.#parts.store.transact((tx) => recordAccessEvaluations(tx, evaluations)));
  }

  async activated(activation: PolicyActivation): Promise<void> {
    const { store, keys } = this.#parts;
    await this.#guarded(() => store.transact((tx) => recordPolicyActivation(tx, keys, activation)));
  }

  async rerouted(rerouted: Reroute): Promise<void> {
    await this.#guarded(() => this.#parts.store.transact((tx) => recordReroute(tx, rerouted)));
  }

  report(request: CallRequest, answer: UpstreamResponse): Promise<FinishedCall | StoppedCall> {
    return this.#open(() => reportCall(this.#parts, request, answer));
  }

  hear(context: ContextName, said: Parameters<Gate['hear']>[1]): Promise<void> {
    return this.#guarded(() => recordUserMessage(this.#parts, context, said));
  }

  hearAgent(context: ContextName, text: string): Promise<void> {
    return this.#guarded(() => recordAgentMessage(this.#parts, context, text));
  }

  seenAgain(context: ContextName, what: RepeatedResult): Promise<void> {
    return this.#guarded(() => recordRepeatedResult(this.#parts, context, what));
  }

  endTask(context: ContextName): Promise<void> {
    return this.#guarded(async () => {
      await this.#voiding.ofTask(contextKey(context));
      await endTask(this.#parts, context);
    });
  }

  async endContext(context: ContextName): Promise<void> {
    await this.#guarded(async () => {
      await this.#voiding.ofSession(contextKey(context));
      await dropContext(this.#parts, context);
    });
  }

  joinContexts(from: ContextName, into: ContextName): Promise<void> {
    return this.#guarded(() => joinContexts(this.#parts, from, into));
  }

  listed(context: ContextName, servers: readonly string[]): Promise<void> {
    return this.#guarded(() => recordListedServers(this.#parts, context, servers));
  }

  enterHost(principal: string, hosts: HostProcesses): Promise<string> {
    return this.#guarded(() => enterHost(this.#parts, principal, hosts));
  }

  contextsNamed(principal: string, start: string): Promise<readonly string[]> {
    return this.#guarded(() => listContexts(this.#parts, principal, start));
  }

  joinHost(context: ContextName, hosts: HostProcesses): Promise<void> {
    return this.#guarded(() => joinHostProcess(this.#parts, context, hosts));
  }

  async session(context: ContextName): Promise<Session> {
    const { labelAgeMs } = this.#parts.limits;
    return await this.#guarded(() =>
      this.#parts.store.transact(async (tx) => {
        const contexts = await loadContexts(tx, context);
        return getContextSession(
          contexts,
          context,
          labelAgeMs === null ? undefined : { now: tx.now(), age: labelAgeMs },
        );
      }),
    );
  }

  async usePolicy(policy: Policy): Promise<void> {
    const engine = checkedEngine(policy);
    await this.#guarded(() => this.#keepPolicy('policy', policy));
    this.#engine = engine;
  }

  keepPolicy(policy: Policy): Promise<void> {
    return this.#guarded(() => this.#keepPolicy('policy', policy));
  }

  adoptPolicy(policy: Policy): Promise<void> {
    this.#engine = checkedEngine(policy);
    return this.keepPolicy(policy);
  }

  get shadow(): Pick<ShadowPolicy, 'status' | 'flush'> | null {
    return this.#shadow.now;
  }

  async useShadow(policy: Policy | null): Promise<void> {
    const { now } = this.#shadow;
    if (now?.policy.revision === policy?.revision) return;
    const next = policy === null ? null : new ShadowPolicy(checkedEngine(policy).policy, this.#parts);
    this.#shadow.now = next;
    await now?.close();
  }

  usePeople(people: People): void {
    this.#people.now = people;
  }

  useInBand(settings: InBandSettings): void {
    this.#inBand.now = settings;
  }

  useLimits(limits: Partial<GateLimits>): void {
    this.#limits.now = limitsFrom(limits);
  }

  useChannels(channels: readonly ApprovalChannel[]): void {
    this.#channels.now = channels;
  }

  events(signal: AbortSignal): AsyncIterableIterator<GateEvent | LostEvents> {
    return this.#parts.events.iterate(signal);
  }

  onEvent(listener: (event: GateEvent) => void): () => void {
    return this.#parts.events.on(listener);
  }

  async sweep(): Promise<void> {
    await this.#guarded(() => sweepStore(this.#parts));
    await this.#signing.catchUp('due');
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stopSweep?.();
    this.#closing.abort();
    this.#asking.close();
    // what is out still wants its outcome recorded
    while (this.#running.size > 0) await Promise.allSettled(this.#running.keys());
    await this.#shadow.now?.close();
    if (this.#parts.store.broken === undefined) await this.#signing.catchUp('now');
    for (const stop of this.#stops) stop();
  }
}

/** Opens a gate. Resolves when what earlier processes left behind has been seen to. */
export const createGate = (options: GateOptions): Promise<Gate> => new StoreGate(options).open();
