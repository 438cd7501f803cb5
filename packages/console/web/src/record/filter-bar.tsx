import { display } from '@callgate/core';
import type { RecordNames } from '@callgate/operations/api';
import type { Ref } from 'react';
import { useEffect, useState } from 'react';
import { Icon } from '../parts/icon.tsx';
import { Checkbox } from '../parts/field.tsx';
import { useRead } from '../shell/use-api.ts';
import type { RangeName, Wanted } from './filter.ts';
import { OUTCOMES, RANGES, STATES } from './filter.ts';

type Want = (change: Partial<Wanted>) => void;

const NO_NAMES: RecordNames = { servers: [], tools: [], principals: [] };
const TYPING_MS = 200;

/** One of the names that occur; all of them where nothing is chosen. */
const NameSelect = ({
  label,
  all,
  names,
  value,
  onChange,
}: {
  label: string;
  all: string;
  names: readonly string[];
  value: string | undefined;
  onChange: (name: string | undefined) => void;
}) => {
  // one that came with the address may not be among them
  const known = value === undefined || names.includes(value) ? names : [value, ...names];
  return (
    <select
      className="record-select"
      aria-label={label}
      value={value === undefined ? '' : String(known.indexOf(value))}
      onChange={({ target }) => onChange(target.value === '' ? undefined : known[Number(target.value)])}
    >
      <option value="">{all}</option>
      {known.map((name, at) => (
        <option key={name} value={String(at)}>
          {display(name, { max: 60 })}
        </option>
      ))}
    </select>
  );
};

const StatePicker = ({ wanted, want }: { wanted: Wanted; want: Want }) => (
  <details className="record-states">
    <summary>{wanted.states.length === 0 ? 'Any state' : `${wanted.states.length} states`}</summary>
    <div className="record-states-list" role="group" aria-label="States">
      {STATES.map((state) => (
        <Checkbox
          key={state}
          label={state}
          checked={wanted.states.includes(state)}
          onChange={(on) =>
            want({ states: STATES.filter((each) => (each === state ? on : wanted.states.includes(each))) })
          }
        />
      ))}
    </div>
  </details>
);

/** `2026-11-16T09:30`, in the time of the place, as the field takes it. */
const localTime = (at: number | undefined): string => {
  if (at === undefined) return '';
  const date = new Date(at);
  return new Date(at - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

const fromLocal = (text: string): number | undefined => {
  const at = text === '' ? Number.NaN : new Date(text).getTime();
  return Number.isNaN(at) ? undefined : at;
};

const TimePicker = ({ wanted, want }: { wanted: Wanted; want: Want }) => {
  const { range, since, until } = wanted;
  const [picking, setPicking] = useState(false);
  const own = picking || since !== undefined || until !== undefined;
  const value = range ?? (own ? 'own' : '');
  return (
    <>
      <select
        className="record-select"
        aria-label="Time"
        value={value}
        onChange={({ target }) => {
          setPicking(target.value === 'own');
          const chosen = Object.keys(RANGES).find((name): name is RangeName => name === target.value);
          want({ range: chosen, since: undefined, until: undefined });
        }}
      >
        <option value="">Any time</option>
        {Object.entries(RANGES).map(([name, { name: words }]) => (
          <option key={name} value={name}>
            In {words}
          </option>
        ))}
        <option value="own">Between…</option>
      </select>
      {value === 'own' ? (
        <span className="record-times">
          <input
            type="datetime-local"
            aria-label="From"
            value={localTime(since)}
            onChange={({ target }) => want({ range: undefined, since: fromLocal(target.value) })}
          />
          <input
            type="datetime-local"
            aria-label="Until"
            value={localTime(until)}
            onChange={({ target }) => want({ range: undefined, until: fromLocal(target.value) })}
          />
        </span>
      ) : null}
    </>
  );
};

/** What is typed is looked for once the typing pauses. */
const TextSearch = ({ text, want, field }: { text: string; want: Want; field: Ref<HTMLInputElement> }) => {
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState(text);
  if (known !== text) {
    setKnown(text);
    setTyped(text);
  }
  useEffect(() => {
    if (typed === text) return undefined;
    const timer = setTimeout(() => want({ text: typed }), TYPING_MS);
    return () => clearTimeout(timer);
    // `want` is another function with every render
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [typed, text]);
  return (
    <label className="record-search">
      <Icon name="search" />
      <span className="hidden-words">Search by tool, server or call id</span>
      <input
        ref={field}
        type="search"
        value={typed}
        maxLength={200}
        placeholder="Tool, server or call id"
        onChange={({ target }) => setTyped(target.value)}
      />
    </label>
  );
};

const AI_WORDS = { yes: 'Uses AI', no: 'Uses no AI' } as const;

/** What figures are narrowed down to: a time. */
export const TimeBar = ({ wanted, want }: { wanted: Wanted; want: Want }) => (
  <div className="record-bar">
    <div className="record-filter-row">
      <TimePicker wanted={wanted} want={want} />
    </div>
    <p className="record-time-note">Figures are of all calls of a time, whatever else is looked for.</p>
  </div>
);

/** Everything calls can be looked for by. */
export const FilterBar = ({
  wanted,
  want,
  field,
}: {
  wanted: Wanted;
  want: Want;
  field: Ref<HTMLInputElement>;
}) => {
  const names = useRead('record.names', {}).data ?? NO_NAMES;
  const { server, tool, principal, outcome, ai } = wanted;
  return (
    <div className="record-bar" role="search">
      <TextSearch text={wanted.text} want={want} field={field} />
      <details className="record-filters" open={globalThis.matchMedia('(width >= 48rem)').matches}>
        <summary>Filters</summary>
        <div className="record-filter-row">
          <StatePicker wanted={wanted} want={want} />
          <select
            className="record-select"
            aria-label="Outcome"
            value={outcome ?? ''}
            onChange={({ target }) => want({ outcome: OUTCOMES.find((each) => each === target.value) })}
          >
            <option value="">Any outcome</option>
            {OUTCOMES.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
          <NameSelect
            label="Server"
            all="Any server"
            names={names.servers}
            value={server}
            onChange={(name) => want({ server: name })}
          />
          <NameSelect
            label="Tool"
            all="Any tool"
            names={names.tools}
            value={tool}
            onChange={(name) => want({ tool: name })}
          />
          <NameSelect
            label="Principal"
            all="Anybody"
            names={names.principals}
            value={principal}
            onChange={(name) => want({ principal: name })}
          />
          <select
            className="record-select"
            aria-label="AI"
            value={ai === undefined ? '' : ai ? 'yes' : 'no'}
            onChange={({ target }) => want({ ai: target.value === '' ? undefined : target.value === 'yes' })}
          >
            <option value="">AI or not</option>
            {Object.entries(AI_WORDS).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
          <TimePicker wanted={wanted} want={want} />
        </div>
      </details>
    </div>
  );
};
