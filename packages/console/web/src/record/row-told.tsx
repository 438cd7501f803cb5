import type { StoryRow } from '@callgate/operations/api';
import { Fragment } from 'react';
import { Link } from 'wouter';
import { JsonValue } from '../parts/json-value.tsx';
import { Outcome } from '../parts/outcome.tsx';
import { duration } from '../parts/time.tsx';
import { Untrusted } from '../parts/untrusted.tsx';

const Names = ({ names }: { names: readonly string[] }) => (
  <>
    {names.map((name, index) => (
      <Fragment key={name}>
        {index === 0 ? '' : ', '}
        <Untrusted text={name} max={80} />
      </Fragment>
    ))}
  </>
);

const CallLink = ({ call }: { call: string }) => (
  <Link href={`/record/${encodeURIComponent(call)}`}>
    <Untrusted text={call} max={40} />
  </Link>
);

const Decided = ({ told }: { told: NonNullable<StoryRow['decided']> }) => (
  <p>
    <Outcome outcome={told.outcome} enforced={told.enforced} />
    {told.rules.length === 0 ? null : (
      <>
        {' '}
        by <Names names={told.rules} />
      </>
    )}
    {told.waiting === null ? null : <>, waits for {told.waiting}</>}
    {told.grant === null ? null : (
      <>
        , by grant <Untrusted text={told.grant} max={40} />
      </>
    )}
    {told.twin === null ? null : (
      <>
        , the same as <CallLink call={told.twin} />
      </>
    )}
    {told.attempt > 1 ? <>, attempt {told.attempt}</> : null}
  </p>
);

const VoteWords = ({ vote }: { vote: NonNullable<StoryRow['vote']> }) => (
  <p>
    <Untrusted text={vote.subject} max={80} /> said{' '}
    <strong>{vote.verdict === 'approve' ? 'yes' : 'no'}</strong> by {vote.via}, after {duration(vote.dwellMs)}
    {vote.dwellMs < 2000 ? ' (under two seconds)' : ''}
    {vote.opened ? ', with the whole arguments opened' : ', without opening all arguments'}
    {vote.reason === null ? null : (
      <>
        : <Untrusted text={vote.reason} max={400} />
      </>
    )}
  </p>
);

const Ended = ({ ended }: { ended: NonNullable<StoryRow['ended']> }) => (
  <>
    <p>
      {ended.ms === null ? null : <>after {duration(ended.ms)}</>}
      {ended.attempt > 1 ? <>, attempt {ended.attempt}</> : null}
      {ended.isError ? <>, and the tool says that it failed</> : null}
    </p>
    {ended.result === null ? null : (
      <details className="record-fold">
        <summary>What came back</summary>
        <JsonValue value={ended.result} />
      </details>
    )}
  </>
);

/** What one row tells, in words. */
export const RowTold = ({ row }: { row: StoryRow }) => (
  <div className="record-told">
    {row.decided === undefined ? null : <Decided told={row.decided} />}
    {row.vote === undefined ? null : <VoteWords vote={row.vote} />}
    {row.approvedBy === undefined || row.approvedBy.length === 0 ? null : (
      <p>
        by <Names names={row.approvedBy} />
      </p>
    )}
    {row.ended === undefined ? null : <Ended ended={row.ended} />}
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
