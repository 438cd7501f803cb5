import type { JSX } from 'react';
import { memo } from 'react';
import { Link } from 'wouter';
import { Countdown } from '../parts/countdown.tsx';
import { Labels } from '../parts/labels.tsx';
import { ToolName } from '../parts/tool-name.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { Delegation } from './delegation.tsx';
import { Marks, edgeOf } from './marks.tsx';
import type { Row } from './types.ts';

const needed = ({ approvers, terms }: Row): number =>
  Math.max(
    terms === 'strong' ? 2 : 1,
    approvers.reduce((sum, { count }) => sum + count, 0),
  );

const isLabelled = ({ labels }: Row): boolean => labels.private !== 'none' || labels.untrusted !== 'none';

/** One held call in the list. */
export const InboxRow = memo(
  ({
    row,
    here,
    selected,
    onSelect,
  }: {
    readonly row: Row;
    readonly here: boolean;
    readonly selected: boolean;
    readonly onSelect: (call: string, selected: boolean) => void;
  }): JSX.Element => (
    <div className={`inbox-row inbox-edge-${edgeOf(row.marks)}${here ? ' inbox-row-here' : ''}`}>
      <label className="inbox-pick">
        <input
          type="checkbox"
          checked={selected}
          onChange={({ target }) => onSelect(row.id, target.checked)}
        />
        <span className="hidden-words">
          Select <ToolName server={row.server} tool={row.target} />
        </span>
      </label>
      <Link
        href={`/inbox/${encodeURIComponent(row.id)}`}
        className="inbox-row-link"
        aria-current={here ? 'true' : undefined}
        data-call={row.id}
      >
        <span className="inbox-row-top">
          <ToolName server={row.server} tool={row.target} />
          <Countdown to={row.expiresAt ?? 0} />
        </span>
        <span className="inbox-row-because">
          <Untrusted className="prose" text={row.because} max={220} />
          <span className="inbox-row-who">
            {' · '}
            <Untrusted className="prose" text={row.principal} max={40} />
            {row.delegation.length === 0 ? null : (
              <>
                {' · delegation: '}
                <Delegation chain={row.delegation} max={40} />
              </>
            )}
            {row.agreed > 0 ? ` · ${row.agreed} of ${needed(row)} agreed` : ''}
            {row.twin !== null ? ' · again' : ''}
          </span>
        </span>
        {row.marks.length === 0 && !isLabelled(row) ? null : (
          <span className="inbox-row-foot">
            <Marks marks={row.marks} most={2} />
            {isLabelled(row) ? <Labels labels={row.labels} /> : null}
          </span>
        )}
      </Link>
    </div>
  ),
);
