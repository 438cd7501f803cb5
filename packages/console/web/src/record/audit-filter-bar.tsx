import { OUTCOMES, display } from '@callgate/core';
import { consoleMessages } from '@callgate/messages/console';
import { type Ref, useEffect, useEffectEvent, useState } from 'react';
import { stateText } from '../parts/badge.tsx';
import { Checkbox, SearchField, Select } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { useRead, useDebounced } from '../shell/use-api.ts';
import { type AuditSearch, RANGES, STATES, isRange } from './audit-search.ts';

const TEXT = consoleMessages.auditLog.filter;
const OUTCOME_NAMES = consoleMessages.terms.outcomes;

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
    <summary>{states.length === 0 ? TEXT.anyState : TEXT.stateCount({ count: states.length })}</summary>
    <div className="record-states-list" role="group" aria-label={TEXT.states}>
      {STATES.map((state) => (
        <Checkbox
          key={state}
          label={stateText(state)}
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
  { value: '', name: TEXT.anyTime },
  ...Object.entries(RANGES).map(([value, { name }]) => ({ value, name })),
  { value: 'own', name: TEXT.between },
];

const TimePicker = ({ wanted, want }: AuditSearchProps) => {
  const { range, since, until } = wanted;
  const [picking, setPicking] = useState(false);
  const value = range ?? (picking || since !== undefined || until !== undefined ? 'own' : '');
  return (
    <>
      <Select
        className="record-select"
        label={TEXT.time}
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
              aria-label={end === 'since' ? TEXT.from : TEXT.until}
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
    <p className="record-time-note">{TEXT.chartNote}</p>
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
      label={TEXT.search}
      placeholder={TEXT.searchPlaceholder}
      value={typed}
      onChange={setTyped}
    />
  );
};

const OUTCOME_OPTIONS = [
  { value: '', name: TEXT.anyOutcome } as const,
  ...OUTCOMES.map((value) => ({ value, name: OUTCOME_NAMES[value] })),
];
const AI_OPTIONS = [
  { value: '', name: TEXT.anyAi },
  { value: 'yes', name: TEXT.usesAi },
  { value: 'no', name: TEXT.usesNoAi },
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
        <summary>{TEXT.title}</summary>
        <div className="record-filter-row">
          <StatePicker wanted={wanted} want={want} />
          <Select
            className="record-select"
            label={TEXT.outcome}
            value={outcome ?? ''}
            options={OUTCOME_OPTIONS}
            onChange={(chosen) => want({ outcome: chosen === '' ? undefined : chosen })}
          />
          {(
            [
              ['server', TEXT.server, TEXT.anyServer, names.servers],
              ['tool', TEXT.tool, TEXT.anyTool, names.tools],
              ['principal', TEXT.user, TEXT.anyUser, names.principals],
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
            label={TEXT.ai}
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
    ...chip(TEXT.chips.text, 'text', text),
    ...states.map(
      (state) =>
        [TEXT.chips.state, stateText(state), { states: states.filter((each) => each !== state) }] as const,
    ),
    ...chip(TEXT.chips.outcome, 'outcome', outcome && OUTCOME_NAMES[outcome]),
    ...chip(TEXT.chips.server, 'server', server),
    ...chip(TEXT.chips.tool, 'tool', tool),
    ...chip(TEXT.chips.user, 'principal', principal),
    ...chip(TEXT.chips.session, 'session', session),
    ...chip(
      TEXT.chips.ai,
      'ai',
      ai === undefined ? undefined : consoleMessages.terms.answers[ai ? 'yes' : 'no'],
    ),
    ...chip(TEXT.chips.time, 'range', range && RANGES[range].name),
    ...chip(TEXT.chips.from, 'since', since === undefined ? '' : FULL.format(since)),
    ...chip(TEXT.chips.until, 'until', until === undefined ? '' : FULL.format(until)),
  ];
};

export const Chips = ({ wanted, want }: AuditSearchProps) => {
  const chips = chipsOf(wanted);
  if (chips.length === 0) return null;
  return (
    <ul className="record-chips" aria-label={TEXT.active}>
      {chips.map(([name, value, without]) => (
        <li key={`${name} ${value}`}>
          <button type="button" className="record-chip" onClick={() => want(without)}>
            <span className="record-chip-name">{name}</span>
            <Untrusted text={value} max={60} />
            <Icon name="cross" />
            <span className="hidden-words">{TEXT.remove}</span>
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          className="record-clear"
          onClick={() => want(Object.fromEntries(Object.keys(wanted).map((key) => [key, undefined])))}
        >
          {TEXT.clear}
        </button>
      </li>
    </ul>
  );
};
