import { consoleMessages } from '@callgate/messages/console';
import { useLocation, useSearchParams } from 'wouter';
import { Page } from '../parts/page.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { useRead } from '../shell/use-api.ts';
import { GrantsTab } from './grants-tab.tsx';
import { RunningTab } from './running-tab.tsx';
import { IndeterminateTab } from './indeterminate-tab.tsx';
import { WaitingTab } from './waiting-tab.tsx';
import './inbox.css';

const TEXT = consoleMessages.inbox.tabs;
const TITLE = consoleMessages.shell.pages.inbox;
const TABS = ['waiting', 'running', 'unknown', 'grants'] as const;

export const InboxPage = ({ call }: { call?: string | undefined }) => {
  const [search] = useSearchParams();
  const [, go] = useLocation();
  const tab = TABS.find((name) => name === search.get('tab')) ?? 'waiting';
  const running = useRead('inbox.activity', {}).data?.filter(({ endedAt }) => endedAt === null);
  const unsettled = useRead('inbox.unsettled', { limit: 200 }).data?.items;
  const grants = useRead('inbox.grants', { limit: 200, live: true }).data?.items;
  const waiting = useRead('inbox.list', { limit: 1 }).data?.waiting;
  return (
    <div className={call === undefined ? 'inbox' : 'inbox inbox-one'}>
      <Page title={TITLE} fill>
        <Tabs
          label={TITLE}
          value={tab}
          onChange={(name) => go(name === 'waiting' ? '/inbox' : `/inbox?tab=${name}`)}
          tabs={[
            { id: 'waiting', name: TEXT.waiting, count: waiting },
            { id: 'running', name: TEXT.running, count: running?.length },
            { id: 'unknown', name: TEXT.unknown, count: unsettled?.length },
            { id: 'grants', name: TEXT.grants, count: grants?.length },
          ]}
        >
          {tab === 'waiting' ? <WaitingTab call={call} /> : null}
          {tab === 'running' ? <RunningTab /> : null}
          {tab === 'unknown' ? <IndeterminateTab /> : null}
          {tab === 'grants' ? <GrantsTab /> : null}
        </Tabs>
      </Page>
    </div>
  );
};
