import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { ToolName } from './untrusted.tsx';

export const storyPath = (call: string): string => `/record/${encodeURIComponent(call)}`;

/** Leads to the story of a call; by the name of its tool where nothing else is said. */
export const CallLink = ({
  call,
  server,
  target,
  children,
}: {
  call: string;
  server?: string | null;
  target?: string | null;
  children?: ReactNode;
}) => (
  <Link href={storyPath(call)}>
    {server == null || target == null ? children : <ToolName server={server} tool={target} />}
  </Link>
);
