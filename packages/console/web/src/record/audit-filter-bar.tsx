import { OUTCOMES, display } from '@callgate/core';
import { type Ref, useEffect, useEffectEvent, useState } from 'react';
import { Checkbox, SearchField, Select } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { useRead, useDebounced } from '../shell/use-api.ts';
import { type AuditSearch, RANGES, STATES, isRange } from './audit-search.ts';

interface AuditSearchProps {
  readonly wanted: AuditSearch;
  readonly want: (change: AuditSearch) => void;
}

const NO_NAMES = { servers: [], tools: [], principals: [] };
const NO_STATES: NonNullable<AuditSearch['states']> = [];
const TYPING_MS = 200;

const NameSelect = ({
  label,
  all,
  names,
  value = '',
  onChange,
}: {
  label: string;
  all: string;
  names: readonly string[];
  value: string | undefined;
  onChange: (name: string | undefined) => void;
}) => {
  // one that came with the address may not be among them
  const known = value === '' || names.includes(value) ? names : [value, ...names];
  return (
    <Select
      className="record-select"
      label={label}
      value={value}
      options={[
        { value: '', name: all },
        ...known.map((name) => ({ value: name, name: display(name, { max: 60 }) })),
      ]}
      onChange={(name) => onChange(name === '' ? undefined : name)}
    />
  );
};

