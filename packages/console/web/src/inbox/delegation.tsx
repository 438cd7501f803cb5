import type { JSX } from 'react';
import { Fragment } from 'react';
import { Untrusted } from '../parts/untrusted.tsx';

/** The chain of delegation of a call, nearest first. */
export const Delegation = ({
  chain,
  max = 200,
}: {
  readonly chain: readonly string[];
  readonly max?: number;
}): JSX.Element => (
  <>
    {chain.map((name, at) => (
      <Fragment key={name}>
        {at === 0 ? null : ', then '}
        <Untrusted className="prose" text={name} max={max} />
      </Fragment>
    ))}
  </>
);
