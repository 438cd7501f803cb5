import { consoleMessages } from '@callgate/messages/console';
import { Badge } from '../parts/badge.tsx';
import { Problem } from '../parts/page.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { Time } from '../parts/time.tsx';
import { apiUrl } from '../shell/api.ts';
import { useReadOnce } from '../shell/use-api.ts';

const TEXT = consoleMessages.auditLog.proof;

/** That a checkpoint covers a row: derived when a person asks, and given away as a file that stands for itself. */
export const Proof = ({ seq }: { seq: number }) => {
  const { data, error } = useReadOnce('record.proven', { seq }, false);
  if (error !== null) return <Problem error={error} />;
  if (data === undefined)
    return (
      <p className="record-proof" role="status">
        {TEXT.deriving}
      </p>
    );
  const { checkpoint, steps, signed, anchored, hash } = data;
  return (
    <div className="record-proof" role="status">
      <p>
        <Badge tone={signed ? 'good' : 'danger'} icon={signed ? 'check' : 'warning'}>
          {signed ? TEXT.proven : TEXT.notSigned}
        </Badge>{' '}
        <Sentence
          parts={TEXT.text({
            entry: seq,
            size: checkpoint.size,
            key: <code>{checkpoint.key}</code>,
            time: <Time at={checkpoint.at} />,
          })}
        />
        {anchored ? TEXT.anchored : TEXT.notAnchored}
      </p>
      <p className="record-hash">
        <Sentence parts={TEXT.hash({ hash: <code>{hash}</code>, steps })} />
      </p>
      <p>
        <a href={apiUrl('record.proof', { seq })}>{TEXT.download}</a>.{TEXT.check}
        <code>{TEXT.command}</code>
      </p>
    </div>
  );
};
