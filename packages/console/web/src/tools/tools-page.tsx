import type { JSX } from 'react';
import { Page } from '../parts/page.tsx';

export const ToolsPage = ({
  server: _server,
  tool: _tool,
}: {
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
}): JSX.Element => <Page title="Tools" />;