const StatePicker = ({ wanted: { states = NO_STATES }, want }: AuditSearchProps) => (
  <details className="record-states">
    <summary>{states.length === 0 ? 'Any state' : `${states.length} states`}</summary>
    <div className="record-states-list" role="group" aria-label="States">
      {STATES.map((state) => (
        <Checkbox
          key={state}
          label={state}
          checked={states.includes(state)}
          onChange={(on) =>
            want({ states: STATES.filter((each) => (each === state ? on : states.includes(each))) })
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

const TIMES = [
  { value: '', name: 'Any time' },
  ...Object.entries(RANGES).map(([value, { name }]) => ({ value, name: `In ${name}` })),
  { value: 'own', name: 'Between…' },
];

const TimePicker = ({ wanted, want }: AuditSearchProps) => {
  const { range, since, until } = wanted;
  const [picking, setPicking] = useState(false);
  const value = range ?? (picking || since !== undefined || until !== undefined ? 'own' : '');
  return (
    <>
      <Select
        className="record-select"
        label="Time"
        value={value}
        options={TIMES}
        onChange={(chosen) => {
          setPicking(chosen === 'own');
          want({ range: isRange(chosen) ? chosen : undefined, since: undefined, until: undefined });
        }}
      />
      {value === 'own' ? (
        <span className="record-times">
          {(['since', 'until'] as const).map((end) => (
            <input
              key={end}
              type="datetime-local"
              aria-label={end === 'since' ? 'From' : 'Until'}
              value={localTime(wanted[end])}
              onChange={({ target }) => want({ range: undefined, [end]: fromLocal(target.value) })}
            />
          ))}
        </span>
      ) : null}
    </>
  );
};

export const TimeBar = (props: AuditSearchProps) => (
  <div className="record-bar">
    <div className="record-filter-row">
      <TimePicker {...props} />
    </div>
    <p className="record-time-note">Figures are of all calls of a time, whatever else is looked for.</p>
  </div>
);

/** What is typed is looked for once the typing pauses. */
const TextSearch = ({
  wanted: { text = '' },
  want,
  field,
}: AuditSearchProps & { field: Ref<HTMLInputElement> }) => {
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState(text);
  if (known !== text) {
    setKnown(text);
    setTyped(text);
  }
  const settled = useDebounced(typed, TYPING_MS);
  const search = useEffectEvent(() => {
    if (settled === typed && typed !== text) want({ text: typed });
  });
  useEffect(() => search(), [settled]);
  return (
    <SearchField
      field={field}
      label="Search by tool, server or call id"
      placeholder="Tool, server or call id"
      value={typed}
      onChange={setTyped}
    />
  );
};

const OUTCOME_OPTIONS = [
  { value: '', name: 'Any outcome' } as const,
  ...OUTCOMES.map((value) => ({ value, name: value })),
];
const AI_OPTIONS = [
  { value: '', name: 'AI or not' },
  { value: 'yes', name: 'Uses AI' },
  { value: 'no', name: 'Uses no AI' },
] as const;

export const AuditFilterBar = ({
  wanted,
  want,
  field,
}: AuditSearchProps & { field: Ref<HTMLInputElement> }) => {
  const names = useRead('record.names', {}).data ?? NO_NAMES;
  const { outcome, ai } = wanted;
  return (
    <div className="record-bar" role="search">
      <TextSearch wanted={wanted} want={want} field={field} />
      <details className="record-filters" open={globalThis.matchMedia('(width >= 48rem)').matches}>
        <summary>Filters</summary>
        <div className="record-filter-row">
          <StatePicker wanted={wanted} want={want} />
          <Select
            className="record-select"
            label="Outcome"
            value={outcome ?? ''}
            options={OUTCOME_OPTIONS}
            onChange={(chosen) => want({ outcome: chosen === '' ? undefined : chosen })}
          />
          {(
            [
              ['server', 'Server', 'Any server', names.servers],
              ['tool', 'Tool', 'Any tool', names.tools],
              ['principal', 'Principal', 'Anybody', names.principals],
            ] as const
          ).map(([key, label, all, known]) => (
            <NameSelect
              key={key}
              label={label}
              all={all}
              names={known}
              value={wanted[key]}
              onChange={(name) => want({ [key]: name })}
            />
          ))}
          <Select
            className="record-select"
            label="AI"
            value={ai === undefined ? '' : ai ? 'yes' : 'no'}
            options={AI_OPTIONS}
            onChange={(chosen) => want({ ai: chosen === '' ? undefined : chosen === 'yes' })}
          />
          <TimePicker wanted={wanted} want={want} />
        </div>
      </details>
    </div>
  );
};

const FULL = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

type Chip = readonly [name: string, value: string, without: AuditSearch];

const chip = (name: string, key: keyof AuditSearch, value: string | undefined): readonly Chip[] =>
  value ? [[name, value, { [key]: undefined }]] : [];

const chipsOf = (wanted: AuditSearch): readonly Chip[] => {
  const {
    text,
    states = NO_STATES,
    outcome,
    server,
    tool,
    principal,
    session,
    ai,
    range,
    since,
    until,
  } = wanted;
  return [
    ...chip('text', 'text', text),
    ...states.map((state) => ['state', state, { states: states.filter((each) => each !== state) }] as const),
    ...chip('outcome', 'outcome', outcome),
    ...chip('server', 'server', server),
    ...chip('tool', 'tool', tool),
    ...chip('who', 'principal', principal),
    ...chip('session', 'session', session),
    ...chip('AI', 'ai', ai === undefined ? undefined : ai ? 'yes' : 'no'),
    ...chip('time', 'range', range && RANGES[range].name),
    ...chip('from', 'since', since === undefined ? '' : FULL.format(since)),
    ...chip('until', 'until', until === undefined ? '' : FULL.format(until)),
  ];
};

export const Chips = ({ wanted, want }: AuditSearchProps) => {
  const chips = chipsOf(wanted);
  if (chips.length === 0) return null;
  return (
    <ul className="record-chips" aria-label="What is looked for">
      {chips.map(([name, value, without]) => (
        <li key={`${name} ${value}`}>
          <button type="button" className="record-chip" onClick={() => want(without)}>
            <span className="record-chip-name">{name}</span>
            <Untrusted text={value} max={60} />
            <Icon name="cross" />
            <span className="hidden-words">Remove</span>
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          className="record-clear"
          onClick={() => want(Object.fromEntries(Object.keys(wanted).map((key) => [key, undefined])))}
        >
          Clear all
        </button>
      </li>
    </ul>
  );
};
