import type { JSX } from 'react';
import { Page } from '../parts/page.tsx';

export const PolicyPage = (): JSX.Element => <Page title="Policy" />;
