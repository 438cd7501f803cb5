import { display } from '@callgate/core';
import type { ReactElement } from 'react';

/** The only way by which words of servers, agents and arguments reach the page. */
export const Untrusted = ({
  text,
  max,
  lines = false,
  className,
}: {
  readonly text: string;
  readonly max?: number | undefined;
  /** Line breaks stay line breaks. */
  readonly lines?: boolean;
  readonly className?: string | undefined;
}): ReactElement => (
  <bdi className={className}>{display(text, { lines, ...(max === undefined ? {} : { max }) })}</bdi>
);
