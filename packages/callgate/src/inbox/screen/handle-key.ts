import { getConfirmationWord } from '@callgate/gate/confirm';
import { display } from '@callgate/core';
import { approvalMessages } from '@callgate/messages/approval';
import type { KeyPress } from './read-keys.ts';
import { withLongerSpan, withMoreUses, nextScope } from './next-scope.ts';
import type { ScreenEffect, OpenCall, ScreenPrompt, ScreenState } from './screen-state.ts';
import { selectedIndex } from './screen-state.ts';

/** How much fits on the screen at once, and what time it is. */
export interface ScreenContext {
  /** Lines for the list or the open call. */
  readonly room: number;
  /** Lines the open call takes at this width. */
  readonly lines: number;
  readonly now: number;
}

export interface KeyResult {
  readonly state: ScreenState;
  readonly effect?: ScreenEffect;
}

const { screen } = approvalMessages;

const IGNORE_MS = 500;
const MAX_REASON = 500;
/** Lines of the list that one call takes. */
export const ROWS_PER_CALL = 2;

const move = (state: ScreenState, by: number): KeyResult => {
  const to = Math.min(Math.max(selectedIndex(state) + by, 0), state.calls.length - 1);
  return { state: { ...state, at: state.calls[to]?.id ?? state.at, said: '' } };
};

const isStrong = ({ question }: OpenCall): boolean => question.decision.obligations.terms !== 'plain';

const scroll = (
  state: ScreenState,
  open: OpenCall,
  by: number,
  { room, lines }: ScreenContext,
): KeyResult => {
  const last = Math.max(0, lines - room);
  const top = Math.min(Math.max(open.top + by, 0), last);
  return { state: { ...state, open: { ...open, top, readToEnd: open.readToEnd || top >= last }, said: '' } };
};

const showMessage = (state: ScreenState, said: string): KeyResult => ({ state: { ...state, said } });

const startToApprove = (state: ScreenState, open: OpenCall, { now }: ScreenContext): KeyResult => {
  if (now - open.shownAt < IGNORE_MS) return { state };
  if (!open.readToEnd) return showMessage(state, screen.readFirst);
  const word = isStrong(open) ? getConfirmationWord(open.question) : undefined;
  return { state: { ...state, prompt: { asks: 'approve', typed: '', word }, said: '' } };
};

const askReason = (state: ScreenState, call: string | undefined): KeyResult =>
  call === undefined
    ? { state }
    : { state: { ...state, prompt: { asks: 'reason', typed: '', call }, said: '' } };

const withScope = (state: ScreenState, open: OpenCall, scope: OpenCall['scope']): KeyResult =>
  isStrong(open)
    ? showMessage(state, screen.onlyThisCall)
    : { state: { ...state, open: { ...open, scope }, said: '' } };

/** The end of a line that is typed: what it was for happens, or not. */
const submitPrompt = (state: ScreenState, prompt: ScreenPrompt): KeyResult => {
  const left: ScreenState = { ...state, prompt: undefined };
  if (prompt.asks === 'reason')
    return {
      state: { ...left, busy: true, said: screen.denying },
      effect: { do: 'refuse', call: prompt.call, reason: prompt.typed.trim() },
    };
  const { open } = state;
  if (open === undefined || prompt.word === undefined || prompt.typed !== prompt.word)
    return showMessage(left, screen.undecided);
  return submitApproval(left, open);
};

const submitApproval = (state: ScreenState, { question, scope }: OpenCall): KeyResult => ({
  state: { ...state, busy: true, said: screen.approving },
  effect: { do: 'approve', question, scope },
});

const editPrompt = (state: ScreenState, prompt: ScreenPrompt, key: KeyPress): KeyResult => {
  if (key.key === 'escape') return showMessage({ ...state, prompt: undefined }, screen.undecided);
  if (key.key === 'enter') return submitPrompt(state, prompt);
  if (key.key === 'backspace')
    return { state: { ...state, prompt: { ...prompt, typed: [...prompt.typed].slice(0, -1).join('') } } };
  if (key.key !== 'text') return { state };
  if (prompt.asks === 'approve' && prompt.word === undefined) {
    const left: ScreenState = { ...state, prompt: undefined };
    return /^y$/i.test(key.text) && state.open !== undefined
      ? submitApproval(left, state.open)
      : showMessage(left, screen.undecided);
  }
  return {
    state: { ...state, prompt: { ...prompt, typed: (prompt.typed + key.text).slice(0, MAX_REASON) } },
  };
};

const back = (state: ScreenState): KeyResult => ({ state: { ...state, open: undefined, said: '' } });

const handleCallKey = (
  state: ScreenState,
  open: OpenCall,
  key: KeyPress,
  around: ScreenContext,
): KeyResult => {
  const by = (lines: number): KeyResult => scroll(state, open, lines, around);
  const page = Math.max(1, around.room - 1);
  switch (key.key === 'text' ? key.text : key.key) {
    case 'j':
    case 'down':
      return by(1);
    case 'k':
    case 'up':
      return by(-1);
    case ' ':
    case 'page-down':
      return by(page);
    case 'b':
    case 'page-up':
      return by(-page);
    case 'g':
    case 'home':
      return by(-Infinity);
    case 'G':
    case 'end':
      return by(Infinity);
    case 'a':
      return startToApprove(state, open, around);
    case 'r':
      return askReason(state, open.question.call);
    case 's':
      return withScope(state, open, nextScope(open.scope, open.question.offers));
    case 'u':
      return withScope(state, open, withMoreUses(open.scope));
    case 't':
      return withScope(state, open, withLongerSpan(open.scope));
    case 'q':
    case 'escape':
    case 'left':
    case 'backspace':
      return back(state);
    default:
      return { state };
  }
};

const handleListKey = (state: ScreenState, key: KeyPress, { room }: ScreenContext): KeyResult => {
  const page = Math.max(1, Math.floor(room / ROWS_PER_CALL) - 1);
  const call = state.calls[selectedIndex(state)]?.id;
  switch (key.key === 'text' ? key.text : key.key) {
    case 'j':
    case 'down':
      return move(state, 1);
    case 'k':
    case 'up':
      return move(state, -1);
    case ' ':
    case 'page-down':
      return move(state, page);
    case 'b':
    case 'page-up':
      return move(state, -page);
    case 'g':
    case 'home':
      return move(state, -Infinity);
    case 'G':
    case 'end':
      return move(state, Infinity);
    case 'enter':
    case 'right':
    case 'a':
      // nobody approves what they have not seen
      return call === undefined
        ? { state }
        : {
            state: { ...state, busy: true, said: screen.opening({ call: display(call, { max: 80 }) }) },
            effect: { do: 'open', call },
          };
    case 'r':
      return askReason(state, call);
    case 'q':
      return { state, effect: { do: 'quit', interrupted: false } };
    default:
      return { state };
  }
};

/** What a key does. Pure: what has to be done besides comes as an effect. */
export const handleKey = (state: ScreenState, key: KeyPress, around: ScreenContext): KeyResult => {
  if (key.key === 'interrupt') return { state, effect: { do: 'quit', interrupted: true } };
  if (state.busy) return { state };
  if (state.prompt !== undefined) return editPrompt(state, state.prompt, key);
  return state.open === undefined
    ? handleListKey(state, key, around)
    : handleCallKey(state, state.open, key, around);
};
