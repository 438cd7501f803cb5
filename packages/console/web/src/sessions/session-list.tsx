import type { SessionItem } from '@callgate/operations/api';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Empty } from '../parts/empty.tsx';
import { Field, Select } from '../parts/field.tsx';
import { Labels } from '../parts/labels.tsx';
import { Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Time, duration } from '../parts/time.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { useRead } from '../shell/use-api.ts';
import { CountBar } from './count-bar.tsx';
import { StoresCard } from './stores-card.tsx';

interface Filter {
  readonly text?: string;
  readonly principal?: string;
  readonly label?: 'private' | 'untrusted';
}

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
        {item.labels === null ? <Badge quiet>over</Badge> : <Labels labels={item.labels} />}
        {item.waiting === 0 ? null : (
          <Badge tone="confirm" icon="hand">
            {item.waiting} waiting
          </Badge>
        )}
      </span>
      <CountBar counts={item.counts} />
      <span className="sessions-item-time">
        <Time at={item.last} />
        {item.last === item.first ? null : (
          <span className="sessions-soft">over {duration(item.last - item.first)}</span>
        )}
      </span>
    </Link>
  </li>
);

const LIMIT = 50;

const Part = ({
  filter,
  after,
  last,
  onMore,
}: {
  filter: Filter;
  after: string | undefined;
  last: boolean;
  onMore: (next: string) => void;
}) => {
  const { data, error } = useRead('sessions.list', {
    limit: LIMIT,
    ...filter,
    ...(after === undefined ? {} : { after }),
  });
  if (error !== null && data === undefined) return <Problem error={error} />;
  if (data === undefined) return <Skeleton lines={5} />;
  const { next } = data;
  const filtered = Object.keys(filter).length > 0;
  return (
    <>
      {data.items.length > 0 || after !== undefined || next !== null ? null : (
        <Empty title={filtered ? 'No session is like that' : 'No session yet'}>
          <p>
            {filtered ? 'Look for less.' : 'A session shows here as soon as an agent makes its first call.'}
          </p>
        </Empty>
      )}
      {data.items.length === 0 && next !== null ? (
        <p className="sessions-soft">Nothing among the newest that were looked through so far.</p>
      ) : null}
      <ul className="sessions-list" aria-label="Sessions, the newest first">
        {data.items.map((item) => (
          <Item key={item.session} item={item} />
        ))}
      </ul>
      {last && next !== null ? <Button onClick={() => onMore(next)}>More sessions</Button> : null}
    </>
  );
};

const LABELS = [
  { value: '', name: 'any' },
  { value: 'private', name: 'private' },
  { value: 'untrusted', name: 'untrusted' },
] as const;

const QUIET_MS = 250;

/** What was typed, once somebody stopped typing. */
const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), QUIET_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
};

/** All sessions that calls were made in. */
export const SessionList = () => {
  const [typed, setText] = useState('');
  const [who, setPrincipal] = useState('');
  const [label, setLabel] = useState<'' | 'private' | 'untrusted'>('');
  const [pages, setPages] = useState<{ readonly of: string; readonly after: readonly string[] }>({
    of: '',
    after: [],
  });
  const text = useSettled(typed).trim();
  const principal = useSettled(who).trim();
  const filter: Filter = {
    ...(text === '' ? {} : { text }),
    ...(principal === '' ? {} : { principal }),
    ...(label === '' ? {} : { label }),
  };
  const of = JSON.stringify(filter);
  const after = [undefined, ...(pages.of === of ? pages.after : [])];
  return (
    <Page title="Sessions">
      <form className="sessions-filter" role="search" onSubmit={(event) => event.preventDefault()}>
        <Field label="Name holds">
          <input
            type="search"
            value={typed}
            maxLength={200}
            placeholder="principal or context"
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        <Field label="Principal">
          <input
            type="search"
            value={who}
            maxLength={200}
            placeholder="anybody"
            onChange={({ target }) => setPrincipal(target.value)}
          />
        </Field>
        <Field label="Has touched">
          <Select value={label} options={LABELS} onChange={setLabel} />
        </Field>
      </form>
      {after.map((cursor, index) => (
        <Part
          key={cursor ?? 'first'}
          filter={filter}
          after={cursor}
          last={index === after.length - 1}
          onMore={(next) => setPages({ of, after: [...(pages.of === of ? pages.after : []), next] })}
        />
      ))}
      <StoresCard />
    </Page>
  );
};
