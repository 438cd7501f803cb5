import { consoleMessages } from '@callgate/messages/console';
import type { CurrentUser } from '@callgate/operations/api';
import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { Suspense, lazy, useEffect, useMemo, useRef, useState } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { InboxPage } from './inbox/inbox-page.tsx';
import { Loading } from './parts/page.tsx';
import { Toasts, showToast } from './parts/toast.tsx';
import { Account, KeyboardHelp, applySavedTheme } from './shell/account.tsx';
import { setCsrf } from './shell/api.ts';
import { Banners } from './shell/banners.tsx';
import { CallNotifications } from './shell/call-notifications.ts';
import { connection, useEvents } from './shell/events.ts';
import { useHotkeys } from './shell/hotkeys.ts';
import { MeContext } from './shell/me.ts';
import { Nav } from './shell/nav.tsx';
import { PageErrorBoundary } from './shell/page-error-boundary.tsx';
import { createRefresh } from './shell/refresh.ts';
import { SignIn } from './shell/sign-in.tsx';
import { useRead } from './shell/use-api.ts';
import './shell/shell.css';

const TEXT = consoleMessages.shell;

applySavedTheme();

// the inbox is what people wait for; the others come when a person goes there
const ToolsPage = lazy(async () => ({ default: (await import('./tools/tools-page.tsx')).ToolsPage }));
const SessionsPage = lazy(async () => ({
  default: (await import('./sessions/sessions-page.tsx')).SessionsPage,
}));
const AuditPage = lazy(async () => ({ default: (await import('./record/audit-page.tsx')).AuditPage }));
const PolicyPage = lazy(async () => ({ default: (await import('./policy/policy-page.tsx')).PolicyPage }));

/** Keeps what is shown current, and says in passing what the operator has to know. */
const useConsoleEvents = (): void => {
  const queries = useQueryClient();
  const refresh = useMemo(() => createRefresh(queries), [queries]);
  useEvents((event) => {
    if (event.type === 'changed') refresh.changed(event.what);
    if (event.type === 'alert') {
      void queries.invalidateQueries({ queryKey: ['me'] });
      showToast({
        tone: 'warning',
        text: event.alert.message,
        ...(event.alert.call === null ? {} : { href: `/record/${encodeURIComponent(event.alert.call)}` }),
      });
    }
  });
  const connected = connection.use();
  const lost = useRef(false);
  useEffect(() => {
    if (connected === true && lost.current) refresh.everything();
    lost.current = connected === false;
  }, [connected, refresh]);
};

const Pages = () => (
  <Switch>
    <Route path="/inbox/:call?">{({ call }) => <InboxPage call={call} />}</Route>
    <Route path="/tools/:server?/:tool?">
      {({ server, tool }) => <ToolsPage server={server} tool={tool} />}
    </Route>
    <Route path="/sessions/:session?">{({ session }) => <SessionsPage session={session} />}</Route>
    <Route path="/record/:call?">{({ call }) => <AuditPage call={call} />}</Route>
    <Route path="/policy">
      <PolicyPage />
    </Route>
    <Route>
      <Redirect to="/inbox" replace />
    </Route>
  </Switch>
);

const LoadingPage = () => (
  <div className="page">
    <Loading lines={8} />
  </div>
);

const Frame = ({ me }: { me: CurrentUser }) => {
  const [helping, setHelping] = useState(false);
  const [location] = useLocation();
  useConsoleEvents();
  useHotkeys([{ keys: '?', does: TEXT.showKeys, run: () => setHelping(true) }]);
  return (
    <MeContext value={me}>
      <div className="shell">
        <a className="shell-skip" href="#main">
          {TEXT.skipToPage}
        </a>
        <div className="shell-rail">
          <p className="shell-brand">
            <img src="/icon.svg" alt="" width="24" height="24" />
            {TEXT.product}
          </p>
          <Nav />
          <Account onHelp={() => setHelping(true)} />
        </div>
        <div className="shell-body">
          <Banners />
          <main id="main" className="shell-main" tabIndex={-1}>
            <PageErrorBoundary place={location}>
              <Suspense fallback={<LoadingPage />}>
                <Pages />
              </Suspense>
            </PageErrorBoundary>
          </main>
        </div>
      </div>
      <Toasts />
      <CallNotifications />
      {helping ? <KeyboardHelp onClose={() => setHelping(false)} /> : null}
    </MeContext>
  );
};

const Entry = () => {
  const me = useRead('me', {}, { isGoingOn: (now) => (now?.storeProblem ?? null) !== null });
  if (me.data === undefined && me.error === null) return <div className="shell-wait" aria-busy="true" />;
  // signed out, or the first word never came; a moment without an answer leaves the page as it is
  if (me.data === undefined || me.error?.status === 401)
    return me.error === null ? <div /> : <SignIn error={me.error} onAgain={() => void me.refetch()} />;
  setCsrf(me.data.csrf);
  return <Frame me={me.data} />;
};

const client = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 1 && !('status' in error && error.status === 401),
      staleTime: 5_000,
    },
  },
});

export const App = () => (
  <QueryClientProvider client={client}>
    <Entry />
  </QueryClientProvider>
);
