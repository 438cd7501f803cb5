import { consoleMessages } from '@callgate/messages/console';
import type { LayerText, PolicyRevision, ShadowRun } from '@callgate/operations/api';
import { useEffect, useState } from 'react';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/form.tsx';
import { Card, EmptyState, Loading, Problem, Table } from '../parts/page.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { Time } from '../parts/time.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { useRead } from '../shell/use-api.ts';
import { RollbackDialog } from './activate-dialog.tsx';
import { ChangedCallsRow, Counts } from './comparison-view.tsx';
import { RecommendCard } from './recommend-card.tsx';

const TEXT = consoleMessages.policy.rollout;

const SHADOW_DAYS = 7;
const DAY_MS = 86_400_000;
/** The same while the page is open, or every look would ask anew. */
const opened = Date.now();

const ShadowRunView = ({ run }: { run: ShadowRun }) => (
  <section className="policy-comparison">
    <p>
      <Sentence
        parts={TEXT.run({
          candidate: <Untrusted text={run.candidate.name} max={80} />,
          base: <Untrusted text={run.base.name} max={80} />,
        })}
      />{' '}
      <span className="soft">
        <Sentence parts={TEXT.span({ since: <Time at={run.since} />, until: <Time at={run.until} /> })} />
      </span>
    </p>
    <p className="soft">
      {TEXT.judged({ count: run.calls })}
      {run.unjudged === 0 ? '' : TEXT.unjudged({ count: run.unjudged })}
    </p>
    <Counts before={run.before} after={run.after} />
    {run.changed.length === 0 ? <p>{TEXT.same}</p> : null}
    <ul className="policy-changes">
      {run.changed.map((change, index) => (
        <ChangedCallsRow key={index} change={change} />
      ))}
    </ul>
  </section>
);

const ShadowCard = () => {
  const { data, error } = useRead('policy.shadow', { since: opened - SHADOW_DAYS * DAY_MS });
  return (
    <Card title={TEXT.shadow}>
      {error !== null ? (
        <Problem error={error} />
      ) : data === undefined ? (
        <Loading lines={3} />
      ) : data.runs.length === 0 ? (
        <EmptyState title={TEXT.noShadow} text={TEXT.shadowHelp} />
      ) : (
        data.runs.map((run) => (
          <ShadowRunView key={`${run.candidate.revision} ${run.base.revision}`} run={run} />
        ))
      )}
    </Card>
  );
};

const RevisionRow = ({
  revision,
  onCopy,
}: {
  revision: PolicyRevision;
  onCopy: (layers: readonly LayerText[]) => void;
}) => {
  const [wanted, setWanted] = useState<'copy' | 'rollback' | null>(null);
  const { number } = revision;
  const { data, error } = useRead('policy.revision', { number }, { enabled: wanted !== null });
  useEffect(() => {
    if (wanted === 'copy' && data !== undefined) onCopy(data.layers);
  }, [wanted, data, onCopy]);
  return (
    <tr>
      <td>{revision.number}</td>
      <td>
        <Untrusted text={revision.policy.name} max={80} />
        {revision.restored ? ` (${TEXT.restored})` : ''}
      </td>
      <td>
        <Time at={revision.at} />
      </td>
      <td>
        <Sentence
          parts={TEXT.who({
            by: <Untrusted text={revision.by} max={80} />,
            reason: <Untrusted className="prose" text={revision.reason} max={300} />,
          })}
        />
      </td>
      <td>
        <Badge
          tone={
            revision.signature === 'valid' ? 'good' : revision.signature === 'invalid' ? 'danger' : 'neutral'
          }
          words={TEXT.signatures[revision.signature]}
        />
      </td>
      <td>
        <Button disabled={wanted !== null} onClick={() => setWanted('rollback')}>
          {TEXT.rollback}
        </Button>{' '}
        <Button look="quiet" disabled={wanted !== null} onClick={() => setWanted('copy')}>
          {TEXT.copy}
        </Button>
        <Problem error={error} />
        {wanted === 'rollback' && data !== undefined ? (
          <RollbackDialog number={number} layers={data.layers} onClose={() => setWanted(null)} />
        ) : null}
      </td>
    </tr>
  );
};

const HistoryCard = ({ onCopy }: { onCopy: (layers: readonly LayerText[]) => void }) => {
  const { data, error } = useRead('policy.history', {});
  return (
    <Card title={TEXT.history}>
      {error !== null ? (
        <Problem error={error} />
      ) : data === undefined ? (
        <Loading lines={3} />
      ) : data.length === 0 ? (
        <EmptyState title={TEXT.noHistory} text={TEXT.historyHelp} />
      ) : (
        <Table label={TEXT.history} head={TEXT.head}>
          {data.map((revision) => (
            <RevisionRow key={revision.seq} revision={revision} onCopy={onCopy} />
          ))}
        </Table>
      )}
    </Card>
  );
};

/** What a candidate would decide otherwise, the policies that were put in force, and what recorded calls speak for. */
export const RolloutPanel = ({
  layers,
  onCopy,
}: {
  layers: readonly LayerText[];
  onCopy: (layers: readonly LayerText[]) => void;
}) => (
  <>
    <ShadowCard />
    <HistoryCard onCopy={onCopy} />
    <RecommendCard layers={layers} onCopy={onCopy} />
  </>
);
