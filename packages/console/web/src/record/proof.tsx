import { Badge } from '../parts/badge.tsx';
import { formatInteger } from '../parts/format-count.ts';
import { Problem } from '../parts/page.tsx';
import { Time } from '../parts/time.tsx';
import { apiUrl } from '../shell/api.ts';
import { useReadOnce } from '../shell/use-api.ts';

/** That a checkpoint covers a row: derived when somebody asks, and given away as a file that stands for itself. */
export const Proof = ({ seq }: { seq: number }) => {
  const { data, error } = useReadOnce('record.proven', { seq }, false);
  if (error !== null) return <Problem error={error} />;
  if (data === undefined)
    return (
      <p className="record-proof" role="status">
        Deriving the proof from the hashes of all rows…
      </p>
    );
  const { checkpoint, steps, signed, anchored, hash } = data;
  return (
    <div className="record-proof" role="status">
      <p>
        <Badge tone={signed ? 'good' : 'danger'} icon={signed ? 'check' : 'warning'}>
          {signed ? 'proven' : 'not signed by this key'}
        </Badge>{' '}
        Row {formatInteger(seq)} is in the record of {formatInteger(checkpoint.size)} rows that key{' '}
        <code>{checkpoint.key}</code> signed at <Time at={checkpoint.at} />.{' '}
        {anchored
          ? 'An anchor outside the database remembers it.'
          : 'No anchor beside the database remembers it.'}
      </p>
      <p className="record-hash">
        hash <code>{hash}</code>, {steps} hashes up to the signed root
      </p>
      <p>
        <a href={apiUrl('record.proof', { seq })}>Download the proof</a> and check it anywhere:{' '}
        <code>callgate audit verify FILE --key callgate.key.pub</code>
      </p>
    </div>
  );
};
