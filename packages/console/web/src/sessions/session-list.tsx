import type { LabelName } from '@callgate/core/label';
import { consoleMessages } from '@callgate/messages/console';
import type { SessionItem } from '@callgate/operations/api';
import { useState } from 'react';
import { Link } from 'wouter';
import { Badge, LABEL_NAMES, LabelBadges } from '../parts/badge.tsx';
import { Button, SelectField, TextField } from '../parts/form.tsx';
import { Card, EmptyState, Page, Loading } from '../parts/page.tsx';
import { Time, formatDuration } from '../parts/time.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { readApi } from '../shell/api.ts';
import { usePages, useRead, useDebounced } from '../shell/use-api.ts';
import { DeclassifyButtons } from './declassify-buttons.tsx';

const TEXT = consoleMessages.sessions.list;

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
        {counts.more ? TEXT.cut({ count: counts.calls }) : ''}
        {parts.map(({ name, count }) => TEXT.part({ count, name: TEXT.parts[name] })).join(', ')}
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
          <span className="sessions-item-context">{TEXT.unnamed}</span>
        )}
      </span>
      <span className="sessions-item-labels">
        {item.labels === null ? <Badge quiet words={TEXT.ended} /> : <LabelBadges labels={item.labels} />}
        {item.waiting === 0 ? null : (
          <Badge tone="confirm" icon="hand" words={TEXT.waiting({ count: item.waiting })} />
        )}
      </span>
      <CountBar counts={item.counts} />
      <span className="sessions-item-time">
        <Time at={item.last} />
        {item.last === item.first ? null : (
          <span className="soft">{TEXT.span({ time: formatDuration(item.last - item.first) })}</span>
        )}
      </span>
    </Link>
  </li>
);

/** Stores that labelled sessions wrote to: a session that reads there gets the labels. */
const StoresCard = () => {
  const { data } = useRead('sessions.stores', {});
  if (data === undefined || data.items.length === 0) return null;
  return (
    <div className="sessions-stores">
      <Card title={TEXT.stores}>
        <p className="soft">{TEXT.storesText}</p>
        <ul>
          {data.items.map(({ store, labels }) => (
            <li key={store}>
              <Untrusted text={store} max={120} />
              <LabelBadges labels={labels} />
              <DeclassifyButtons labels={labels} from={{ store }} />
            </li>
          ))}
        </ul>
        {data.next === null ? null : <p className="soft">{TEXT.moreStores}</p>}
      </Card>
    </div>
  );
};

const LIMIT = 50;
const QUIET_MS = 250;

const LABEL_OPTIONS = [
  { value: '', name: TEXT.anyLabel } as const,
  ...LABEL_NAMES.map((value) => ({ value, name: consoleMessages.terms.labelNames[value] })),
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
    <Page title={consoleMessages.shell.pages.sessions}>
      <form className="sessions-filter" role="search" onSubmit={(event) => event.preventDefault()}>
        <TextField
          label={TEXT.name}
          type="search"
          value={typed}
          maxLength={200}
          placeholder={TEXT.namePlaceholder}
          onChange={setText}
        />
        <TextField
          label={TEXT.user}
          type="search"
          value={who}
          maxLength={200}
          placeholder={TEXT.userPlaceholder}
          onChange={setPrincipal}
        />
        <SelectField label={TEXT.label} value={label} options={LABEL_OPTIONS} onChange={setLabel} />
      </form>
      {last === undefined ? (
        <Loading error={query.error} lines={5} />
      ) : (
        <>
          {items.length > 0 ? null : query.hasNextPage ? (
            <p className="soft">{TEXT.searching}</p>
          ) : filtered ? (
            <EmptyState title={TEXT.noMatch} text={TEXT.noMatchText} />
          ) : (
            <EmptyState title={TEXT.empty} text={TEXT.emptyText} />
          )}
          <ul className="sessions-list" aria-label={TEXT.listLabel}>
            {items.map((item) => (
              <Item key={item.session} item={item} />
            ))}
          </ul>
          {query.hasNextPage ? <Button onClick={readOn}>{TEXT.more}</Button> : null}
        </>
      )}
      <StoresCard />
    </Page>
  );
};
