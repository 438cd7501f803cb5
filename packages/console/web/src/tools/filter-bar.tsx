import type { Answer, Ground, Outcome, Trust } from '@callgate/core';
import { ANSWERS, GROUNDS, HINT_NAMES, OUTCOMES, TRUSTS, display } from '@callgate/core';
import type { ServerRow, Situation } from '@callgate/operations/api';
import type { RefObject } from 'react';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Field, Select } from '../parts/field.tsx';
import { groundWord } from '../parts/hints.tsx';
import { Icon } from '../parts/icon.tsx';
import { outcomeWords } from '../parts/outcome.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import type { Filter, Grouping, HintFilter, Kind, Standing } from '@callgate/operations/tool-filter';
import { NO_FILTER, isFiltered, serverKey } from '@callgate/operations/tool-filter';
import { SITUATION_NAMES } from './situations.ts';

const KINDS: readonly { readonly value: Kind; readonly name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'agents', name: 'Agents' },
  { value: 'utilities', name: 'Utilities' },
];

const STANDINGS: readonly { readonly value: Standing; readonly name: string }[] = [
  { value: 'any', name: 'Any standing' },
  { value: 'offered', name: 'Offered to agents' },
  { value: 'disabled', name: 'Disabled' },
  { value: 'changed', name: 'Changed since pinned' },
  { value: 'apart', name: 'Set apart' },
  { value: 'conflicting', name: 'Claims conflict' },
  { value: 'malformed', name: 'Claims malformed' },
  { value: 'undescribed', name: 'Undescribed' },
  { value: 'overridden', name: 'Overridden' },
  { value: 'reviewed', name: 'Reviewed' },
  { value: 'needs-review', name: 'Needs review' },
];

const any = <V extends string>(
  name: string,
  values: readonly V[],
  words: (value: V) => string = (value) => value,
): readonly { readonly value: V | 'any'; readonly name: string }[] => [
  { value: 'any', name },
  ...values.map((value) => ({ value, name: words(value) })),
];

const GROUPS: readonly { readonly value: string; readonly name: string }[] = [
  { value: 'server', name: 'server' },
  { value: 'trust', name: 'trust' },
  { value: 'outcome', name: 'outcome' },
  { value: 'kind', name: 'agents and utilities' },
  { value: 'belief', name: 'belief in a hint' },
  { value: 'ground', name: 'ground of a hint' },
  { value: 'none', name: 'nothing' },
];

const conditionWords = ({ value, ground, claimed }: HintFilter): string =>
  [
    value === 'any' ? '' : `is ${value}`,
    ground === 'any' ? '' : `by ${groundWord(ground)}`,
    claimed === 'any' ? '' : claimed === 'unknown' ? 'unclaimed' : `claimed ${claimed}`,
  ]
    .filter((part) => part !== '')
    .join(', ');

const HintCondition = ({
  hints,
  onAdd,
}: {
  hints: readonly string[];
  onAdd: (filter: HintFilter) => void;
}) => {
  const [hint, setHint] = useState(hints[0] ?? '');
  const [value, setValue] = useState<Answer | 'any'>('yes');
  const [ground, setGround] = useState<Ground | 'any'>('any');
  const [claimed, setClaimed] = useState<Answer | 'any'>('any');
  return (
    <div className="tools-condition">
      <Field label="Hint">
        <Select
          value={hint}
          options={hints.map((name) => ({ value: name, name: display(name, { max: 40 }) }))}
          onChange={setHint}
        />
      </Field>
      <Field label="Belief">
        <Select value={value} options={any('any', ANSWERS)} onChange={setValue} />
      </Field>
      <Field label="Ground">
        <Select value={ground} options={any('any', GROUNDS, groundWord)} onChange={setGround} />
      </Field>
      <Field label="Claim">
        <Select
          value={claimed}
          options={any('any', ANSWERS, (answer) => (answer === 'unknown' ? 'none' : answer))}
          onChange={setClaimed}
        />
      </Field>
      <Button
        disabled={value === 'any' && ground === 'any' && claimed === 'any'}
        onClick={() => onAdd({ hint, value, ground, claimed })}
      >
        Add condition
      </Button>
    </div>
  );
};

