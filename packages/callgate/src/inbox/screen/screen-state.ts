import type { ApprovalRequest } from '@callgate/gate/confirm';
import type { CallView, VoteParams } from '@callgate/operations/socket';

type ScreenGrant = NonNullable<VoteParams['grant']>;

export type VoteScope = { readonly kind: 'once' } | Exclude<ScreenGrant, { readonly kind: 'arguments' }>;

/** A call that was opened, with everything of it as text. */
export interface OpenCall {
  readonly question: ApprovalRequest;
  readonly text: string;
  /** First line on the screen. */
  readonly top: number;
  /** The end of the text was on the screen. */
  readonly readToEnd: boolean;
  readonly scope: VoteScope;
  /** When it appeared: what is typed right after was meant for something else. */
  readonly shownAt: number;
}

/** The prompt at the bottom of the screen. */
export type ScreenPrompt =
  | { readonly asks: 'reason'; readonly typed: string; readonly call: CallView['id'] }
  /** `word`: what must be typed; undefined where `y` is enough. */
  | { readonly asks: 'approve'; readonly typed: string; readonly word: string | undefined };

export interface ScreenState {
  readonly calls: readonly CallView[];
  /** All that wait, also those that are not loaded. */
  readonly waiting: number;
  /** The call the bar is on; kept by id when others come and go. */
  readonly at: string | undefined;
  readonly open: OpenCall | undefined;
  readonly prompt: ScreenPrompt | undefined;
  /** The last thing that happened, for people. */
  readonly said: string;
  /** Waiting for an answer: keys but those that leave do nothing. */
  readonly busy: boolean;
}

export const INITIAL_SCREEN_STATE: ScreenState = {
  calls: [],
  waiting: 0,
  at: undefined,
  open: undefined,
  prompt: undefined,
  said: '',
  busy: false,
};

/** What is to be done besides drawing. */
export type ScreenEffect =
  | { readonly do: 'quit'; readonly interrupted: boolean }
  | { readonly do: 'open'; readonly call: string }
  | { readonly do: 'approve'; readonly question: ApprovalRequest; readonly scope: VoteScope }
  | { readonly do: 'refuse'; readonly call: string; readonly reason: string };

/** The place of the bar in the list; 0 where the call it was on is gone. */
export const selectedIndex = ({ calls, at }: ScreenState): number =>
  Math.max(
    0,
    calls.findIndex(({ id }) => id === at),
  );

/** The list as it is now. The bar stays on its call, or takes the one that stands in its place. */
export const withCalls = (state: ScreenState, calls: readonly CallView[], waiting: number): ScreenState => {
  const place = selectedIndex(state);
  const there = calls.some(({ id }) => id === state.at);
  const at = there ? state.at : calls[Math.min(place, calls.length - 1)]?.id;
  return { ...state, calls, waiting, at };
};
