import { consoleMessages } from '@callgate/messages/console';
import type { VerifyResult, VerifyJob } from '@callgate/operations/api';
import { useState } from 'react';
import type { BadgeLook } from '../parts/badge.tsx';
import { Badge } from '../parts/badge.tsx';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { Button } from '../parts/form.tsx';
import { Fact, Problem, ProblemText } from '../parts/page.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { Time, formatDuration } from '../parts/time.tsx';
import { TextList, Untrusted } from '../parts/untrusted.tsx';
import { useEvents } from '../shell/events.ts';
import { useChange, useRead } from '../shell/use-api.ts';
import { Proof } from './proof.tsx';

const TEXT = consoleMessages.auditLog.verification;

const Problems = ({ found }: { found: VerifyResult }) => (
  <ul className="record-problems">
    {found.problems.slice(0, 20).map(({ code, seq, call, what }, index) => (
      <li key={`${index} ${code}`}>
        <strong>
          {seq === null && call !== null ? <Untrusted text={TEXT.problemCall({ call })} max={60} /> : null}
          {seq !== null ? TEXT.problemEntry({ entry: seq }) : call === null ? TEXT.problemLog : null}
        </strong>
        : <Untrusted text={what} max={600} /> <code>{code}</code>
      </li>
    ))}
    {found.problemCount > 20 ? <li>{TEXT.more({ count: found.problemCount - 20 })}</li> : null}
  </ul>
);

const HeadProof = ({ found }: { found: VerifyResult }) => {
  const [asked, setAsked] = useState<number>();
  const [written, setWritten] = useState(String(found.signedRows));
  if (found.signed.length === 0) return <p>{TEXT.noCheckpoint}</p>;
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
        {TEXT.proofFor}{' '}
        <input
          type="number"
          min={1}
          max={found.head.seq}
          value={written}
          onChange={({ target }) => setWritten(target.value)}
        />
      </label>
      <Button type="submit">{TEXT.prove}</Button>
      {asked === undefined ? null : <Proof seq={asked} />}
    </form>
  );
};

const VERDICTS: Readonly<Record<VerifyResult['verdict'], BadgeLook>> = {
  intact: { tone: 'good', icon: 'check', words: TEXT.intact },
  unknown: { tone: 'warning', icon: 'info', words: TEXT.unknown },
  broken: { tone: 'danger', icon: 'warning', words: TEXT.broken },
};

const VerifyFinding = ({ found }: { found: VerifyResult }) => {
  const last = found.signed.at(-1);
  return (
    <div className="record-verified">
      <p className="record-verdict">
        <Badge {...VERDICTS[found.verdict]} />
      </p>
      {found.problemCount === 0 ? null : <Problems found={found} />}
      {found.verdict === 'unknown' ? (
        <TextList texts={found.gaps.map((gap) => TEXT.gap({ gap, ...found }))} textClass="prose" />
      ) : null}
      <dl className="record-facts">
        <Fact name={TEXT.checked}>
          {TEXT.checkedText({
            entries: found.rows,
            calls: found.calls,
            checkpoints: found.checkpoints,
            texts: found.kept,
          })}
        </Fact>
        <Fact name={TEXT.last}>
          <Sentence
            parts={TEXT.lastText({
              entry: found.head.seq,
              time: <Time at={found.head.at} />,
              hash: <code>{found.head.hash}</code>,
            })}
          />
        </Fact>
        <Fact name={TEXT.signed}>
          {found.signedRows === 0 ? (
            TEXT.notSigned
          ) : (
            <Sentence parts={TEXT.signedText({ entries: found.signedRows, key: <code>{found.key}</code> })} />
          )}
          {last === undefined ? null : (
            <Sentence parts={TEXT.lastCheckpoint({ time: <Time at={last.at} /> })} />
          )}
        </Fact>
        <Fact name={TEXT.anchored}>
          {found.anchoredRows === 0 ? TEXT.notAnchored : TEXT.anchoredText({ entries: found.anchoredRows })}
        </Fact>
      </dl>
      <details className="record-fold" open>
        <summary>{TEXT.limits}</summary>
        <TextList className="record-unknown" texts={found.unknown} textClass="prose" />
      </details>
      <HeadProof found={found} />
    </div>
  );
};

const VerifyProgress = ({ job, done }: { job: VerifyJob; done: number }) => (
  <div className="record-running">
    <progress max={Math.max(1, job.of)} value={done} aria-label={TEXT.progress} />
    <p role="status">{done >= job.of && job.of > 0 ? TEXT.comparing : TEXT.rows({ done, total: job.of })}</p>
  </div>
);

const LastVerification = ({ job }: { job: VerifyJob }) => {
  if (job.state === 'never' || job.state === 'running') return null;
  return (
    <>
      <p className="soft">
        <Sentence
          parts={TEXT.started({
            who: <Untrusted text={job.by} max={80} />,
            time: <Time at={job.startedAt} />,
          })}
        />
        {job.endedAt === null ? '' : TEXT.took({ time: formatDuration(job.endedAt - job.startedAt) })}
      </p>
      {job.state === 'stopped' ? <p>{TEXT.stopped}</p> : null}
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
    <Dialog title={TEXT.title} onClose={onClose} wide>
      <p>{TEXT.intro}</p>
      <Problem error={problem} />
      {job === undefined ? null : running ? (
        <VerifyProgress job={job} done={done} />
      ) : (
        <LastVerification job={job} />
      )}
      <DialogActions>
        {running ? (
          <Button look="quiet" onClick={() => stop.mutate({})}>
            {TEXT.stop}
          </Button>
        ) : (
          <Button look="primary" disabled={start.isPending} onClick={() => start.mutate({})}>
            {job === undefined || job.state === 'never' ? TEXT.start : TEXT.again}
          </Button>
        )}
        <Button onClick={onClose}>{consoleMessages.terms.close}</Button>
      </DialogActions>
    </Dialog>
  );
};
