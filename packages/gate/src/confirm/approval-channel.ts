import type { Decision, JsonObject, Labels } from '@callgate/core';
import type { Origins, UnprovenValue } from '@callgate/core/label';
import type { CallKind } from '@callgate/core/receive';
import type { VoteReason } from '@callgate/messages/approval';
import type { CallPreview } from '../record/call-preview.ts';
import type { VoteVia } from '../record/vote.ts';
import type { AllowChoice, AllowOffer } from './allow-offers.ts';

/** What a person is asked. Texts are raw: a channel that shows them uses `display`. */
export interface ApprovalRequest {
  readonly call: string;
  readonly principal: string;
  /** The rest of the chain of delegation, nearest first: everybody else whose call it is. Empty where there is none. */
  readonly delegation: readonly string[];
  /** What the client calls itself, which proves nothing; null where that is not known. */
  readonly client: string | null;
  /** What the user had asked for last when the call was made, as a host heard it; null where that is not known. */
  readonly userMessage: string | null;
  /** A host heard it, and it is no longer stored. */
  readonly isUserMessageGone: boolean;
  readonly context: string;
  readonly kind: CallKind;
  readonly server: string;
  readonly target: string;
  readonly definition: string;
  /** The whole arguments, secrets too: who decides sees what is decided about. */
  readonly arguments: JsonObject;
  readonly argumentsDigest: string;
  /**
   * Where the arguments stand that say where it goes, how and what is acted on, in this order, those that the tool does
   * not declare last; empty where that is not known.
   */
  readonly decisive: readonly UnprovenValue['path'][];
  /** Names of arguments that the tool does not declare; absent where there are none, or where that is not known. */
  readonly undeclared?: readonly string[];
  readonly decision: Decision;
  /** The reason of the rule that asks, where the operator wrote it and no preset did. */
  readonly operatorReason: string | null;
  /** What the call would change, where it was run for that; null where it was not. */
  readonly preview: CallPreview | null;
  readonly labels: Labels;
  readonly origins: Origins;
  readonly binding: string;
  readonly askedAt: number;
  readonly expiresAt: number;
  /** Whether requesters may approve their own calls; shown where it is so. */
  readonly selfApproval: boolean;
  /** An earlier call that was the same and was dispatched, and what became of it. */
  readonly twin: { readonly call: string; readonly state: string } | null;
  /** The agent declared that it intends the call: a yes lets it make exactly this one, once, until it expires. */
  readonly planned: boolean;
  /** Why one word for several calls does not approve this one; null where it may. */
  readonly alone: VoteReason | null;
  /** How far a yes may reach, the narrowest first; only what can be given. */
  readonly offers: readonly AllowOffer[];
}

export interface ChannelAnswer {
  readonly verdict: 'approve' | 'refuse';
  readonly subject: string;
  readonly via: VoteVia;
  readonly opened: boolean;
  readonly reason?: string;
  /** How far a yes reaches; absent: this call. */
  readonly allow?: AllowChoice;
}

/** The reason of a channel's signal where only the gate closes: the call still waits. */
export const GATE_CLOSES: unique symbol = Symbol('the gate closes');

/** One of the calls that are asked about as one question. It is answered by itself. */
export interface GroupedRequest {
  readonly question: ApprovalRequest;
  /** Ends when this call is settled otherwise. */
  readonly signal: AbortSignal;
}

/** A way to reach people. */
export interface ApprovalChannel {
  readonly name: string;
  /**
   * Asks, and resolves with a person's word, or with null where this channel only tells people to decide elsewhere.
   * `signal` ends it when the question is settled otherwise. What it throws is an alert, never a yes.
   */
  ask(question: ApprovalRequest, signal: AbortSignal): Promise<ChannelAnswer | null>;
  /**
   * Asks about calls that came together as one question, and tells each answer as it is given. Where it is absent, each
   * call is asked about by itself.
   */
  askTogether?(
    group: readonly GroupedRequest[],
    answer: (call: string, answer: ChannelAnswer) => void,
  ): Promise<void>;
}
