import { groupRefusalText } from '@callgate/messages/approval';
import { consoleMessages } from '@callgate/messages/console';
import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../parts/form.tsx';
import { EmptyState, Loading } from '../parts/page.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { readApi } from '../shell/api.ts';
import { useHotkeys } from '../shell/hotkeys.ts';
import { usePages } from '../shell/use-api.ts';
import { useMedia } from '../shell/use-media.ts';
import { CallPane } from './call-pane.tsx';
import { InboxFilterBar } from './inbox-filter-bar.tsx';
import { ApproveGroup, RefuseGroup } from './group-vote.tsx';
import { InboxRow } from './inbox-row.tsx';
import type { InboxListFilter, InboxListItem } from './inbox-types.ts';

const TEXT = consoleMessages.inbox.list;
const KEYS = consoleMessages.inbox.keys;

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
    : ({ code: 'otherTools' } as const);
  return (
    <div className="inbox-selected" role="group" aria-label={TEXT.selectedLabel}>
      <p>{TEXT.selected({ count: chosen.length })}</p>
      <Button look="refuse" onClick={() => onGroup('refuse')}>
        {TEXT.denyAll}
      </Button>
      <Button disabled={because !== null} onClick={() => onGroup('approve')}>
        {TEXT.approveAll}
      </Button>
      <Button look="quiet" hotkey="u" onClick={onClear}>
        {TEXT.clear}
      </Button>
      {because === null ? null : (
        <p className="inbox-selected-why">
          <Sentence parts={TEXT.notTogether({ reason: groupRefusalText(because) })} />
        </p>
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
    { keys: 'j', does: KEYS.next, repeats: true, run: () => step(1) },
    { keys: 'k', does: KEYS.previous, repeats: true, run: () => step(-1) },
    { keys: 'Enter', does: KEYS.open, run: () => open(rows[place], false) },
    {
      keys: 'x',
      does: KEYS.select,
      run: () => (call === undefined ? undefined : select(call, !picked.has(call))),
    },
    { keys: 'u', does: KEYS.clear, run: clear },
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
                {TEXT.waiting({ count: fitting })}
              </p>
              <Button look="quiet" onClick={() => setPicked(new Set(rows.map((row) => row.id)))}>
                {rows.length < fitting ? TEXT.selectFirst({ count: rows.length }) : TEXT.selectAll}
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
              label={TEXT.label}
              current={at >= 0 ? at : undefined}
              onNearEnd={readOn}
            />
          </>
        ) : query.isPending || query.error !== null ? (
          <Loading error={query.error} lines={9} />
        ) : Object.keys(filter).length > 0 ? (
          <EmptyState title={TEXT.noMatch} />
        ) : (
          <EmptyState title={TEXT.empty} text={TEXT.emptyText} />
        )}
      </div>
      {call === undefined ? (
        <div className="inbox-pane inbox-pane-none">
          {rows.length === 0 ? null : <EmptyState title={TEXT.pick} />}
        </div>
      ) : (
        <CallPane
          call={call}
          onDone={done}
          onCall={(next) => go(`/inbox/${encodeURIComponent(next)}`, { replace: true })}
          onAlike={(alike) => setFilter({ alike })}
        />
      )}
      {asking === 'refuse' ? <RefuseGroup {...group} /> : null}
      {asking === 'approve' ? <ApproveGroup {...group} /> : null}
    </div>
  );
};
