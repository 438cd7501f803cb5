import { consoleMessages } from '@callgate/messages/console';
import type { AuditEntryView } from '@callgate/operations/api';
import { useState } from 'react';
import { type Tone, Badge, CALL_STATE_LOOKS, OutcomeBadge } from '../parts/badge.tsx';
import { CallLink } from '../parts/call-link.tsx';
import { type IconName, Icon } from '../parts/icon.tsx';
import { JsonValue } from '../parts/json-value.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { Time, formatDuration } from '../parts/time.tsx';
import { NameList, Untrusted } from '../parts/untrusted.tsx';
import { Proof } from './proof.tsx';

const TEXT = consoleMessages.auditLog.step;
const EVENTS = consoleMessages.auditLog.events;
const VOTE_VIA: Readonly<Record<string, string>> = TEXT.voteVia;

interface EventLook {
  readonly tone: Tone;
  readonly icon: IconName;
}

const LOOKS: Readonly<Record<AuditEntryView['event'], EventLook>> = {
  ...CALL_STATE_LOOKS,
  vote: { tone: 'neutral', icon: 'person' },
  settled: { tone: 'neutral', icon: 'person' },
  grant: { tone: 'neutral', icon: 'key' },
  'grant-used': { tone: 'neutral', icon: 'key' },
  'grant-revoked': { tone: 'neutral', icon: 'key' },
  heard: { tone: 'neutral', icon: 'person' },
  'task-ended': { tone: 'neutral', icon: 'clock' },
  'context-ended': { tone: 'neutral', icon: 'clock' },
  declassified: { tone: 'warning', icon: 'unplug' },
  joined: { tone: 'neutral', icon: 'flow' },
  alert: { tone: 'warning', icon: 'warning' },
  operator: { tone: 'neutral', icon: 'person' },
  previewing: { tone: 'neutral', icon: 'info' },
  previewed: { tone: 'neutral', icon: 'info' },
  'file-changes': { tone: 'neutral', icon: 'info' },
  rerouted: { tone: 'agentic', icon: 'flow' },
  policy: { tone: 'neutral', icon: 'policy' },
  opened: { tone: 'neutral', icon: 'plug' },
  shadow: { tone: 'neutral', icon: 'policy' },
  evaluated: { tone: 'neutral', icon: 'info' },
  activated: { tone: 'neutral', icon: 'policy' },
};

const UNKNOWN: EventLook = { tone: 'neutral', icon: 'info' };

const DecisionText = ({ told }: { told: NonNullable<AuditEntryView['decided']> }) => (
  <p>
    <OutcomeBadge outcome={told.outcome} enforced={told.enforced} />
    {told.rules.length === 0 ? null : (
      <Sentence parts={TEXT.byRules({ rules: <NameList texts={told.rules} /> })} />
    )}
    {told.waiting === null ? '' : TEXT.waiting[told.waiting]}
    {told.grant === null ? null : (
      <Sentence parts={TEXT.grant({ grant: <Untrusted text={told.grant} max={40} /> })} />
    )}
    {told.twin === null ? null : (
      <Sentence
        parts={TEXT.repeat({
          call: (
            <CallLink call={told.twin}>
              <Untrusted text={told.twin} max={40} />
            </CallLink>
          ),
        })}
      />
    )}
    {told.attempt > 1 ? TEXT.attempt({ attempt: told.attempt }) : ''}
  </p>
);

const VoteWords = ({ vote }: { vote: NonNullable<AuditEntryView['vote']> }) => (
  <p>
    <Untrusted text={vote.subject} max={80} /> <strong>{TEXT.verdicts[vote.verdict]}</strong>
    {VOTE_VIA[vote.via] ?? ''}
    {TEXT.voteAfter({ time: formatDuration(vote.dwellMs) })}
    {vote.dwellMs < 2000 ? TEXT.hasty : ''}
    {vote.opened ? TEXT.opened : TEXT.notOpened}
    {vote.reason === null ? null : (
      <Sentence parts={TEXT.reason({ reason: <Untrusted text={vote.reason} max={400} /> })} />
    )}
  </p>
);

const EndText = ({ ended }: { ended: NonNullable<AuditEntryView['ended']> }) => (
  <>
    <p>
      {ended.ms === null ? '' : TEXT.after({ time: formatDuration(ended.ms) })}
      {ended.attempt > 1 ? TEXT.attempt({ attempt: ended.attempt }) : ''}
      {ended.isError ? TEXT.toolError : ''}
    </p>
    {ended.result === null ? null : (
      <details className="record-fold">
        <summary>{TEXT.result}</summary>
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
        <Sentence parts={TEXT.approvedBy({ names: <NameList texts={row.approvedBy} /> })} />
      </p>
    )}
    {row.ended === undefined ? null : <EndText ended={row.ended} />}
    {row.settled === undefined ? null : (
      <p>
        <Sentence
          parts={TEXT.settled({
            who: <Untrusted text={row.settled.by} max={80} />,
            happened: row.settled.as === 'happened',
            reason: <Untrusted text={row.settled.reason} max={400} />,
          })}
        />
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
        <span>{TEXT.entry({ number: row.seq })}</span>
        {row.signed ? null : <span>{TEXT.notSigned}</span>}
        <button
          type="button"
          className="record-link"
          aria-expanded={asked}
          onClick={() => setAsked((open) => !open)}
        >
          {TEXT.proof}
        </button>
        {row.detail === null ? null : (
          <details className="record-fold record-whole">
            <summary>{TEXT.all}</summary>
            <p className="record-hash">
              <Sentence parts={TEXT.hash({ hash: <code>{row.hash}</code> })} />
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
  const { tone, icon } = LOOKS[row.event] ?? UNKNOWN;
  const later = before === undefined ? 0 : row.at - before.at;
  return (
    <li className={`record-step record-step-${tone}`}>
      <span className="record-dot">
        <Icon name={icon} />
      </span>
      <div className="record-step-body">
        <p className="record-step-head">
          <strong>{EVENTS[row.event] ?? EVENTS.unknown}</strong>
          <Time at={row.at} />
          {later > 0 ? (
            <span className="record-later">{TEXT.later({ time: formatDuration(later) })}</span>
          ) : null}
        </p>
        {row.wrong === null ? null : (
          <p className="record-wrong">
            <Badge tone="danger" icon="warning" words={TEXT.wrong} /> <Untrusted text={row.wrong} max={400} />
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
