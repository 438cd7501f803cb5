import type { LabelName } from '@callgate/core/label';
import type { SessionItem } from '@callgate/operations/api';
import { useState } from 'react';
import { Link } from 'wouter';
import { Badge, LABEL_NAMES, LabelBadges } from '../parts/badge.tsx';
import { formatInteger } from '../parts/format-count.ts';
import { Button, SelectField, TextField } from '../parts/form.tsx';
import { Card, EmptyState, Page, Loading } from '../parts/page.tsx';
import { Time, formatDuration } from '../parts/time.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { readApi } from '../shell/api.ts';
import { usePages, useRead, useDebounced } from '../shell/use-api.ts';
import { DeclassifyButtons } from './declassify-buttons.tsx';

const PARTS = [
  { name: 'ran', tone: 'auto', states: ['done', 'dispatching', 'approved'] },
  { name: 'held', tone: 'confirm', states: ['held'] },
  { name: 'stopped', tone: 'block', states: ['blocked', 'refused', 'expired', 'withdrawn'] },
  { name: 'failed', tone: 'failed', states: ['failed', 'indeterminate'] },
] as const;

const CountBar = ({ counts }: { counts: SessionItem['counts'] }) => {
  const parts = PARTS.map(({ states, ...part }) => ({
    ...part,
    count: states.reduce((sum, state) => sum + (counts.states[state] ?? 0), 0),
  })).filter(({ count }) => count > 0);
  return (
    <span className="sessions-count">
      <span className="sessions-bar" aria-hidden="true">
        {parts.map(({ name, tone, count }) => (
          <span key={name} className={`sessions-bar-${tone}`} style={{ flexGrow: count }} />
        ))}
      </span>
      <span className="soft">
        {counts.more ? `more than ${formatInteger(counts.calls)} calls; of the newest ` : ''}
        {parts.map(({ name, count }) => `${formatInteger(count)} ${name}`).join(', ')}
      </span>
    </span>
  );
};

const Item = ({ item }: { item: SessionItem }) => (
  <li className="sessions-item">
    <Link className="sessions-item-link" href={`/sessions/${encodeURIComponent(item.lastCall)}`}>
      <span className="sessions-item-who">
        <Untrusted className="sessions-item-principal" text={item.principal} max={80} />
        {item.authenticated ? (
          <Untrusted className="sessions-item-context" text={item.context} max={120} />
        ) : (
          <span className="sessions-item-context">contexts that only the client names</span>
        )}
      </span>
      <span className="sessions-item-labels">
        {item.labels === null ? <Badge quiet words="over" /> : <LabelBadges labels={item.labels} />}
        {item.waiting === 0 ? null : <Badge tone="confirm" icon="hand" words={`${item.waiting} waiting`} />}
      </span>
      <CountBar counts={item.counts} />
      <span className="sessions-item-time">
        <Time at={item.last} />
        {item.last === item.first ? null : (
          <span className="soft">over {formatDuration(item.last - item.first)}</span>
        )}
      </span>
    </Link>
  </li>
);

/** Stores that labelled sessions wrote to: whoever reads there gets the labels. */
const StoresCard = () => {
  const { data } = useRead('sessions.stores', {});
  if (data === undefined || data.items.length === 0) return null;
  return (
    <div className="sessions-stores">
      <Card title="Labelled stores">
        <p className="soft">
          Sessions that had touched something wrote here. Reading it back carries the label on.
        </p>
        <ul>
          {data.items.map(({ store, labels }) => (
            <li key={store}>
              <Untrusted text={store} max={120} />
              <LabelBadges labels={labels} />
              <DeclassifyButtons labels={labels} from={{ store }} />
            </li>
          ))}
        </ul>
        {data.next === null ? null : <p className="soft">There are more than are shown here.</p>}
      </Card>
    </div>
  );
};

const LIMIT = 50;
const QUIET_MS = 250;

const LABEL_OPTIONS = [
  { value: '', name: 'any' } as const,
  ...LABEL_NAMES.map((value) => ({ value, name: value })),
];

export const SessionList = () => {
  const [typed, setText] = useState('');
  const [who, setPrincipal] = useState('');
  const [label, setLabel] = useState<LabelName | ''>('');
  const text = useDebounced(typed, QUIET_MS).trim();
  const principal = useDebounced(who, QUIET_MS).trim();
  const filter = {
    ...(text === '' ? {} : { text }),
    ...(principal === '' ? {} : { principal }),
    ...(label === '' ? {} : { label }),
  };
  const { items, last, query, readOn } = usePages(['sessions.list', 'pages', filter], (from, signal) =>
    readApi('sessions.list', { limit: LIMIT, ...filter, ...from }, signal),
  );
  const filtered = Object.keys(filter).length > 0;
  return (
    <Page title="Sessions">
      <form className="sessions-filter" role="search" onSubmit={(event) => event.preventDefault()}>
        <TextField
          label="Name holds"
          type="search"
          value={typed}
          maxLength={200}
          placeholder="principal or context"
          onChange={setText}
        />
        <TextField
          label="Principal"
          type="search"
          value={who}
          maxLength={200}
          placeholder="anybody"
          onChange={setPrincipal}
        />
        <SelectField label="Has touched" value={label} options={LABEL_OPTIONS} onChange={setLabel} />
      </form>
      {last === undefined ? (
        <Loading error={query.error} lines={5} />
      ) : (
        <>
          {items.length > 0 ? null : query.hasNextPage ? (
            <p className="soft">Nothing among the newest that were looked through so far.</p>
          ) : filtered ? (
            <EmptyState title="No session is like that" text="Look for less." />
          ) : (
            <EmptyState
              title="No session yet"
              text="A session shows here as soon as an agent makes its first call."
            />
          )}
          <ul className="sessions-list" aria-label="Sessions, the newest first">
            {items.map((item) => (
              <Item key={item.session} item={item} />
            ))}
          </ul>
          {query.hasNextPage ? <Button onClick={readOn}>More sessions</Button> : null}
        </>
      )}
      <StoresCard />
    </Page>
  );
};
