import type { Decision, Policy, Session } from '@callgate/core';
import type { UpstreamResponse, DispatchResult, FinishedCall } from './absorb/upstream-response.ts';
import type { AnchorSettings } from './audit/roll-back.ts';
import type { ApprovalChannel } from './confirm/approval-channel.ts';
import type { ApprovalService } from './confirm/approval-service.ts';
import type { PendingCall } from './confirm/pending-call.ts';
import type { InBandSettings } from './confirm/in-band.ts';
import type { People } from './confirm/people.ts';
import type { ShadowPolicy } from './decide/shadow-policy.ts';
import type { Dispatchable } from './dispatch/dispatchable.ts';
import type { Dispatcher } from './dispatch/dispatcher.ts';
import type { PlannedCall } from './dispatch/plan-call.ts';
import type { PreviewRunner } from './dispatch/preview-call.ts';
import type { DispatchedCall } from './dispatch/resume-call.ts';
import type { WaitOptions } from './dispatch/run-call.ts';
import type { RunOptions } from './dispatch/send-call.ts';
import type { Clock } from './environment/clock.ts';
import type { GateLimits } from './environment/limits.ts';
import type { LostEvents } from './events/event-stream.ts';
import type { GateEvent } from './events/gate-event.ts';
import type { HostProcesses, RepeatedResult, UserMessageInput } from './label/session-events.ts';
import type { CallRequest, ContextName } from './receive/call-request.ts';
import type { ToolCatalogue } from './receive/tool-catalogue.ts';
import type { StoppedCall } from './receive/propose-call.ts';
import type { CallPreview } from './record/call-preview.ts';
import type { FileChangeEvent } from './record/file-changes.ts';
import type { CheckpointAnchor } from './record/checkpoint-anchor.ts';
import type { StoredSituation } from './record/call-row.ts';
import type { Keys } from './record/keys.ts';
import type { AccessEvaluation } from './record/access-evaluation.ts';
import type { PolicyActivation } from './record/policy-activation.ts';
import type { OperatorAction } from './record/operator-action.ts';
import type { Reroute } from './record/reroute.ts';
import type { Store } from './store/store.ts';

export interface GateOptions {
  readonly policy: Policy;
  /** A candidate that is evaluated beside the policy, and changes nothing: `Gate.shadow` counts what it would decide otherwise. */
  readonly shadow?: Policy;
  readonly store: Store;
  readonly catalogue: ToolCatalogue;
  readonly keys: Keys;
  readonly clock?: Clock;
  /** `SINGLE_USER` where nothing is said. */
  readonly people?: People;
  /** What counts of answers over agents' own connections; `DEFAULT_IN_BAND` where nothing is said. */
  readonly inBand?: InBandSettings;
  readonly channels?: readonly ApprovalChannel[];
  readonly limits?: Partial<GateLimits>;
  /** Called before an answer over an agent's own connection is asked for, counted or used: people and settings may have changed. */
  readonly refreshSettings?: () => Promise<void>;
  /** Places outside the database that remember checkpoints. */
  readonly anchors?: readonly CheckpointAnchor[];
  /** The file that tells a record that was put back from one that has grown. */
  readonly remember?: AnchorSettings;
  /** Called at named places of a call's life; tests make it fail, wait or kill there. */
  readonly failpoint?: (name: string) => void;
}

/** What would be decided now. Nothing is recorded and nothing is raised: only `begin` and `run` let a call out. */
export interface DecisionPreview {
  readonly decision: Decision;
  readonly situation: StoredSituation;
}

/** Something the operator has to know. */
export interface OperatorNotice {
  readonly code: string;
  /** Safe to show: whatever a server wrote went through `display`. */
  readonly message: string;
  /** Said at most once an hour under this name. */
  readonly onceAnHour?: string;
}

/** A message that was refused before there was a call. */
export interface MessageRefusal {
  readonly principal: string;
  readonly code: string;
  /** Safe to show. */
  readonly message: string;
}

