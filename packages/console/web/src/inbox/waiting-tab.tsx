import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { formatInteger } from '../parts/format-count.ts';
import { Button } from '../parts/form.tsx';
import { EmptyState, Loading } from '../parts/page.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { readApi } from '../shell/api.ts';
import { useHotkeys } from '../shell/hotkeys.ts';
import { usePages } from '../shell/use-api.ts';
import { useMedia } from '../shell/use-media.ts';
import { CallCard } from './call-card.tsx';
import { InboxFilterBar } from './inbox-filter-bar.tsx';
import { ApproveGroup, RefuseGroup } from './group-vote.tsx';
import { InboxRow } from './inbox-row.tsx';
import type { InboxListFilter, InboxListItem } from './inbox-types.ts';

const FIRST = 100;
const MORE = 500;

type VoteVerdict = 'approve' | 'refuse';

const SelectionBar = ({
  chosen,
  onGroup,
  onClear,
}: {
  chosen: readonly InboxListItem[];
  onGroup: (verdict: VoteVerdict) => void;
  onClear: () => void;
}) => {
  const sameTool = new Set(chosen.map(({ alike }) => alike)).size === 1;
  const because = sameTool
    ? (chosen.find(({ notTogether }) => notTogether !== null)?.notTogether ?? null)
    : 'they are not all calls of the same tool';
  return (
    <div className="inbox-selected" role="group" aria-label="Selected calls">
      <p>
        <strong>{formatInteger(chosen.length)}</strong> selected
      </p>
      <Button look="refuse" onClick={() => onGroup('refuse')}>
        Refuse all
      </Button>
      <Button disabled={because !== null} onClick={() => onGroup('approve')}>
        Approve all
      </Button>
      <Button look="quiet" hotkey="u" onClick={onClear}>
        Clear
      </Button>
      {because === null ? null : (
        <p className="inbox-selected-why">Not to be approved together: {because}.</p>
      )}
    </div>
  );
};

/** What waits at the left, the most urgent first; the call that is looked at on the right. */
export const WaitingTab = ({ call }: { call: string | undefined }) => {
  const [filter, setFilter] = useState<InboxListFilter>({});
  const [asking, setAsking] = useState<VoteVerdict>();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [, go] = useLocation();
  const wide = useMedia('(width >= 60rem)');
  const {
    items: rows,
    last,
    query,
    readOn,
  } = usePages(['inbox.list', 'pages', filter], (from, signal) =>
    readApi('inbox.list', { limit: from.after === undefined ? FIRST : MORE, filter, ...from }, signal),
  );
  const fitting = last?.fitting ?? 0;
  const at = useMemo(() => rows.findIndex((row) => row.id === call), [rows, call]);

  const open = (row: InboxListItem | undefined, replace = true): void => {
    if (row !== undefined) go(`/inbox/${encodeURIComponent(row.id)}`, { replace });
  };
  // the place in the list is kept when the call itself has left it
  const [place, setPlace] = useState(0);
  useEffect(() => {
    if (at >= 0) setPlace(at);
  }, [at]);
  const [first] = rows;
  useEffect(() => {
    if (wide && call === undefined && first !== undefined)
      go(`/inbox/${encodeURIComponent(first.id)}`, { replace: true });
  }, [wide, call, first, go]);

  const step = (by: 1 | -1): void => {
    const from = at >= 0 ? at + by : by === 1 ? place : place - 1;
    open(rows[Math.min(rows.length - 1, Math.max(0, from))]);
  };
  const done = (): void => {
    const following = rows.filter((row) => row.id !== call);
    if (wide) open(following[Math.min(place, following.length - 1)]);
    else go('/inbox');
  };
  const select = (id: string, on: boolean): void =>
    setPicked((before) => new Set(on ? [...before, id] : [...before].filter((each) => each !== id)));
  const clear = (): void => setPicked(new Set());
  useHotkeys([
    { keys: 'j', does: 'Next call', repeats: true, run: () => step(1) },
    { keys: 'k', does: 'Call before', repeats: true, run: () => step(-1) },
    { keys: 'Enter', does: 'Open the call', run: () => open(rows[place], false) },
    {
      keys: 'x',
      does: 'Select or unselect',
      run: () => (call === undefined ? undefined : select(call, !picked.has(call))),
    },
    { keys: 'u', does: 'Clear the selection', run: clear },
  ]);
  const chosen = rows.filter((row) => picked.has(row.id));
  const group = {
    rows: chosen,
    onClose: () => setAsking(undefined),
    onDone: () => {
      setAsking(undefined);
      clear();
    },
  };
  return (
    <div className={call === undefined ? 'inbox-split' : 'inbox-split inbox-has-call'}>
      <div className="inbox-list">
        <InboxFilterBar filter={filter} onFilter={setFilter} />
        {rows.length > 0 ? (
          <>
            <div className="inbox-bar">
              <p className="inbox-count" role="status">
                {formatInteger(fitting)} {fitting === 1 ? 'call waits' : 'calls wait'}
              </p>
              <Button look="quiet" onClick={() => setPicked(new Set(rows.map((row) => row.id)))}>
                Select {rows.length < fitting ? `the first ${formatInteger(rows.length)}` : 'all'}
              </Button>
            </div>
            {picked.size > 0 ? <SelectionBar chosen={chosen} onGroup={setAsking} onClear={clear} /> : null}
            <VirtualList
              className="inbox-virtual"
              items={rows}
              total={fitting}
              keyOf={(row) => row.id}
              render={(row) => (
                <InboxRow row={row} here={row.id === call} selected={picked.has(row.id)} onSelect={select} />
              )}
              estimate={92}
              label="Calls that wait"
              current={at >= 0 ? at : undefined}
              onNearEnd={readOn}
            />
          </>
        ) : query.isPending || query.error !== null ? (
          <Loading error={query.error} lines={9} />
        ) : Object.keys(filter).length > 0 ? (
          <EmptyState title="Nothing that waits fits" />
        ) : (
          <EmptyState
            title="Nothing waits"
            text="Calls that need a person appear here by themselves, and the title of this window counts them."
          />
        )}
      </div>
      {call === undefined ? (
        <div className="inbox-pane inbox-pane-none">
          {rows.length === 0 ? null : <EmptyState title="Pick a call to see all of it" />}
        </div>
      ) : (
        <CallCard call={call} onDone={done} onAlike={(alike) => setFilter({ alike })} />
      )}
      {asking === 'refuse' ? <RefuseGroup {...group} /> : null}
      {asking === 'approve' ? <ApproveGroup {...group} /> : null}
    </div>
  );
};
