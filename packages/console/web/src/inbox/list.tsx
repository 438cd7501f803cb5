import type { JSX } from 'react';
import { useCallback } from 'react';
import { Button } from '../parts/button.tsx';
import { Empty } from '../parts/empty.tsx';
import { Problem } from '../parts/problem.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { InboxRow } from './row.tsx';
import type { Selection } from './selection.ts';
import type { Row } from './types.ts';
import type { Waiting } from './use-waiting.ts';

const keyOf = ({ id }: Row): string => id;

const Selected = ({
  selection,
  rows,
  onGroup,
}: {
  readonly selection: Selection;
  readonly rows: readonly Row[];
  readonly onGroup: (verdict: 'approve' | 'refuse') => void;
}): JSX.Element => {
  const chosen = rows.filter(({ id }) => selection.has(id));
  const sameTool = new Set(chosen.map(({ alike }) => alike)).size === 1;
  const because = sameTool
    ? chosen.find(({ notTogether }) => notTogether !== null)?.notTogether
    : 'they are not all calls of the same tool';
  return (
    <div className="inbox-selected" role="group" aria-label="Selected calls">
      <p>
        <strong>{chosen.length.toLocaleString('en')}</strong> selected
      </p>
      <Button look="refuse" onClick={() => onGroup('refuse')}>
        Refuse all
      </Button>
      <Button look="plain" disabled={(because ?? null) !== null} onClick={() => onGroup('approve')}>
        Approve all
      </Button>
      <Button look="quiet" hotkey="u" onClick={selection.clear}>
        Clear
      </Button>
      {(because ?? null) === null ? null : (
        <p className="inbox-selected-why">Not to be approved together: {because}.</p>
      )}
    </div>
  );
};

/** What waits, most urgent first. */
export const InboxList = ({
  waiting,
  here,
  current,
  filtered,
  selection,
  onGroup,
}: {
  readonly waiting: Waiting;
  readonly here: string | undefined;
  readonly current: number | undefined;
  readonly filtered: boolean;
  readonly selection: Selection;
  readonly onGroup: (verdict: 'approve' | 'refuse') => void;
}): JSX.Element => {
  const { rows, fitting, more } = waiting;
  const { has, set } = selection;
  const render = useCallback(
    (row: Row) => <InboxRow row={row} here={row.id === here} selected={has(row.id)} onSelect={set} />,
    [here, has, set],
  );
  if (waiting.error !== null && rows.length === 0) return <Problem error={waiting.error} />;
  if (waiting.reading) return <Skeleton lines={9} />;
  if (rows.length === 0)
    return filtered ? (
      <Empty title="Nothing that waits fits" />
    ) : (
      <Empty title="Nothing waits">
        <p>Calls that need a person appear here by themselves, and the title of this window counts them.</p>
      </Empty>
    );
  return (
    <>
      <div className="inbox-bar">
        <p className="inbox-count" role="status">
          {fitting.toLocaleString('en')} {fitting === 1 ? 'call waits' : 'calls wait'}
        </p>
        <Button look="quiet" onClick={() => selection.all(rows.map(keyOf))}>
          Select {rows.length < fitting ? `the first ${rows.length.toLocaleString('en')}` : 'all'}
        </Button>
      </div>
      {selection.size > 0 ? <Selected selection={selection} rows={rows} onGroup={onGroup} /> : null}
      <VirtualList
        className="inbox-virtual"
        items={rows}
        total={fitting}
        keyOf={keyOf}
        render={render}
        estimate={92}
        label="Calls that wait"
        current={current}
        onNearEnd={more}
      />
    </>
  );
};
