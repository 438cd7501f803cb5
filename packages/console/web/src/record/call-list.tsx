import { useCallback } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../parts/button.tsx';
import { Empty } from '../parts/empty.tsx';
import { Problem } from '../parts/problem.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { useHotkeys } from '../shell/hotkeys.ts';
import { CallLine } from './call-row.tsx';
import type { FoundCalls } from './use-calls.ts';

const COLUMNS = ['When', 'Tool', 'Decided, now', 'Who', 'Why', 'Took'] as const;

const foundWords = ({ calls, more, waiting }: FoundCalls, narrowed: boolean): string => {
  if (waiting) return 'Looking…';
  const count = calls.length.toLocaleString('en');
  if (more) return `${count} calls so far, the newest first`;
  return calls.length === 1 ? '1 call' : `${count} calls${narrowed ? ' fit' : ''}`;
};

/** The calls that fit, the newest first. */
export const CallList = ({
  found,
  narrowed,
  current,
  addressOf,
}: {
  found: FoundCalls;
  narrowed: boolean;
  current: string | undefined;
  addressOf: (call: string | undefined) => string;
}) => {
  const { calls, error, waiting, readOn, more } = found;
  const [, navigate] = useLocation();
  const at = current === undefined ? -1 : calls.findIndex(({ id }) => id === current);
  const move = useCallback(
    (by: number) => {
      const next = calls[Math.min(calls.length - 1, Math.max(0, at + by))];
      if (next !== undefined) navigate(addressOf(next.id));
    },
    [calls, at, navigate, addressOf],
  );
  useHotkeys([
    { keys: 'j', does: 'The next call', run: () => move(1) },
    { keys: 'k', does: 'The call before', run: () => move(-1) },
    { keys: 'Escape', does: 'Close the call', run: () => navigate(addressOf(undefined)) },
  ]);
  return (
    <div className="record-list">
      <p className="record-found" role="status">
        {foundWords(found, narrowed)}
        {found.newer ? (
          <Button look="quiet" onClick={found.showNewer}>
            Newer calls have come: show them
          </Button>
        ) : null}
      </p>
      {error === null ? null : <Problem error={error} />}
      <div className="record-columns" aria-hidden="true">
        {COLUMNS.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      {calls.length === 0 ? (
        waiting || more ? (
          <Skeleton lines={8} />
        ) : error === null ? (
          <Empty title={narrowed ? 'No call fits' : 'No calls yet'}>
            <p>
              {narrowed
                ? 'Take a filter away, or look at another time.'
                : 'Every call that comes to the gateway stands here, with all that became of it.'}
            </p>
          </Empty>
        ) : null
      ) : (
        <VirtualList
          items={calls}
          {...(more ? { total: -1 } : {})}
          keyOf={(call) => call.id}
          render={(call) => <CallLine call={call} href={addressOf(call.id)} current={call.id === current} />}
          estimate={44}
          label="Calls"
          className={waiting ? 'record-virtual record-stale' : 'record-virtual'}
          current={at < 0 ? undefined : at}
          onNearEnd={readOn}
        />
      )}
    </div>
  );
};
