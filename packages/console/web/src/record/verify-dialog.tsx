import type { VerifyResult, VerifyJob } from '@callgate/operations/api';
import { useState } from 'react';
import { Badge } from '../parts/badge.tsx';
import { formatCount, formatInteger } from '../parts/format-count.ts';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { Button } from '../parts/form.tsx';
import { Fact, Problem, ProblemText } from '../parts/page.tsx';
import { Time, formatDuration } from '../parts/time.tsx';
import { TextList, Untrusted } from '../parts/untrusted.tsx';
import { useEvents } from '../shell/events.ts';
import { useChange, useRead } from '../shell/use-api.ts';
import { Proof } from './proof.tsx';

const Problems = ({ found }: { found: VerifyResult }) => (
  <ul className="record-problems">
    {found.problems.slice(0, 20).map(({ code, seq, call, what }, index) => (
      <li key={`${index} ${code}`}>
        <strong>
          {seq === null && call !== null ? <Untrusted text={`Call ${call}`} max={60} /> : null}
          {seq !== null ? `Row ${formatInteger(seq)}` : call === null ? 'The record' : null}
        </strong>
        : <Untrusted text={what} max={600} /> <code>{code}</code>
      </li>
    ))}
    {found.problemCount > 20 ? <li>and {formatInteger(found.problemCount - 20)} more</li> : null}
  </ul>
);

const HeadProof = ({ found }: { found: VerifyResult }) => {
  const [asked, setAsked] = useState<number>();
  const [written, setWritten] = useState(String(found.signedRows));
  if (found.signed.length === 0) return <p>No checkpoint has been signed yet, so no row can be proven.</p>;
  return (
    <form
      className="record-prove"
      onSubmit={(event) => {
        event.preventDefault();
        const seq = Number(written);
        if (Number.isSafeInteger(seq) && seq > 0) setAsked(seq);
      }}
    >
      <label>
        Proof for row{' '}
        <input
          type="number"
          min={1}
          max={found.head.seq}
          value={written}
          onChange={({ target }) => setWritten(target.value)}
        />
      </label>
      <Button type="submit">Prove it</Button>
      {asked === undefined ? null : <Proof seq={asked} />}
    </form>
  );
};

const VerifyFinding = ({ found }: { found: VerifyResult }) => {
  const last = found.signed.at(-1);
  return (
    <div className="record-verified">
      <p className="record-verdict">
        {found.ok ? (
          <Badge tone="good" icon="check" words="the record holds" />
        ) : (
          <Badge tone="danger" icon="warning" words="the record does not hold" />
        )}
      </p>
      {found.ok ? null : <Problems found={found} />}
      <dl className="record-facts">
        <Fact name="derived anew">
          {formatCount(found.rows, 'row')}, {formatCount(found.calls, 'call')},{' '}
          {formatCount(found.checkpoints, 'checkpoint')}, {formatCount(found.kept, 'kept text')}
        </Fact>
        <Fact name="head">
          row {formatInteger(found.head.seq)}, <Time at={found.head.at} /> <code>{found.head.hash}</code>
        </Fact>
        <Fact name="signed">
          {found.signedRows === 0 ? (
            'nothing that could be checked'
          ) : (
            <>
              rows 1 to {formatInteger(found.signedRows)} by key <code>{found.key}</code>
            </>
          )}
          {last === undefined ? '' : ', the last checkpoint at '}
          {last === undefined ? null : <Time at={last.at} />}
        </Fact>
        <Fact name="anchored">
          {found.anchoredRows === 0
            ? 'nothing'
            : `rows 1 to ${formatInteger(found.anchoredRows)} are those that an anchor remembers`}
        </Fact>
      </dl>
      <details className="record-fold" open>
        <summary>What it cannot know</summary>
        <TextList className="record-unknown" texts={found.unknown} textClass="prose" />
      </details>
      <HeadProof found={found} />
    </div>
  );
};

const VerifyProgress = ({ job, done }: { job: VerifyJob; done: number }) => (
  <div className="record-running">
    <progress max={Math.max(1, job.of)} value={done} aria-label="Rows verified" />
    <p role="status">
      {done >= job.of && job.of > 0
        ? 'All rows are read; comparing them with the store…'
        : `${formatInteger(done)} of ${formatInteger(job.of)} rows`}
    </p>
  </div>
);

const LastVerification = ({ job }: { job: VerifyJob }) => {
  if (job.state === 'never' || job.state === 'running') return null;
  return (
    <>
      <p className="soft">
        Asked for by <Untrusted text={job.by} max={80} /> at <Time at={job.startedAt} />
        {job.endedAt === null ? '' : `, took ${formatDuration(job.endedAt - job.startedAt)}`}
      </p>
      {job.state === 'stopped' ? <p>It was stopped before the end, so it says nothing.</p> : null}
      {job.problem === null ? null : <ProblemText {...job.problem} />}
      {job.found === null ? null : <VerifyFinding found={job.found} />}
    </>
  );
};

export const VerifyDialog = ({ onClose }: { onClose: () => void }) => {
  const {
    data: job,
    error,
    refetch,
  } = useRead('record.verified', {}, { isGoingOn: (found) => found?.state === 'running' });
  const start = useChange('record.verify');
  const stop = useChange('record.stop');
  const [heard, setHeard] = useState<{ readonly job: string; readonly done: number }>();
  useEvents((event) => {
    if (event.type !== 'job' || !event.job.startsWith('verify-')) return;
    setHeard({ job: event.job, done: event.done });
    if (event.over) void refetch();
  });
  const running = job?.state === 'running';
  const done =
    heard !== undefined && heard.job === job?.job ? Math.max(heard.done, job.done) : (job?.done ?? 0);
  const problem = error ?? start.error ?? stop.error;
  return (
    <Dialog title="Verify the record" onClose={onClose} wide>
      <p>
        Every row, hash, checkpoint and kept text is derived anew and held against what was signed and
        anchored. Nothing is changed, and calls go on meanwhile.
      </p>
      <Problem error={problem} />
      {job === undefined ? null : running ? (
        <VerifyProgress job={job} done={done} />
      ) : (
        <LastVerification job={job} />
      )}
      <DialogActions>
        {running ? (
          <Button look="quiet" onClick={() => stop.mutate({})}>
            Stop
          </Button>
        ) : (
          <Button look="primary" disabled={start.isPending} onClick={() => start.mutate({})}>
            {job === undefined || job.state === 'never' ? 'Verify now' : 'Verify again'}
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
};
