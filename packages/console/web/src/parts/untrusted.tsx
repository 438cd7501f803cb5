import { display } from '@callgate/core';

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
  text: string;
  max?: number;
  /** Line breaks stay line breaks. */
  lines?: boolean;
  className?: string;
}) => (
  <bdi className={lines ? `untrusted lines ${className ?? ''}` : `untrusted ${className ?? ''}`}>
    {display(text, { lines, ...(max === undefined ? {} : { max }) })}
  </bdi>
);
