import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useCallback } from 'react';
import type { ConsoleEvent, Me } from '@callgate/console/api';
import { Link, Redirect, Route, Switch } from 'wouter';
import { InboxPage } from '../inbox/inbox-page.tsx';
import { Problem } from '../parts/problem.tsx';
import { PolicyPage } from '../policy/policy-page.tsx';
import { RecordPage } from '../record/record-page.tsx';
import { SessionsPage } from '../sessions/sessions-page.tsx';
import { ToolsPage } from '../tools/tools-page.tsx';
import { setCsrf } from './api.ts';
import { useEvents } from './events.ts';
import { MeContext } from './me.ts';
import { useRead } from './use-api.ts';

const PAGES = [
  { path: '/inbox', name: 'Inbox' },
  { path: '/tools', name: 'Tools' },
  { path: '/sessions', name: 'Sessions' },
  { path: '/record', name: 'Record' },
  { path: '/policy', name: 'Policy' },
] as const;

const Frame = ({ me }: { readonly me: Me }): JSX.Element => {
  const client = useQueryClient();
  useEvents(
    useCallback(
      (event: ConsoleEvent) => {
        if (event.type === 'changed') void client.invalidateQueries();
      },
      [client],
    ),
  );
  return (
    <MeContext value={me}>
      <nav className="shell-nav" aria-label="Pages">
        {PAGES.map(({ path, name }) => (
          <Link key={path} href={path} className={(active) => (active ? 'active' : '')}>
            {name}
          </Link>
        ))}
      </nav>
      <main className="shell-main">
        <Switch>
          <Route path="/inbox/:call?">{({ call }) => <InboxPage call={call} />}</Route>
          <Route path="/tools/:server?/:tool?">
            {({ server, tool }) => <ToolsPage server={server} tool={tool} />}
          </Route>
          <Route path="/sessions/:session?">{({ session }) => <SessionsPage session={session} />}</Route>
          <Route path="/record/:call?">{({ call }) => <RecordPage call={call} />}</Route>
          <Route path="/policy">
            <PolicyPage />
          </Route>
          <Route>
            <Redirect to="/inbox" replace />
          </Route>
        </Switch>
      </main>
    </MeContext>
  );
};

const Entry = (): JSX.Element => {
  const me = useRead('me', {});
  if (me.error !== null) return <Problem error={me.error} />;
  if (me.data === undefined) return <div className="shell-wait" aria-busy="true" />;
  setCsrf(me.data.csrf);
  return <Frame me={me.data} />;
};

const client = new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 5_000 } } });

export const App = (): JSX.Element => (
  <QueryClientProvider client={client}>
    <Entry />
  </QueryClientProvider>
);
