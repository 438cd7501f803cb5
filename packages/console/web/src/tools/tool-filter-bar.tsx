import { HINT_NAMES, OUTCOMES, display } from '@callgate/core';
import { type Ground, GROUNDS, TRUST_LEVELS } from '@callgate/core/disclose';
import { type Answer, ANSWERS } from '@callgate/core/vocabulary';
import type { ToolList } from '@callgate/operations/api';
import {
  type ToolFilter,
  type ToolGrouping,
  type HintFilter,
  type ToolKind,
  type ToolStatus,
  NO_FILTER,
  hasFilter,
  serverKey,
} from '@callgate/operations/tool-filter';
import { type RefObject, useState } from 'react';
import { outcomeWords } from '../parts/badge.tsx';
import { formatInteger } from '../parts/format-count.ts';
import { type Option, Button, SearchField, SelectField, Switch } from '../parts/form.tsx';
import { groundWord } from '../parts/hints.tsx';
import { Icon } from '../parts/icon.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { SITUATION_NAMES } from './tool-status-badges.tsx';

const KINDS: readonly Option<ToolKind>[] = [
  { value: 'all', name: 'All' },
  { value: 'agents', name: 'Agents' },
  { value: 'utilities', name: 'Utilities' },
];

const STANDINGS: readonly Option<ToolStatus>[] = [
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
): readonly Option<V | 'any'>[] => [
  { value: 'any', name },
  ...values.map((value) => ({ value, name: words(value) })),
];

const GROUPS = [
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

const claimWords = (answer: Answer): string => (answer === 'unknown' ? 'none' : answer);

const HintCondition = ({
  hints,
  onAdd,
}: {
  hints: readonly Option<string>[];
  onAdd: (filter: HintFilter) => void;
}) => {
  const [hint, setHint] = useState(hints[0]?.value ?? '');
  const [value, setValue] = useState<Answer | 'any'>('yes');
  const [ground, setGround] = useState<Ground | 'any'>('any');
  const [claimed, setClaimed] = useState<Answer | 'any'>('any');
  return (
    <div className="tools-condition">
      <SelectField label="Hint" value={hint} options={hints} onChange={setHint} />
      <SelectField label="Belief" value={value} options={any('any', ANSWERS)} onChange={setValue} />
      <SelectField
        label="Ground"
        value={ground}
        options={any('any', GROUNDS, groundWord)}
        onChange={setGround}
      />
      <SelectField
        label="Claim"
        value={claimed}
        options={any('any', ANSWERS, claimWords)}
        onChange={setClaimed}
      />
      <Button
        disabled={value === 'any' && ground === 'any' && claimed === 'any'}
        onClick={() => onAdd({ hint, value, ground, claimed })}
      >
        Add condition
      </Button>
    </div>
  );
};

export const ToolFilterBar = ({
  data: { servers, customHints, tools },
  filter,
  grouping,
  shown,
  search,
  onFilter,
  onGroup,
}: {
  data: ToolList;
  filter: ToolFilter;
  grouping: ToolGrouping;
  shown: number;
  search: RefObject<HTMLInputElement | null>;
  onFilter: (filter: ToolFilter) => void;
  onGroup: (grouping: ToolGrouping) => void;
}) => {
  const set = (part: Partial<ToolFilter>): void => onFilter({ ...filter, ...part });
  const pick = <K extends 'server' | 'trust' | 'outcome' | 'situation' | 'standing'>(
    key: K,
    label: string,
    options: readonly Option<ToolFilter[K]>[],
  ) => (
    <SelectField
      label={label}
      value={filter[key]}
      options={options}
      onChange={(value) => set({ [key]: value })}
    />
  );
  const hints = [...HINT_NAMES, ...customHints.map(({ name }) => name)].map((value) => ({
    value,
    name: display(value, { max: 40 }),
  }));
  const total = tools.length;
  const [by = 'server', hint = hints[0]?.value ?? ''] = grouping.split(/:(.*)/s);
  const group = (next: string, of: string): void =>
    onGroup((next === 'belief' || next === 'ground' ? `${next}:${of}` : next) as ToolGrouping);
  return (
    <div className="tools-filter" role="search" aria-label="Tools">
      <div className="tools-filter-row">
        <SearchField
          field={search}
          label="Search tools"
          placeholder="Search tools  ( / )"
          value={filter.text}
          onChange={(text) => set({ text })}
        />
        <Switch
          className="tools-kinds"
          label="Agents or utilities"
          options={KINDS}
          value={filter.kind}
          onChange={(kind) => set({ kind })}
        />
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
              ? `${formatInteger(total)} shown`
              : `${formatInteger(shown)} of ${formatInteger(total)} shown`}
          </span>
        </summary>
        <div className="tools-selects">
          {pick('server', 'Server', [
            { value: '', name: 'Any server' },
            ...servers.map((each) => ({
              value: serverKey(each),
              name: `${display(each.server, { max: 60 })}${each.state === 'elsewhere' ? ' (elsewhere)' : ''}`,
            })),
          ])}
          {pick('trust', 'Trust', any('Any trust', TRUST_LEVELS))}
          {pick(
            'outcome',
            'Outcome',
            any('Any outcome', OUTCOMES, (value) => `${value}: ${outcomeWords(value)}`),
          )}
          {pick('situation', 'Session touched', SITUATION_NAMES)}
          {pick('standing', 'Standing', STANDINGS)}
          <SelectField label="Group by" value={by} options={GROUPS} onChange={(next) => group(next, hint)} />
          {by === 'belief' || by === 'ground' ? (
            <SelectField
              label="Hint to group by"
              value={hint}
              options={hints}
              onChange={(of) => group(by, of)}
            />
          ) : null}
        </div>
        <HintCondition hints={hints} onAdd={(condition) => set({ hints: [...filter.hints, condition] })} />
      </details>
      {hasFilter(filter) ? (
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
              <span className="hidden-words">, take away</span>
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
