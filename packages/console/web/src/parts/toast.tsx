import { consoleMessages } from '@callgate/messages/console';
import { Link } from 'wouter';
import { Icon } from './icon.tsx';
import { createSignal } from './signal.ts';
import { Untrusted } from './untrusted.tsx';

export interface Toast {
  readonly tone: 'good' | 'neutral' | 'warning' | 'danger';
  /** May hold words of others: it is shown through `display`. */
  readonly text: string;
  /** Where it leads. */
  readonly href?: string;
}

interface ActiveToast extends Toast {
  readonly id: number;
}

const MAX_SHOWN = 4;
const STAYS_MS: Readonly<Record<Toast['tone'], number>> = {
  good: 4_000,
  neutral: 5_000,
  warning: 12_000,
  danger: 20_000,
};

const shown = createSignal<readonly ActiveToast[]>([]);
let minted = 0;

const dismiss = (id: number): void => shown.set(shown.get().filter((one) => one.id !== id));

/** Says something in passing, without taking the focus. */
export const showToast = (what: Toast): void => {
  minted += 1;
  const id = minted;
  const others = shown.get().filter(({ text }) => text !== what.text);
  shown.set([...others, { ...what, id }].slice(-MAX_SHOWN));
  setTimeout(() => dismiss(id), STAYS_MS[what.tone]);
};

/** Says that something is done, and goes on: for `onSuccess`. */
export const toastThen = (text: string, goOn: () => void) => (): void => {
  showToast({ tone: 'good', text });
  goOn();
};

const ICONS = { good: 'check', neutral: 'info', warning: 'warning', danger: 'warning' } as const;

const ToastItem = ({ one }: { one: ActiveToast }) => (
  <div className={`toast toast-${one.tone}`}>
    <Icon name={ICONS[one.tone]} />
    {one.href === undefined ? (
      <Untrusted text={one.text} max={400} />
    ) : (
      <Link href={one.href}>
        <Untrusted text={one.text} max={400} />
      </Link>
    )}
    <button
      type="button"
      className="toast-close"
      aria-label={consoleMessages.terms.dismiss}
      onClick={() => dismiss(one.id)}
    >
      <Icon name="cross" />
    </button>
  </div>
);

export const Toasts = () => {
  const byRole = Object.groupBy(shown.use(), ({ tone }) => (tone === 'danger' ? 'alert' : 'status'));
  return (
    <div className="toasts">
      {(['alert', 'status'] as const).map((role) => (
        <div key={role} role={role}>
          {byRole[role]?.map((one) => (
            <ToastItem key={one.id} one={one} />
          ))}
        </div>
      ))}
    </div>
  );
};
