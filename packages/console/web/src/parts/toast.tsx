import { useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { Icon } from './icon.tsx';
import { Untrusted } from './untrusted.tsx';

export interface Toast {
  readonly tone: 'good' | 'neutral' | 'warning' | 'danger';
  /** May hold words of others: it is shown through `display`. */
  readonly text: string;
  /** Where it leads. */
  readonly href?: string;
}

interface ShownToast extends Toast {
  readonly id: number;
}

const MAX_SHOWN = 4;
const STAYS_MS: Readonly<Record<Toast['tone'], number>> = {
  good: 4_000,
  neutral: 5_000,
  warning: 12_000,
  danger: 20_000,
};

let shown: readonly ShownToast[] = [];
let minted = 0;
const watchers = new Set<() => void>();

const show = (next: readonly ShownToast[]): void => {
  shown = next;
  watchers.forEach((watcher) => watcher());
};

const dismiss = (id: number): void => show(shown.filter((one) => one.id !== id));

/** Says something in passing, without taking the focus. */
export const toast = (what: Toast): void => {
  minted += 1;
  const id = minted;
  show([...shown.filter(({ text }) => text !== what.text), { ...what, id }].slice(-MAX_SHOWN));
  setTimeout(() => dismiss(id), STAYS_MS[what.tone]);
};

const watch = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
};

const ICONS = { good: 'check', neutral: 'info', warning: 'warning', danger: 'warning' } as const;

const One = ({ one }: { one: ShownToast }) => (
  <div className={`toast toast-${one.tone}`}>
    <Icon name={ICONS[one.tone]} />
    {one.href === undefined ? (
      <Untrusted text={one.text} max={400} />
    ) : (
      <Link href={one.href}>
        <Untrusted text={one.text} max={400} />
      </Link>
    )}
    <button type="button" className="toast-close" aria-label="Dismiss" onClick={() => dismiss(one.id)}>
      <Icon name="cross" />
    </button>
  </div>
);

/** Where toasts appear; the shell has it once. */
export const Toasts = () => {
  const all = useSyncExternalStore(watch, () => shown);
  const urgent = all.filter(({ tone }) => tone === 'danger');
  const rest = all.filter(({ tone }) => tone !== 'danger');
  return (
    <div className="toasts">
      <div role="alert">
        {urgent.map((one) => (
          <One key={one.id} one={one} />
        ))}
      </div>
      <div role="status">
        {rest.map((one) => (
          <One key={one.id} one={one} />
        ))}
      </div>
    </div>
  );
};
