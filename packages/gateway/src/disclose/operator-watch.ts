import type { Clock } from '@callgate/gate';
import type { OperatorBook } from './operator-file.ts';

export interface FollowOptions {
  readonly book: OperatorBook;
  readonly clock: Clock;
  /** Something else would be read now. */
  onChange(): void;
  /** Milliseconds between two looks. */
  readonly everyMs?: number;
}

/** Follows what operators say in other processes, by looking. It does not keep a process alive. Returns how to stop. */
export const followOperator = ({ book, clock, onChange, everyMs = 1000 }: FollowOptions): (() => void) => {
  let known = book.print();
  let stop: (() => void) | undefined;
  const wait = (): void => {
    stop = clock.after(
      everyMs,
      () => {
        wait();
        const now = book.print();
        if (now === known) return;
        known = now;
        onChange();
      },
      'idle',
    );
  };
  wait();
  return () => stop?.();
};
