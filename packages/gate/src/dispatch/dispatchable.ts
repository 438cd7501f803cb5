import type { Decision, JsonObject } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import type { SandboxContract } from '@callgate/core/disclose';
import type { Call, CallKind } from '@callgate/core/receive';
import { digestCanonical } from '@callgate/core/receive';
import { dispatchErrors } from '@callgate/messages/errors/dispatch';

export interface DispatchableParts {
  readonly call: Call;
  readonly attempt: number;
  readonly decision: Decision;
  /** How long it may take. */
  readonly timeoutMs: number;
  /** Digest of the definition it was judged on, and whether the tool was quarantined then. */
  readonly definition: string;
  readonly quarantined: boolean;
  readonly contract: SandboxContract;
  /** Digest of file changes that people approved: they are committed, and nothing is sent. Null for all other calls. */
  readonly changes: string | null;
  /** Nobody approved it: it may only run where nothing of it lasts. */
  readonly isPreview: boolean;
  /** People were told that there is no preview of it. */
  readonly hasPreviewProblem: boolean;
  /** Throws where it may not leave after all. Asked in the moment in which it leaves. */
  readonly beforeLeaving: () => void;
}

let making = false;

/**
 * A call that may leave: decided, its intent durable, the labels raised. Only the gate makes one, a dispatcher accepts
 * nothing else, and what is in it can be taken out once.
 */
export class Dispatchable {
  readonly state = 'dispatching';
  readonly call: string;
  readonly attempt: number;
  readonly kind: CallKind;
  readonly server: string;
  readonly target: string;
  readonly principal: string;
  readonly context: string;
  readonly argumentsDigest: string;
  /** Digest of the definition it was judged on: a server that defines it otherwise now is not called. */
  readonly definition: string;
  readonly quarantined: boolean;
  /** What a sandbox had to enforce for the decision: only a place that enforces it may run the call. */
  readonly contract: SandboxContract;
  readonly changes: string | null;
  readonly isPreview: boolean;
  readonly hasPreviewProblem: boolean;
  readonly decision: Decision;
  readonly timeoutMs: number;
  readonly progress: boolean;
  /** Heavy on the system: what it uses is watched. */
  readonly heavy: boolean;
  readonly #text: string;
  readonly #arguments: JsonObject;
  readonly #beforeLeaving: () => void;
  #taken = false;
  #isOver = false;

  constructor({ call, attempt, decision, timeoutMs, ...parts }: DispatchableParts) {
    if (!making) throw new CallgateError(dispatchErrors.forged());
    this.call = call.id;
    this.attempt = attempt;
    this.kind = call.kind;
    this.server = call.server;
    this.target = call.target;
    this.principal = call.principal.subject;
    this.context = call.context;
    this.argumentsDigest = call.argumentsDigest;
    this.definition = parts.definition;
    this.quarantined = parts.quarantined;
    this.contract = parts.contract;
    this.changes = parts.changes;
    this.isPreview = parts.isPreview;
    this.hasPreviewProblem = parts.hasPreviewProblem;
    this.timeoutMs = timeoutMs;
    this.decision = decision;
    this.progress = decision.obligations.progress;
    this.heavy = decision.beliefs['resourceIntensive']?.value === 'yes';
    this.#text = call.canonicalArguments;
    this.#arguments = call.arguments;
    this.#beforeLeaving = parts.beforeLeaving;
    Object.freeze(this);
  }

  /** Whether the gate made it: only what its constructor made has its private parts. */
  static isMade(value: unknown): value is Dispatchable {
    return typeof value === 'object' && value !== null && #taken in value;
  }

  static close(dispatchable: Dispatchable): void {
    dispatchable.#isOver = true;
  }

  /** What was judged, byte for byte, once. A second time there is nothing to send. */
  take(): Pick<Call, 'canonicalArguments' | 'arguments'> {
    if (this.changes !== null) throw new CallgateError(dispatchErrors.alreadyRan({ call: this.call }));
    this.#leave();
    return { canonicalArguments: this.#text, arguments: this.#arguments };
  }

  /** The approved file changes, once, in place of what was judged. */
  takeChanges(): string {
    if (this.changes === null) throw new CallgateError(dispatchErrors.changed());
    this.#leave();
    return this.changes;
  }

  #leave(): void {
    if (this.#taken)
      throw new CallgateError(dispatchErrors.sentTwice({ call: this.call, attempt: this.attempt }));
    if (this.#isOver) throw new CallgateError(dispatchErrors.over({ call: this.call }));
    this.#beforeLeaving();
    this.#taken = true;
    if (digestCanonical('call-arguments', this.#text) !== this.argumentsDigest)
      throw new CallgateError(dispatchErrors.changed());
  }
}

/** For the gate alone; an architecture test sees to it. */
export const makeDispatchable = (parts: DispatchableParts): Dispatchable => {
  making = true;
  try {
    return new Dispatchable(parts);
  } finally {
    making = false;
  }
};

/** Its outcome is being recorded: what has not left by now does not leave. */
export const closeDispatchable = (dispatchable: Dispatchable): void => Dispatchable.close(dispatchable);

export const isDispatchable = (value: unknown): value is Dispatchable => Dispatchable.isMade(value);