/** Takes calls through all steps. */
export interface Gate {
  readonly policy: Policy;
  /** What people and operators do: votes, grants, settling, declassifying. */
  readonly desk: ApprovalService;

  /** A look ahead. `anyArguments`: those given are not the ones of the call, so the tool's schema does not count. */
  decide(request: CallRequest, options?: { readonly anyArguments?: boolean }): Promise<DecisionPreview>;
  /** Puts a call before people without letting it out, whatever its outcome is, unless it is blocked. */
  hold(request: CallRequest): Promise<PendingCall | StoppedCall>;
  /**
   * Decides about calls that an agent intends, as if it made them, and asks people about those that need it. Nothing is
   * let out. An approval waits for the very same call and is used once; it is void if anything tightened until then.
   */
  plan(requests: readonly CallRequest[]): Promise<readonly PlannedCall[]>;
  /**
   * Decides, and lets the call out if it may: intent durable, labels raised. The caller must `settle` the `Dispatchable`.
   * `isPreviewed`: people are asked once `preview` ended.
   */
  begin(
    request: CallRequest,
    options?: { readonly isPreviewed?: boolean },
  ): Promise<Dispatchable | PendingCall | StoppedCall>;
  /**
   * Runs a call that waits for people where nothing of it lasts, and puts what it would change before them. What they
   * approve is bound to that. Undefined where there is nothing to look at, or a person decided meanwhile.
   */
  preview(
    held: PendingCall,
    request: CallRequest,
    run: PreviewRunner,
    signal?: AbortSignal,
  ): Promise<CallPreview | undefined>;
  /** Comes back for a held call, with the very same call. It is decided again; the stricter of then and now counts. */
  resume(
    ticket: string,
    request: CallRequest,
  ): Promise<Dispatchable | PendingCall | StoppedCall | DispatchedCall>;
  /** Waits for a held call and lets it out when it may leave. */
  waitFor(
    held: PendingCall,
    request: CallRequest,
    options: WaitOptions,
  ): Promise<Dispatchable | PendingCall | StoppedCall | DispatchedCall>;
  /** Takes a call that was begun the rest of the way: sends, absorbs, records. */
  send(dispatchable: Dispatchable, dispatch: Dispatcher, options?: RunOptions): Promise<FinishedCall>;
  /**
   * For hosts that run tools themselves: another attempt of a call that got no answer, decided again, after a pause.
   * Undefined where the policy orders none; then settle the one before. Settle only the last attempt.
   */
  retry(dispatchable: Dispatchable, signal?: AbortSignal): Promise<Dispatchable | undefined>;
  /** The requester no longer wants it. False if it is out or over. */
  withdraw(ticket: string, reason: string): Promise<boolean>;
  /**
   * Says what came of a call that was begun. Resolves when that is durable; only then is the answer released. A store that
   * is busy or full is asked again for a while; if it stays so, this throws, the answer is withheld and the sweep writes
   * that nobody knows what came of it.
   */
  settle(dispatchable: Dispatchable, told: DispatchResult): Promise<FinishedCall>;
  /** All of it: decides, holds and waits, dispatches, absorbs, records. */
  run(request: CallRequest, dispatch: Dispatcher, options?: RunOptions): Promise<FinishedCall | StoppedCall>;
  /** A host ran a tool where no gate stood: it is recorded and raises labels, whatever would have been decided. */
  report(request: CallRequest, answer: UpstreamResponse): Promise<FinishedCall | StoppedCall>;

