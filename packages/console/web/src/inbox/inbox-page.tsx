import type { JSX } from 'react';
import { Page } from '../parts/page.tsx';

export const InboxPage = ({ call: _call }: { readonly call?: string | undefined }): JSX.Element => (
  <Page title="Inbox" />
);
