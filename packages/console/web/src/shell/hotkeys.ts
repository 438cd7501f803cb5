import { useLayoutEffect, useRef } from 'react';
import { createSignal } from '../parts/signal.ts';

/** A key, or two after one another (`g i`), and what it does. */
export interface Hotkey {
  readonly keys: string;
  /** For the list that `?` opens. */
  readonly does: string;
  readonly run: () => void;
  /** Also while the key is held down. */
  readonly repeats?: boolean;
}

const SEQUENCE_MS = 1_200;
const KEPT_AS = 'callgate-hotkeys';

const groups = new Set<{ readonly current: readonly Hotkey[] }>();
let prefix = '';
let prefixAt = 0;
const enabled = createSignal(localStorage.getItem(KEPT_AS) !== 'off');

const inText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && target.type !== 'checkbox' && target.type !== 'radio'));

/** Enter on something that can be pressed presses it. */
const ownsEnter = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('a, button, summary, input') !== null;

/** What the keys do here and now; the page's own first. */
export const activeHotkeys = (): readonly Hotkey[] =>
  [...groups].toReversed().flatMap(({ current }) => current);

const find = (keys: string): Hotkey | undefined => activeHotkeys().find((hotkey) => hotkey.keys === keys);

const onKeyDown = (event: KeyboardEvent): void => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (inText(event.target) || document.querySelector('dialog[open]') !== null) return;
  if (!enabled.get() && event.key.length === 1) return;
  if (event.key === 'Enter' && ownsEnter(event.target)) return;
  const fresh = prefix !== '' && event.timeStamp - prefixAt < SEQUENCE_MS;
  const hotkey = (fresh ? find(`${prefix} ${event.key}`) : undefined) ?? find(event.key);
  prefix = '';
  if (hotkey !== undefined) {
    event.preventDefault();
    if (!event.repeat || hotkey.repeats === true) hotkey.run();
  } else if (activeHotkeys().some(({ keys }) => keys.startsWith(`${event.key} `))) {
    prefix = event.key;
    prefixAt = event.timeStamp;
  }
};

/** Keys that work as long as the component is shown, outside of fields and dialogs. */
export const useHotkeys = (hotkeys: readonly Hotkey[]): void => {
  const group = useRef(hotkeys);
  useLayoutEffect(() => {
    group.current = hotkeys;
  });
  useLayoutEffect(() => {
    if (groups.size === 0) globalThis.addEventListener('keydown', onKeyDown);
    groups.add(group);
    return () => {
      groups.delete(group);
      if (groups.size === 0) globalThis.removeEventListener('keydown', onKeyDown);
    };
  }, []);
};

/** Keys of one letter can be in the way of those who speak to their computer. */
export const setHotkeysEnabled = (on: boolean): void => {
  enabled.set(on);
  localStorage.setItem(KEPT_AS, on ? 'on' : 'off');
};

export const useHotkeysEnabled = enabled.use;
