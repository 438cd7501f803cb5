import { consoleMessages } from '@callgate/messages/console';
import { useMemo, useRef, useState } from 'react';
import { Button } from '../parts/form.tsx';
import { Page } from '../parts/page.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { useHotkeys } from '../shell/hotkeys.ts';
import { useRead } from '../shell/use-api.ts';
import { CallList } from './call-list.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { Figures } from './figures.tsx';
import { Chips, AuditFilterBar, TimeBar } from './audit-filter-bar.tsx';
import {
  type AuditSearch,
  type AuditSearchState,
  MINUTE,
  toAuditFilter,
  toSearchParams,
  useAuditSearch,
} from './audit-search.ts';
import { CallStoryView } from './call-story-view.tsx';
import { chartSpan } from './time-chart.tsx';
import { VerifyDialog } from './verify-dialog.tsx';
import './record.css';

const TEXT = consoleMessages.auditLog;
const TITLE = consoleMessages.shell.pages.auditLog;

/** Now, as of when what is looked for was last changed: the same question stays the same. */
const useNow = (wanted: AuditSearch): number => {
  const key = toSearchParams(wanted);
  // eslint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => Math.floor(Date.now() / MINUTE) * MINUTE, [key]);
};

const AuditLogSize = () => {
  const { data } = useRead('record.size', {});
  if (data === undefined) return null;
  const { rows, checkpoint } = data;
  return (
    <p className="record-size">
      {TEXT.size({ entries: rows, signed: checkpoint === null ? null : checkpoint.size })}
    </p>
  );
};

const FigurePage = ({ here, now }: { here: AuditSearchState; now: number }) => {
  const { data } = useRead('record.size', {});
  const span = chartSpan(here.wanted, data, now);
  const { since, until } = span;
  const stable = useMemo(() => ({ since, until }), [since, until]);
  return data === undefined ? <div aria-busy="true" /> : <Figures span={stable} />;
};

export const AuditPage = ({ call }: { call?: string | undefined }) => {
  const here = useAuditSearch(call);
  const { wanted, view, want, show } = here;
  const now = useNow(wanted);
  const filter = useMemo(() => toAuditFilter(wanted, now), [wanted, now]);
  const field = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<'verify' | 'export'>();
  useHotkeys([{ keys: '/', does: TEXT.keys.search, run: () => field.current?.focus() }]);
  return (
    <Page
      title={TITLE}
      fill
      actions={
        <>
          <AuditLogSize />
          <Button onClick={() => setOpen('verify')}>{TEXT.verify}</Button>
          <Button onClick={() => setOpen('export')}>{TEXT.export}</Button>
        </>
      }
    >
      <div className={call === undefined ? 'record' : 'record record-has-story'}>
        {view === 'calls' ? (
          <>
            <AuditFilterBar wanted={wanted} want={want} field={field} />
            <Chips wanted={wanted} want={want} />
          </>
        ) : (
          <TimeBar wanted={wanted} want={want} />
        )}
        <Tabs
          label={TITLE}
          tabs={[
            { id: 'calls', name: TEXT.tabs.calls },
            { id: 'figures', name: TEXT.tabs.figures },
          ]}
          value={view}
          onChange={show}
        >
          {view === 'calls' ? (
            <div className={call === undefined ? 'record-split' : 'record-split record-split-open'}>
              <CallList filter={filter} current={call} addressOf={here.addressOf} />
              {call === undefined ? null : (
                <CallStoryView key={call} call={call} back={here.addressOf(undefined)} />
              )}
            </div>
          ) : (
            <FigurePage here={here} now={now} />
          )}
        </Tabs>
      </div>
      {open === 'verify' ? <VerifyDialog onClose={() => setOpen(undefined)} /> : null}
      {open === 'export' ? <ExportDialog filter={filter} onClose={() => setOpen(undefined)} /> : null}
    </Page>
  );
};
