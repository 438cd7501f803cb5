import type { AuditEntryView } from '@callgate/operations/api';
import { useState } from 'react';
import { type BadgeLook, Badge, OutcomeBadge } from '../parts/badge.tsx';
import { CallLink } from '../parts/call-link.tsx';
import { formatInteger } from '../parts/format-count.ts';
import { type IconName, Icon } from '../parts/icon.tsx';
import { JsonValue } from '../parts/json-value.tsx';
import { Time, formatDuration } from '../parts/time.tsx';
import { NameList, Untrusted } from '../parts/untrusted.tsx';
import { Proof } from './proof.tsx';

type EventLook = BadgeLook & { readonly icon: IconName };

const LOOKS: Readonly<Record<AuditEntryView['event'], EventLook>> = {
  blocked: { words: 'Blocked', tone: 'block', icon: 'stop' },
  held: { words: 'Held', tone: 'confirm', icon: 'hand' },
  approved: { words: 'Approved', tone: 'auto', icon: 'check' },
  refused: { words: 'Refused', tone: 'block', icon: 'cross' },
  expired: { words: 'Expired', tone: 'neutral', icon: 'clock' },
  withdrawn: { words: 'Withdrawn', tone: 'neutral', icon: 'undo' },
  dispatching: { words: 'Let out', tone: 'agentic', icon: 'flow' },
  done: { words: 'Done', tone: 'auto', icon: 'check' },
  failed: { words: 'Failed', tone: 'danger', icon: 'warning' },
  indeterminate: { words: 'Nobody knows what came of it', tone: 'warning', icon: 'warning' },
  vote: { words: 'Vote', tone: 'neutral', icon: 'person' },
  settled: { words: 'Settled by a person', tone: 'neutral', icon: 'person' },
  grant: { words: 'Grant given', tone: 'neutral', icon: 'key' },
  'grant-used': { words: 'Grant used', tone: 'neutral', icon: 'key' },
  'grant-revoked': { words: 'Grant taken back', tone: 'neutral', icon: 'key' },
  heard: { words: 'The person said something', tone: 'neutral', icon: 'person' },
  'task-ended': { words: 'The task ended', tone: 'neutral', icon: 'clock' },
  'context-ended': { words: 'The context ended', tone: 'neutral', icon: 'clock' },
  declassified: { words: 'A label was taken away', tone: 'warning', icon: 'unplug' },
  joined: { words: 'Contexts were joined', tone: 'neutral', icon: 'flow' },
  alert: { words: 'Alert', tone: 'warning', icon: 'warning' },
  operator: { words: 'An operator decided', tone: 'neutral', icon: 'person' },
  rerouted: { words: 'Another model recommended', tone: 'agentic', icon: 'flow' },
  policy: { words: 'Another policy', tone: 'neutral', icon: 'policy' },
  opened: { words: 'A gate opened', tone: 'neutral', icon: 'plug' },
};

const UNKNOWN: EventLook = { words: 'Something later versions know', tone: 'neutral', icon: 'info' };

const DecisionText = ({ told }: { told: NonNullable<AuditEntryView['decided']> }) => (
  <p>
    <OutcomeBadge outcome={told.outcome} enforced={told.enforced} />
    {told.rules.length === 0 ? '' : ' by '}
    <NameList texts={told.rules} />
    {told.waiting === null ? '' : `, waits for ${told.waiting}`}
    {told.grant === null ? '' : ', by grant '}
    {told.grant === null ? null : <Untrusted text={told.grant} max={40} />}
    {told.twin === null ? '' : ', the same as '}
    {told.twin === null ? null : (
      <CallLink call={told.twin}>
        <Untrusted text={told.twin} max={40} />
      </CallLink>
    )}
    {told.attempt > 1 ? `, attempt ${told.attempt}` : ''}
  </p>
);

const VoteWords = ({ vote }: { vote: NonNullable<AuditEntryView['vote']> }) => (
  <p>
    <Untrusted text={vote.subject} max={80} /> said{' '}
    <strong>{vote.verdict === 'approve' ? 'yes' : 'no'}</strong> by {vote.via}, after{' '}
    {formatDuration(vote.dwellMs)}
    {vote.dwellMs < 2000 ? ' (under two seconds)' : ''}
    {vote.opened ? ', with the whole arguments opened' : ', without opening all arguments'}
    {vote.reason === null ? '' : ': '}
    {vote.reason === null ? null : <Untrusted text={vote.reason} max={400} />}
  </p>
);

const EndText = ({ ended }: { ended: NonNullable<AuditEntryView['ended']> }) => (
  <>
    <p>
      {ended.ms === null ? '' : `after ${formatDuration(ended.ms)}`}
      {ended.attempt > 1 ? `, attempt ${ended.attempt}` : ''}
      {ended.isError ? ', and the tool says that it failed' : ''}
    </p>
    {ended.result === null ? null : (
      <details className="record-fold">
        <summary>What came back</summary>
        <JsonValue value={ended.result} />
      </details>
    )}
  </>
);

const EntryText = ({ row }: { row: AuditEntryView }) => (
  <div className="record-told">
    {row.decided === undefined ? null : <DecisionText told={row.decided} />}
    {row.vote === undefined ? null : <VoteWords vote={row.vote} />}
    {row.approvedBy === undefined || row.approvedBy.length === 0 ? null : (
      <p>
        by <NameList texts={row.approvedBy} />
      </p>
    )}
    {row.ended === undefined ? null : <EndText ended={row.ended} />}
    {row.settled === undefined ? null : (
      <p>
        <Untrusted text={row.settled.by} max={80} /> says that it{' '}
        {row.settled.as === 'happened' ? 'happened' : 'did not happen'}:{' '}
        <Untrusted text={row.settled.reason} max={400} />
      </p>
    )}
    {row.fault === undefined ? null : (
      <p>
        <code>
          <Untrusted text={row.fault.code} max={80} />
        </code>
        : <Untrusted text={row.fault.message} max={600} />
      </p>
    )}
  </div>
);

const EntryFoot = ({ row }: { row: AuditEntryView }) => {
  const [asked, setAsked] = useState(false);
  return (
    <>
      <div className="record-foot">
        <span>row {formatInteger(row.seq)}</span>
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

const Step = ({ row, before }: { row: AuditEntryView; before: AuditEntryView | undefined }) => {
  const { words, tone, icon } = LOOKS[row.event] ?? UNKNOWN;
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
          {later > 0 ? <span className="record-later">{formatDuration(later)} later</span> : null}
        </p>
        {row.wrong === null ? null : (
          <p className="record-wrong">
            <Badge tone="danger" icon="warning" words="not what was recorded" />{' '}
            <Untrusted text={row.wrong} max={400} />
          </p>
        )}
        <EntryText row={row} />
        <EntryFoot row={row} />
      </div>
    </li>
  );
};

export const Timeline = ({ rows }: { rows: readonly AuditEntryView[] }) => (
  <ol className="record-timeline">
    {rows.map((row, index) => (
      <Step key={row.seq} row={row} before={rows[index - 1]} />
    ))}
  </ol>
);
