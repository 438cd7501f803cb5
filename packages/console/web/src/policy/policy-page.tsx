import type { LayerText } from '@callgate/operations/api';
import { useState } from 'react';
import { Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { useRead } from '../shell/use-api.ts';
import { CandidatePanel } from './candidate-panel.tsx';
import { InForce } from './in-force.tsx';
import './policy.css';
import { TryPanel } from './try-panel.tsx';
import { useTab } from './use-tab.ts';

const TABS = [
  { id: 'force', name: 'In force' },
  { id: 'try', name: 'Try a call' },
  { id: 'other', name: 'Another policy' },
] as const;

const IDS = TABS.map(({ id }) => id);

/** What calls are judged by, what it would say to a call, and how to put another in its place. */
export const PolicyPage = () => {
  const [tab, setTab] = useTab(IDS);
  const [draft, setDraft] = useState<readonly LayerText[] | null>(null);
  const effective = useRead('policy.effective', {});
  if (effective.error !== null && effective.data === undefined)
    return (
      <Page title="Policy">
        <Problem error={effective.error} />
      </Page>
    );
  return (
    <Page title="Policy">
      <Tabs label="Parts of this page" tabs={TABS} value={tab} onChange={setTab}>
        <div className="policy-panel">
          {effective.data === undefined ? (
            <Skeleton lines={8} />
          ) : tab === 'force' ? (
            <InForce
              policy={effective.data}
              onChange={(layers) => {
                setDraft(layers);
                setTab('other');
              }}
            />
          ) : tab === 'try' ? (
            <TryPanel draft={draft} />
          ) : (
            <CandidatePanel policy={effective.data} draft={draft} onDraft={setDraft} />
          )}
        </div>
      </Tabs>
    </Page>
  );
};
