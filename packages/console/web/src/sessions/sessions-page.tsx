import type { JSX } from 'react';
import { Page } from '../parts/page.tsx';

export const SessionsPage = ({
  session: _session,
}: {
  readonly session?: string | undefined;
}): JSX.Element => <Page title="Sessions" />;
