import { useMemo, useRef, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Page } from '../parts/page.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { useHotkeys } from '../shell/hotkeys.ts';
import { useRead } from '../shell/use-api.ts';
import { CallList } from './call-list.tsx';
import { Chips } from './chips.tsx';
import { ExportDialog } from './export.tsx';
import { Figures } from './figures.tsx';
import type { Wanted } from './filter.ts';
import { filterOf, searchOf } from './filter.ts';
import { FilterBar, TimeBar } from './filter-bar.tsx';
import { spanOf } from './span.ts';
import { Story } from './story.tsx';
import { useCalls } from './use-calls.ts';
import type { WantedHere } from './use-wanted.ts';
import { useWanted } from './use-wanted.ts';
import { VerifyDialog } from './verify.tsx';
import './record.css';

const number = (value: number): string => value.toLocaleString('en');

const MINUTE = 60_000;

/** Now, as of when what is looked for was last changed: the same question stays the same. */
const useNow = (wanted: Wanted): number => {
  const key = searchOf(wanted);
  // eslint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => Math.floor(Date.now() / MINUTE) * MINUTE, [key]);
};

const Size = () => {
  const { data } = useRead('record.size', {});
  if (data === undefined) return null;
  const { rows, checkpoint } = data;
  return (
    <p className="record-size">
      {number(rows)} rows
      {checkpoint === null ? ', none signed yet' : `, signed up to row ${number(checkpoint.size)}`}
    </p>
  );
};

const Calls = ({ here, call, now }: { here: WantedHere; call: string | undefined; now: number }) => {
  const filter = useMemo(() => filterOf(here.wanted, now), [here.wanted, now]);
  const found = useCalls(filter);
  return (
    <div className={call === undefined ? 'record-split' : 'record-split record-split-open'}>
      <CallList
        found={found}
        narrowed={Object.keys(filter).length > 0}
        current={call}
        addressOf={here.addressOf}
      />
      {call === undefined ? null : <Story key={call} call={call} back={here.addressOf(undefined)} />}
    </div>
  );
};

const FigurePage = ({ here, now }: { here: WantedHere; now: number }) => {
  const { data } = useRead('record.size', {});
  const span = spanOf(here.wanted, data, now);
  const { since, until } = span;
  const stable = useMemo(() => ({ since, until }), [since, until]);
  return data === undefined ? <div aria-busy="true" /> : <Figures span={stable} />;
};

/** Everything that happened: look for it, follow it, count it, prove it, take it away. */
export const RecordPage = ({ call }: { call?: string | undefined }) => {
  const here = useWanted(call);
  const { wanted, view, want, show } = here;
  const now = useNow(wanted);
  const field = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<'verify' | 'export'>();
  useHotkeys([{ keys: '/', does: 'Search the record', run: () => field.current?.focus() }]);
  return (
    <Page
      title="Record"
      fill
      actions={
        <>
          <Size />
          <Button onClick={() => setOpen('verify')}>Verify</Button>
          <Button onClick={() => setOpen('export')}>Export</Button>
        </>
      }
    >
      <div className={call === undefined ? 'record' : 'record record-has-story'}>
        {view === 'calls' ? (
          <>
            <FilterBar wanted={wanted} want={want} field={field} />
            <Chips wanted={wanted} want={want} />
          </>
        ) : (
          <TimeBar wanted={wanted} want={want} />
        )}
        <Tabs
          label="The record"
          tabs={[
            { id: 'calls', name: 'Calls' },
            { id: 'figures', name: 'Figures' },
          ]}
          value={view}
          onChange={show}
        >
          {view === 'calls' ? (
            <Calls here={here} call={call} now={now} />
          ) : (
            <FigurePage here={here} now={now} />
          )}
        </Tabs>
      </div>
      {open === 'verify' ? <VerifyDialog onClose={() => setOpen(undefined)} /> : null}
      {open === 'export' ? (
        <ExportDialog filter={filterOf(wanted, now)} onClose={() => setOpen(undefined)} />
      ) : null}
    </Page>
  );
};
