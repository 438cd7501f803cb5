import type { JSX } from 'react';
import { Page } from '../parts/page.tsx';

export const RecordPage = ({ call: _call }: { readonly call?: string | undefined }): JSX.Element => (
  <Page title="Record" />
);
