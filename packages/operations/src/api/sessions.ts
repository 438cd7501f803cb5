import type { Labels, Outcome } from '@callgate/core';
import type { LabelName, Origin, LabelStrength, UserMessageVia } from '@callgate/core/label';
import type { CallKind } from '@callgate/core/receive';
import type { ArgumentRole } from '@callgate/core/vocabulary';
import type { CallState, WaitReason } from '@callgate/gate/record';
import type { ChangeEndpoint, ReadEndpoint } from './operation.ts';

/** One session in the list. */
export interface SessionItem {
  /** Its key. Addresses of pages name one of its calls instead. */
  readonly session: string;
  readonly principal: string;
  readonly context: string;
  readonly authenticated: boolean;
  readonly first: number;
  readonly last: number;
  readonly lastCall: string;
  readonly waiting: number;
  readonly counts: {
    readonly calls: number;
    /** There are more, which were not counted. */
    readonly more: boolean;
    readonly states: Readonly<Record<string, number>>;
    readonly outcomes: Readonly<Record<string, number>>;
  };
  /** null: the context is over, and its labels with it. */
  readonly labels: Labels | null;
}

/** One call of the story: a mark in the picture. */
export interface SessionCall {
  readonly id: string;
  readonly kind: CallKind;
  readonly server: string;
  readonly target: string;
  readonly state: CallState;
  readonly outcome: Outcome;
  /** false: the policy only observed. */
  readonly enforced: boolean;
  readonly waiting: WaitReason | null;
  readonly at: number;
  readonly dispatchedAt: number | null;
  readonly endedAt: number | null;
  /** What it was judged on. */
  readonly labels: Labels;
  /** What it may have touched itself. */
  readonly raises: Labels;
  readonly outward: LabelStrength;
  readonly destroys: boolean;
  readonly agentic: boolean;
  readonly ai: boolean;
  /** Private data and untrusted content had been seen, and it leads out to a place nobody proved. */
  readonly trifecta: boolean;
  readonly rules: readonly string[];
  /** In words, the deciding ones first. */
  readonly reasons: readonly string[];
  readonly fault: { readonly code: string; readonly message: string } | null;
}

/** A label changed. Steps of one label are in the order of time. */
export interface LabelStep {
  readonly label: LabelName;
  readonly at: number;
  readonly strength: LabelStrength;
  /** The call that raised it, as far as that is known. */
  readonly call: string | null;
  /** `elsewhere`: by no call here, but in another context of the same principal, through a store, or earlier. */
  readonly why: 'call' | 'elsewhere' | 'declassified' | 'aged';
}

export type TrifectaLegName = 'private' | 'untrusted' | 'out';

/** One leg of the lethal trifecta, and when it lit up. */
export interface TrifectaLeg {
  readonly leg: TrifectaLegName;
  readonly strength: LabelStrength;
  readonly at: number | null;
  readonly call: string | null;
}

/** Where a value came from. */
export type ValueFlowSource =
  | { readonly kind: 'call'; readonly call: string; readonly path: readonly (string | number)[] }
  /** An index into `words`. */
  | { readonly kind: 'words'; readonly words: number }
  | { readonly kind: 'nowhere' };

/** A value on its way from where it was first seen to an argument of a call. */
export interface ValueFlow {
  readonly from: ValueFlowSource;
  readonly to: string;
  readonly path: readonly (string | number)[];
  readonly role: ArgumentRole | null;
  readonly origin: Origin;
  /** The value or the head of it; null where it is secret. */
  readonly text: string | null;
  /** Nothing vouches for it. */
  readonly unproven: boolean;
  /** false: worked out now, from what the session still knows. */
  readonly recorded: boolean;
}

/** Something the person said, or another said in their name. */
export interface UserMessageView {
  /** null: the record does not tell any more. */
  readonly at: number | null;
  readonly via: UserMessageVia;
  /** null where only its digest is kept. */
  readonly text: string | null;
  readonly characters: number;
  /** null: it counts. Otherwise why it proves nothing. */
  readonly why: string | null;
}

/** Something else that happened in the session. */
export interface SessionHistoryEvent {
  readonly at: number;
  readonly event: 'declassified' | 'task-ended' | 'context-ended' | 'joined';
  /** Or a label of one's own. */
  readonly label: string | null;
  readonly by: string | null;
  readonly reason: string | null;
}

export interface SessionHistory {
  readonly summary: SessionItem;
  /** In order; the newest that fit. */
  readonly calls: readonly SessionCall[];
  /** Where the calls before these start; null where there are none. */
  readonly earlier: string | null;
  readonly steps: readonly LabelStep[];
  readonly legs: readonly TrifectaLeg[];
  /** The first call at which all three legs came together. */
  readonly met: string | null;
  readonly flows: readonly ValueFlow[];
  readonly words: readonly UserMessageView[];
  readonly events: readonly SessionHistoryEvent[];
  /** What is not known any more, in words. */
  readonly gaps: readonly string[];
}

/** What was written into a store by sessions that had touched something. */
export interface StoreItem {
  readonly store: string;
  readonly labels: Labels;
}

/** One label of a session by its key or a call of it, of a store, or of a context. */
export type DeclassifyParams = { readonly label: string; readonly reason: string } & (
  | { readonly session: string }
  | { readonly store: string }
  | { readonly principal: string; readonly context: string; readonly authenticated: boolean }
);

export interface SessionsApi {
  readonly 'sessions.list': ReadEndpoint<
    {
      readonly limit: number;
      readonly after?: string;
      readonly principal?: string;
      readonly label?: LabelName;
      readonly text?: string;
    },
    { readonly items: readonly SessionItem[]; readonly next: string | null }
  >;
  /** By the key of a session or the id of any of its calls. */
  readonly 'sessions.show': ReadEndpoint<
    { readonly session: string; readonly after?: string },
    SessionHistory
  >;
  readonly 'sessions.stores': ReadEndpoint<
    { readonly after?: string },
    { readonly items: readonly StoreItem[]; readonly next: string | null }
  >;
  /** LABEL_CHANGED where it does not have the label. */
  readonly 'sessions.declassify': ChangeEndpoint<DeclassifyParams, null>;
}
