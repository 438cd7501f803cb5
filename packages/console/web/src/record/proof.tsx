import { useQuery } from '@tanstack/react-query';
import type { ProvenRow } from '@callgate/operations/api';
import { Badge } from '../parts/badge.tsx';
import { Problem } from '../parts/problem.tsx';
import { Time } from '../parts/time.tsx';
import type { ApiError } from '../shell/api.ts';
import { address, read } from '../shell/api.ts';

/** That a checkpoint covers a row: derived when somebody asks, and given away as a file that stands for itself. */
export const Proof = ({ seq }: { seq: number }) => {
  const proven = useQuery<ProvenRow, ApiError>({
    queryKey: ['proof-of-row', seq],
    queryFn: ({ signal }) => read('record.proven', { seq }, signal),
    retry: false,
    staleTime: 60_000,
  });
  if (proven.error !== null) return <Problem error={proven.error} />;
  if (proven.data === undefined)
    return (
      <p className="record-proof" role="status">
        Deriving the proof from the hashes of all rows…
      </p>
    );
  const { checkpoint, steps, signed, anchored, hash } = proven.data;
  return (
    <div className="record-proof" role="status">
      <p>
        <Badge tone={signed ? 'good' : 'danger'} icon={signed ? 'check' : 'warning'}>
          {signed ? 'proven' : 'not signed by this key'}
        </Badge>{' '}
        Row {seq.toLocaleString('en')} is in the record of {checkpoint.size.toLocaleString('en')} rows that
        key <code>{checkpoint.key}</code> signed at <Time at={checkpoint.at} />.{' '}
        {anchored
          ? 'An anchor outside the database remembers it.'
          : 'No anchor beside the database remembers it.'}
      </p>
      <p className="record-hash">
        hash <code>{hash}</code>, {steps} hashes up to the signed root
      </p>
      <p>
        <a href={address('record.proof', { seq })}>Download the proof</a> and check it anywhere:{' '}
        <code>callgate audit check-proof FILE --key callgate.key.pub</code>
      </p>
    </div>
  );
};
