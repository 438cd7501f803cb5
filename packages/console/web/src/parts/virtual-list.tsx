import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';

interface VirtualListProps<T> {
  readonly items: readonly T[];
  /** How many there are in all, where `items` are only the first of them. */
  readonly total?: number;
  readonly keyOf: (item: T) => string;
  readonly render: (item: T, index: number) => ReactNode;
  /** Height of one row before it was measured, in pixels. */
  readonly estimate: number;
  /** What the list is, for those who hear it. */
  readonly label: string;
  readonly className: string;
  /** Scrolled into view when it changes. */
  readonly current?: number | undefined;
  /** The last rows are near: time for more. */
  readonly onNearEnd?: () => void;
}

/** A list of any length: only what is in sight is in the page. Its container needs a height. */
export const VirtualList = <T,>(props: VirtualListProps<T>) => {
  const { items, current, onNearEnd } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => props.estimate,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : props.keyOf(item);
    },
    overscan: 8,
  });
  const rows = virtual.getVirtualItems();
  const last = rows.at(-1)?.index ?? -1;
  useEffect(() => {
    if (items.length > 0 && last >= items.length - 12) onNearEnd?.();
  }, [last, items.length, onNearEnd]);
  useEffect(() => {
    if (current !== undefined && current >= 0) virtual.scrollToIndex(current, { align: 'auto' });
    // the virtualizer is another object with every render
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [current]);
  return (
    <div ref={scroller} className={`virtual ${props.className}`} tabIndex={-1}>
      <div
        className="virtual-all"
        role="list"
        aria-label={props.label}
        style={{ height: virtual.getTotalSize() }}
      >
        {rows.map((row) => {
          const item = items[row.index];
          return item === undefined ? null : (
            <div
              key={row.key}
              ref={virtual.measureElement}
              data-index={row.index}
              className="virtual-row"
              role="listitem"
              aria-posinset={row.index + 1}
              aria-setsize={props.total ?? items.length}
              style={{ transform: `translateY(${row.start}px)` }}
            >
              {props.render(item, row.index)}
            </div>
          );
        })}
      </div>
    </div>
  );
};
