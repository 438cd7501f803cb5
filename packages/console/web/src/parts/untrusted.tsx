import { display } from '@callgate/core';
import type { JSX } from 'react';

/**
 * The only way by which words of servers, agents and arguments reach the page: hidden characters are made visible and
 * nothing in it is markup.
 */
export const Untrusted = ({
  text,
  max,
  lines = false,
  className,
}: {
  readonly text: string;
  readonly max?: number;
  /** Line breaks stay line breaks. */
  readonly lines?: boolean;
  readonly className?: string;
}): JSX.Element => (
  <bdi className={lines ? `untrusted lines ${className ?? ''}` : `untrusted ${className ?? ''}`}>
    {display(text, { lines, ...(max === undefined ? {} : { max }) })}
  </bdi>
);
