import { describe, expect, it } from 'vitest';
import type { ApprovalRequest } from '@callgate/gate/confirm';
import type { CallView } from '@callgate/operations/socket';
import type { KeyPress } from './read-keys.ts';
import { readKeys } from './read-keys.ts';
import type { KeyResult, ScreenContext } from './handle-key.ts';
import { handleKey } from './handle-key.ts';
import type { OpenCall, ScreenState } from './screen-state.ts';
import { INITIAL_SCREEN_STATE, withCalls } from './screen-state.ts';

const AROUND: ScreenContext = { room: 10, lines: 30, now: 10_000 };

const calls = (...ids: readonly string[]): readonly CallView[] => ids.map((id) => ({ id }) as CallView);

const pressed = (state: ScreenState, text: string, around = AROUND): KeyResult => {
  let all: KeyResult = { state };
  for (const key of readKeys(text)) all = handleKey(all.state, key, around);
  return all;
};

const opened = (more: Partial<OpenCall> = {}, terms = 'plain'): ScreenState => ({
  ...withCalls(INITIAL_SCREEN_STATE, calls('c1'), 1),
  open: {
    question: {
      call: 'c1',
      target: 'wipe',
      argumentsDigest: 'sha256:0',
      decision: { obligations: { terms } },
      offers: [],
    } as unknown as ApprovalRequest,
    text: '',
    top: 0,
    readToEnd: false,
    scope: { kind: 'once' },
    shownAt: 0,
    ...more,
  },
});

describe('the list', () => {
  const list = withCalls(INITIAL_SCREEN_STATE, calls('a', 'b', 'c'), 3);

  it('moves within what there is', () => {
    expect(pressed(list, 'jj').state.at).toBe('c');
    expect(pressed(list, 'jjjjk').state.at).toBe('b');
    expect(pressed(list, 'G').state.at).toBe('c');
    expect(pressed(list, 'Ggk').state.at).toBe('a');
    expect(pressed(INITIAL_SCREEN_STATE, 'j\rr').effect).toBeUndefined();
  });

  it('keeps the bar on its call when others go, and on its place when it goes itself', () => {
    const onB = pressed(list, 'j').state;
    expect(withCalls(onB, calls('b', 'c'), 2).at).toBe('b');
    expect(withCalls(onB, calls('a', 'c'), 2).at).toBe('c');
    expect(withCalls(onB, [], 0).at).toBeUndefined();
  });

  it('approves nothing that was not opened', () => {
    expect(pressed(list, 'a')).toMatchObject({ effect: { do: 'open', call: 'a' }, state: { busy: true } });
  });

  it('does nothing while something is under way, but lets go', () => {
    const busy = { ...list, busy: true };
    expect(pressed(busy, 'jra\rq')).toEqual({ state: busy });
    expect(pressed(busy, '\u0003').effect).toEqual({ do: 'quit', interrupted: true });
  });
});

describe('an open call', () => {
  it('is approved only after its end was seen, and not by what was typed before it appeared', () => {
    expect(pressed(opened(), 'ay')).toMatchObject({ state: { prompt: undefined } });
    expect(pressed(opened(), 'ay').effect).toBeUndefined();
    expect(pressed(opened({ shownAt: 9_800 }), 'Gay').effect).toBeUndefined();
    expect(pressed(opened(), 'Gay').effect).toMatchObject({ do: 'approve', scope: { kind: 'once' } });
    expect(pressed(opened(), '   ay').effect).toMatchObject({ do: 'approve' });
  });

  it('is not approved by anything but y, and on strong terms by nothing but the word', () => {
    for (const typed of ['an', 'a\r', 'a\u001B', 'a '])
      expect(pressed(opened({ readToEnd: true }), typed).effect).toBeUndefined();
    const strong = opened({ readToEnd: true }, 'strong');
    for (const typed of ['ay', 'ay\r', 'awip\r', 'awipee\r', 'a\r'])
      expect(pressed(strong, typed).effect).toBeUndefined();
    expect(pressed(strong, 'awipe\r').effect).toMatchObject({ do: 'approve' });
    expect(pressed(strong, 's').state.open?.scope).toEqual({ kind: 'once' });
  });

  it('is refused with the reason that was typed, or without one, and not when that is given up', () => {
    expect(pressed(opened(), 'rno q\u007Fway\r').effect).toEqual({
      do: 'refuse',
      call: 'c1',
      reason: 'no way',
    });
    expect(pressed(opened(), 'r\r').effect).toEqual({ do: 'refuse', call: 'c1', reason: '' });
    expect(pressed(opened(), 'rno\u001B').effect).toBeUndefined();
  });

  it('turns the scope round and round', () => {
    const scopeAfter = (keys: string) => pressed(opened(), keys).state.open?.scope;
    expect(scopeAfter('s')).toEqual({ kind: 'session', uses: 1, endsInMs: 3_600_000 });
    expect(scopeAfter('suut')).toEqual({ kind: 'session', uses: 20, endsInMs: 28_800_000 });
    expect(scopeAfter('sus')).toMatchObject({ kind: 'destination', uses: 5 });
    expect(scopeAfter('sss')).toEqual({ kind: 'once' });
    expect(scopeAfter('ut')).toEqual({ kind: 'once' });
  });

  it('scrolls within its text', () => {
    const topAfter = (keys: string) => pressed(opened(), keys).state.open?.top;
    expect([topAfter('jj'), topAfter('jk'), topAfter('k'), topAfter('G'), topAfter(' ')]).toEqual([
      2, 0, 0, 20, 9,
    ]);
    const back: KeyPress = { key: 'escape' };
    expect(handleKey(opened(), back, AROUND).state.open).toBeUndefined();
  });
});
