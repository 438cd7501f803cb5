import { Fragment } from 'react';
import { Untrusted } from '../parts/untrusted.tsx';

/** The chain of delegation of a call, nearest first. */
export const Delegation = ({ chain, max = 200 }: { chain: readonly string[]; max?: number }) => (
  <>
    {chain.map((name, at) => (
      <Fragment key={name}>
        {at === 0 ? null : ', then '}
        <Untrusted className="prose" text={name} max={max} />
      </Fragment>
    ))}
  </>
);