export const FilterBar = ({
  filter,
  grouping,
  servers,
  customHints,
  shown,
  total,
  search,
  onFilter,
  onGroup,
}: {
  filter: Filter;
  grouping: Grouping;
  servers: readonly ServerRow[];
  customHints: readonly string[];
  shown: number;
  total: number;
  search: RefObject<HTMLInputElement | null>;
  onFilter: (filter: Filter) => void;
  onGroup: (grouping: Grouping) => void;
}) => {
  const set = (part: Partial<Filter>): void => onFilter({ ...filter, ...part });
  const hints: readonly string[] = [...HINT_NAMES, ...customHints];
  const [by = 'server', hint = hints[0] ?? ''] = grouping.split(/:(.*)/s);
  const group = (next: string, of: string): void =>
    onGroup((next === 'belief' || next === 'ground' ? `${next}:${of}` : next) as Grouping);
  return (
    <div className="tools-filter" role="search" aria-label="Tools">
      <div className="tools-filter-row">
        <span className="tools-search">
          <Icon name="search" />
          <input
            ref={search}
            type="search"
            aria-label="Search tools"
            placeholder="Search tools  ( / )"
            value={filter.text}
            onChange={({ target }) => set({ text: target.value })}
          />
        </span>
        <div className="tools-kinds" role="group" aria-label="Agents or utilities">
          {KINDS.map(({ value, name }) => (
            <button
              key={value}
              type="button"
              aria-pressed={filter.kind === value}
              onClick={() => set({ kind: value })}
            >
              {name}
            </button>
          ))}
        </div>
        <div className="tools-kinds" role="group" aria-label="Review">
          <button
            type="button"
            aria-pressed={filter.standing === 'needs-review'}
            onClick={() => set({ standing: filter.standing === 'needs-review' ? 'any' : 'needs-review' })}
          >
            Needs review
          </button>
        </div>
      </div>
      <details className="tools-more">
        <summary>
          Filter and group
          <span className="tools-count" role="status">
            {shown === total
              ? `${total.toLocaleString('en')} shown`
              : `${shown.toLocaleString('en')} of ${total.toLocaleString('en')} shown`}
          </span>
        </summary>
        <div className="tools-selects">
          <Field label="Server">
            <Select
              value={filter.server}
              options={[
                { value: '', name: 'Any server' },
                ...servers.map((each) => ({
                  value: serverKey(each),
                  name: `${display(each.server, { max: 60 })}${each.state === 'elsewhere' ? ' (elsewhere)' : ''}`,
                })),
              ]}
              onChange={(server) => set({ server })}
            />
          </Field>
          <Field label="Trust">
            <Select<Trust | 'any'>
              value={filter.trust}
              options={any('Any trust', TRUSTS)}
              onChange={(trust) => set({ trust })}
            />
          </Field>
          <Field label="Outcome">
            <Select<Outcome | 'any'>
              value={filter.outcome}
              options={any('Any outcome', OUTCOMES, (value) => `${value}: ${outcomeWords(value)}`)}
              onChange={(outcome) => set({ outcome })}
            />
          </Field>
          <Field label="Session touched">
            <Select<Situation>
              value={filter.situation}
              options={SITUATION_NAMES}
              onChange={(situation) => set({ situation })}
            />
          </Field>
          <Field label="Standing">
            <Select value={filter.standing} options={STANDINGS} onChange={(standing) => set({ standing })} />
          </Field>
          <Field label="Group by">
            <Select value={by} options={GROUPS} onChange={(next) => group(next, hint)} />
          </Field>
          {by === 'belief' || by === 'ground' ? (
            <Field label="Hint to group by">
              <Select
                value={hint}
                options={hints.map((name) => ({ value: name, name: display(name, { max: 40 }) }))}
                onChange={(of) => group(by, of)}
              />
            </Field>
          ) : null}
        </div>
        <HintCondition hints={hints} onAdd={(condition) => set({ hints: [...filter.hints, condition] })} />
      </details>
      {isFiltered(filter) ? (
        <div className="tools-chips">
          {filter.hints.map((condition, at) => (
            <button
              key={at}
              type="button"
              className="tools-chip"
              onClick={() => set({ hints: filter.hints.filter((_, other) => other !== at) })}
            >
              <Untrusted text={condition.hint} max={40} /> {conditionWords(condition)}
              <Icon name="cross" />
              <span className="tools-hidden">, take away</span>
            </button>
          ))}
          <Button look="quiet" onClick={() => onFilter({ ...NO_FILTER, situation: filter.situation })}>
            Show all
          </Button>
        </div>
      ) : null}
    </div>
  );
};