  /** The person said something. */
  hear(context: ContextName, said: UserMessageInput): Promise<void>;
  /** The agent wrote to the person, who may say yes to what it proposes. */
  hearAgent(context: ContextName, text: string): Promise<void>;
  /** What a call returned earlier is seen once more, perhaps in another context or after its labels were taken away. */
  seenAgain(context: ContextName, what: RepeatedResult): Promise<void>;
  endTask(context: ContextName): Promise<void>;
  endContext(context: ContextName): Promise<void>;
  /** Two contexts turned out to be one agent's: what the first has touched, the second has. */
  joinContexts(from: ContextName, into: ContextName): Promise<void>;
  /** Texts of untrusted servers were put before the model: what the client declares proves nothing in this context. */
  listed(context: ContextName, servers: readonly string[]): Promise<void>;
  /** The context that all processes of one host share: the outermost of these that is known, otherwise the first. */
  enterHost(principal: string, hosts: HostProcesses): Promise<string>;
  /** Contexts of a principal whose names begin so. */
  contextsNamed(principal: string, start: string): Promise<readonly string[]>;
  /** A session that hooks named runs in this host process: what either touches counts for the other. */
  joinHost(context: ContextName, hosts: HostProcesses): Promise<void>;
  session(context: ContextName): Promise<Session>;

  /** Something that was not even a call was refused: it leaves a row. */
  refused(what: MessageRefusal): Promise<void>;
  /** Tools of this server are defined otherwise now: what was approved or granted for the old definitions is over for good. */
  redefined(server: string): Promise<void>;
  /** Tells the operator. */
  tell(notice: OperatorNotice): Promise<void>;
  /** Leaves a row of what an operator decided. Resolves when it is durable. */
  acted(act: OperatorAction): Promise<void>;
  /** Leaves a row of file changes of a call that were committed, discarded or undone. Resolves when it is durable. */
  filesChanged(event: FileChangeEvent): Promise<void>;
  /** Leaves a row of a model that was recommended in place of the host's own. Resolves when it is durable. */
  rerouted(rerouted: Reroute): Promise<void>;
  /** Leaves a row of each answer to another program that lets calls out by itself. Resolves when they are durable. */
  evaluated(evaluations: readonly AccessEvaluation[]): Promise<void>;
  /** Leaves a signed row of a policy that a person put in force. Resolves when it is durable. */
  activated(activation: PolicyActivation): Promise<void>;
  /** From now on judged by another policy. What was approved under the old one is void. */
  usePolicy(policy: Policy): Promise<void>;
  /** Keeps the text of a policy that others decide by as soon as they hear of it. */
  keepPolicy(policy: Policy): Promise<void>;
  /**
   * The same as `usePolicy` for a policy that counts already because it was put in force elsewhere: the next decision is made by it.
   * Resolves when that is recorded. Throws at once where it may not be used.
   */
  adoptPolicy(policy: Policy): Promise<void>;
  /** The candidate that is evaluated beside the policy; null where none is. `flush` writes what it counted into the audit log. */
  readonly shadow: Pick<ShadowPolicy, 'status' | 'flush'> | null;
  /** From now on this candidate is evaluated beside the policy; null ends it. Throws POLICY_CANARY as `usePolicy` does. */
  useShadow(policy: Policy | null): Promise<void>;
  /** Replaces the people who are asked. Earlier votes of people who may no longer approve do not count. */
  usePeople(people: People): void;
  /** From now on answers over agents' own connections count by other settings. */
  useInBand(settings: InBandSettings): void;
  /** From now on by these limits, the defaults for those left out. A call that waits already keeps its expiry. */
  useLimits(limits: Partial<GateLimits>): void;
  /** From now on new questions go out over these. */
  useChannels(channels: readonly ApprovalChannel[]): void;
  /** What happens, as it happens. The function it returns ends that. */
  onEvent(listener: (event: GateEvent) => void): () => void;
  /** The same as a stream, until `signal` is aborted. A reader that falls behind loses the oldest, and reads how many. */
  events(signal: AbortSignal): AsyncIterableIterator<GateEvent | LostEvents>;
  /** Sees to what is overdue and to what dead processes left behind. Called by itself from time to time. */
  sweep(): Promise<void>;
  /** Withdraws calls that wait here unless their caller can come back, waits for calls in flight, closes nothing but itself. */
  close(): Promise<void>;
}
