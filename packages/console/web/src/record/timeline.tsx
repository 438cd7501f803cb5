import type { StoryRow } from '@callgate/operations/api';
import { useState } from 'react';
import { Badge } from '../parts/badge.tsx';
import { Icon } from '../parts/icon.tsx';
import { JsonValue } from '../parts/json-value.tsx';
import { Time, duration } from '../parts/time.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { eventLook } from './event-words.ts';
import { Proof } from './proof.tsx';
import { RowTold } from './row-told.tsx';

export const RowFoot = ({ row }: { row: StoryRow }) => {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <div className="record-foot">
        <span>row {row.seq.toLocaleString('en')}</span>
        {row.signed ? null : <span>not signed yet</span>}
        <button
          type="button"
          className="record-link"
          aria-expanded={asked}
          onClick={() => setAsked((open) => !open)}
        >
          Proof
        </button>
        {row.detail === null ? null : (
          <details className="record-fold record-whole">
            <summary>All it says</summary>
            <p className="record-hash">
              hash <code>{row.hash}</code>
            </p>
            <JsonValue value={row.detail} />
          </details>
        )}
      </div>
      {asked ? <Proof seq={row.seq} /> : null}
    </>
  );
};

const Step = ({ row, before }: { row: StoryRow; before: StoryRow | undefined }) => {
  const { words, tone, icon } = eventLook(row.event);
  const later = before === undefined ? 0 : row.at - before.at;
  return (
    <li className={`record-step record-step-${tone}`}>
      <span className="record-dot">
        <Icon name={icon} />
      </span>
      <div className="record-step-body">
        <p className="record-step-head">
          <strong>{words}</strong>
          <Time at={row.at} />
          {later > 0 ? <span className="record-later">{duration(later)} later</span> : null}
        </p>
        {row.wrong === null ? null : (
          <p className="record-wrong">
            <Badge tone="danger" icon="warning">
              not what was recorded
            </Badge>{' '}
            <Untrusted text={row.wrong} max={400} />
          </p>
        )}
        <RowTold row={row} />
        <RowFoot row={row} />
      </div>
    </li>
  );
};

/** All rows of a call, one below the other. */
export const Timeline = ({ rows }: { rows: readonly StoryRow[] }) => (
  <ol className="record-timeline">
    {rows.map((row, index) => (
      <Step key={row.seq} row={row} before={rows[index - 1]} />
    ))}
  </ol>
);
