import type { JSX } from 'react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { Empty } from '../parts/empty.tsx';
import { Problem } from '../parts/problem.tsx';
import { useHotkeys } from '../shell/hotkeys.ts';
import { useMedia } from '../shell/use-media.ts';
import { CallCard } from './call-card.tsx';
import { FilterBar } from './filter-bar.tsx';
import { GroupDialog } from './group-dialog.tsx';
import { InboxList } from './list.tsx';
import { RefuseDialog } from './refuse-dialog.tsx';
import { useSelection } from './selection.ts';
import type { Filter, Row } from './types.ts';
import { useGroupVote } from './use-group-vote.ts';
import { useWaiting } from './use-waiting.ts';

const RefuseGroup = ({
  rows,
  onDone,
  onClose,
}: {
  readonly rows: readonly Row[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}): JSX.Element => {
  const vote = useGroupVote(onDone);
  return (
    <RefuseDialog
      title={`Refuse ${rows.length.toLocaleString('en')} ${rows.length === 1 ? 'call' : 'calls'}`}
      busy={vote.busy}
      onRefuse={(reason) =>
        vote.send(
          rows.map(({ id, binding }) => ({ call: id, binding })),
          'refuse',
          reason,
        )
      }
      onClose={onClose}
    >
      {vote.error === null ? null : <Problem error={vote.error} />}
    </RefuseDialog>
  );
};

/** What waits at the left, the call that is looked at on the right. */
export const WaitingTab = ({ call }: { readonly call: string | undefined }): JSX.Element => {
  const [filter, setFilter] = useState<Filter>({});
  const [asking, setAsking] = useState<'approve' | 'refuse'>();
  const [, go] = useLocation();
  const wide = useMedia('(width >= 60rem)');
  const waiting = useWaiting(filter);
  const selection = useSelection();
  const { rows } = waiting;
  const at = useMemo(() => rows.findIndex((row) => row.id === call), [rows, call]);

  const open = useCallback(
    (row: Row | undefined, replace = true) => {
      if (row !== undefined) go(`/inbox/${encodeURIComponent(row.id)}`, { replace });
    },
    [go],
  );
  // the place in the list is kept when the call itself has left it
  const [place, setPlace] = useState(0);
  useEffect(() => {
    if (at >= 0) setPlace(at);
  }, [at]);
  const [first] = rows;
  useEffect(() => {
    if (wide && call === undefined) open(first);
  }, [wide, call, first, open]);

  const step = (by: 1 | -1): void => {
    const from = at >= 0 ? at + by : by === 1 ? place : place - 1;
    open(rows[Math.min(rows.length - 1, Math.max(0, from))]);
  };
  const done = useCallback(() => {
    const following = rows.filter((row) => row.id !== call);
    const next = following[Math.min(place, following.length - 1)];
    if (wide && next !== undefined) open(next);
    else if (!wide) go('/inbox');
  }, [rows, call, place, wide, open, go]);
  useHotkeys([
    { keys: 'j', does: 'Next call', repeats: true, run: () => step(1) },
    { keys: 'k', does: 'Call before', repeats: true, run: () => step(-1) },
    { keys: 'Enter', does: 'Open the call', run: () => open(rows[place], false) },
    {
      keys: 'x',
      does: 'Select or unselect',
      run: () => (call === undefined ? undefined : selection.toggle(call)),
    },
    { keys: 'u', does: 'Clear the selection', run: selection.clear },
  ]);
  const chosen = rows.filter((row) => selection.has(row.id));
  const finish = (): void => {
    setAsking(undefined);
    selection.clear();
  };
  return (
    <div className={call === undefined ? 'inbox-split' : 'inbox-split inbox-has-call'}>
      <div className="inbox-list">
        <FilterBar filter={filter} onFilter={setFilter} />
        <InboxList
          waiting={waiting}
          here={call}
          current={at >= 0 ? at : undefined}
          filtered={Object.keys(filter).length > 0}
          selection={selection}
          onGroup={setAsking}
        />
      </div>
      {call === undefined ? (
        <div className="inbox-pane inbox-pane-none">
          {rows.length === 0 ? null : <Empty title="Pick a call to see all of it" />}
        </div>
      ) : (
        <CallCard call={call} onDone={done} onAlike={(alike) => setFilter({ alike })} />
      )}
      {asking === 'refuse' ? (
        <RefuseGroup rows={chosen} onDone={finish} onClose={() => setAsking(undefined)} />
      ) : null}
      {asking === 'approve' ? (
        <GroupDialog rows={chosen} onDone={finish} onClose={() => setAsking(undefined)} />
      ) : null}
    </div>
  );
};
