import { formatCount } from '@callgate/messages/text/count';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

export interface Tab<I extends string> {
  readonly id: I;
  readonly name: string;
  /** Shown beside the name where it is not 0. */
  readonly count?: number | undefined;
}

const STEPS: Readonly<Record<string, (at: number, of: number) => number>> = {
  ArrowRight: (at, of) => (at + 1) % of,
  ArrowLeft: (at, of) => (at + of - 1) % of,
  Home: () => 0,
  End: (_, of) => of - 1,
};

/** Tabs, and the panel of the one that is chosen as children. Arrow keys move between them. */
export const Tabs = <I extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: {
  label: string;
  tabs: readonly Tab<I>[];
  value: I;
  onChange: (id: I) => void;
  children?: ReactNode;
}) => {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const at = tabs.findIndex((tab) => tab.id === value);
    const next = STEPS[event.key]?.(at, tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (tab === undefined) return;
    event.preventDefault();
    onChange(tab.id);
    list.current?.querySelectorAll<HTMLButtonElement>('[role=tab]')[next ?? 0]?.focus();
  };
  return (
    <div className="tabs">
      <div ref={list} className="tabs-list" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === value ? 0 : -1}
            className="tabs-tab"
            onClick={() => onChange(tab.id)}
          >
            {tab.name}
            {tab.count === undefined || tab.count === 0 ? null : (
              <span className="tabs-count">{formatCount(tab.count)}</span>
            )}
          </button>
        ))}
      </div>
      <div className="tabs-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </div>
  );
};
