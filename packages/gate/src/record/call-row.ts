import type { Decision, Labels, Outcome, Principal } from '@callgate/core';
import type { Origins } from '@callgate/core/label';
import type { CallKind } from '@callgate/core/receive';
import type { StoredPreview } from './call-preview.ts';

/**
 * Where a call is. `received` and `decided` are never at rest: they share a transaction with what follows, so they
 * stand in the record and not here.
 */
export const CALL_STATES = [
  'blocked',
  'held',
  'approved',
  'refused',
  'expired',
  'withdrawn',
  'dispatching',
  'done',
  'failed',
  'indeterminate',
] as const;

export type CallState = (typeof CALL_STATES)[number];

/** The arrows there are. A store refuses every other one. */
export const STATE_TRANSITIONS: Readonly<Record<CallState, readonly CallState[]>> = {
  blocked: [],
  // to itself: what it would change was looked at
  held: ['held', 'approved', 'refused', 'expired', 'withdrawn', 'dispatching'],
  approved: ['dispatching', 'refused', 'expired', 'withdrawn'],
  refused: [],
  expired: [],
  withdrawn: [],
  // to itself: another attempt
  dispatching: ['dispatching', 'done', 'failed', 'indeterminate'],
  done: [],
  failed: [],
  // a person settles it; the state stays honest
  indeterminate: ['indeterminate'],
};

/** What a held call waits for. Only `people` is a question; the others end by themselves. */
export type WaitReason = 'people' | 'hours' | 'slot';

/** A person's word on a call whose outcome nobody knows. */
export interface Settlement {
  readonly as: 'happened' | 'did-not-happen';
  readonly by: string;
  readonly reason: string;
  readonly at: number;
}

export interface CallFault {
  readonly code: string;
  readonly message: string;
}

/** What the session told the decision, as it was then. */
export interface StoredSituation {
  readonly labels: Labels;
  readonly words: boolean;
  readonly origins: Origins;
  readonly intended: boolean;
  /** What the alias of the server stood for, where that is known. */
  readonly identity?: string;
  /** What the client called itself. It proves nothing. */
  readonly client?: string;
  /** Of a call that people are asked about: digest of what the user had asked for last, as a host heard it. */
  readonly userMessage?: string;
  /** Of a call that people are asked about: the reason of the rule that asks, where no preset wrote it. */
  readonly operatorReason?: string;
  /** Of a call that people are asked about: rules that ask besides once the tool's own results have labelled the session. */
  readonly ownLabelRules?: readonly string[];
  /** The agent declared that it intends the call. It has not made it yet. */
  readonly planned?: true;
  /** What the call would change, as people are shown it. */
  readonly preview?: StoredPreview;
  /** While it waits it counts among the calls that rules count. */
  readonly counts?: true;
  /** The sessions whose calls were counted for it, where there are several. */
  readonly sessions?: readonly string[];
  /** What its tool reads and writes, where labels of one's own travel through it. */
  readonly store?: string;
  /** A rule asked only because of what other calls would have labelled by then: no grant answers it. */
  readonly asksAhead?: true;
}

/** One call as it stands now. The record has how it came there. */
export interface CallRow {
  readonly id: string;
  readonly state: CallState;
  readonly principal: Principal;
  readonly context: string;
  /** The key of the session it is judged on. */
  readonly session: string;
  readonly authenticated: boolean;
  readonly kind: CallKind;
  readonly server: string;
  readonly target: string;
  /** Digest of the tool's definition. */
  readonly definition: string;
  readonly argumentsDigest: string;
  /** Canonical arguments, with secret values encrypted (`SecretBox`). */
  readonly sealedArguments: string;
  readonly situation: StoredSituation;
  readonly decision: Decision;
  readonly policy: string;
  readonly outcome: Outcome;
  /** false: the policy only observes, and the outcome was not enforced. */
  readonly enforced: boolean;
  /** Digest of everything an approval is bound to; null where no person is asked. */
  readonly binding: string | null;
  readonly waiting: WaitReason | null;
  readonly ticket: string | null;
  /** The host's own id of the call: an id for its memory, never for ours. */
  readonly key: string | null;
  /** The requester waits in the process that holds it: if that process is gone, so is the requester. */
  readonly attached: boolean;
  /** The opener of the store that took it in or dispatches it. */
  readonly instance: string;
  /** 0 before the first dispatch. */
  readonly attempt: number;
  /** The grant that stood in for a person. */
  readonly grant: string | null;
  /** An earlier call that was the same and was dispatched. */
  readonly twin: string | null;
  readonly ai: boolean;
  readonly receivedAt: number;
  readonly heldAt: number | null;
  readonly expiresAt: number | null;
  /** When the hours it waits for open. */
  readonly opensAt: number | null;
  readonly dispatchedAt: number | null;
  readonly endedAt: number | null;
  /** The result was handed to the requester. */
  readonly released: boolean;
  readonly fault: CallFault | null;
  readonly settled: Settlement | null;
}

/** What a move may change besides the state. */
export type CallChange = Partial<
  Pick<
    CallRow,
    | 'decision'
    | 'situation'
    | 'policy'
    | 'outcome'
    | 'binding'
    | 'waiting'
    | 'key'
    | 'attached'
    | 'instance'
    | 'attempt'
    | 'grant'
    | 'heldAt'
    | 'expiresAt'
    | 'opensAt'
    | 'dispatchedAt'
    | 'endedAt'
    | 'released'
    | 'fault'
    | 'settled'
  >
>;

/** What makes two calls the same. */
export interface CallIdentity extends Pick<CallRow, 'kind' | 'server' | 'target' | 'argumentsDigest'> {
  /** Digest of the command or url behind the alias, where there is one. */
  readonly identity?: string;
}
