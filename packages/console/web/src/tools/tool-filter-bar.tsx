import { HINT_NAMES, OUTCOMES, display } from '@callgate/core';
import { type Ground, GROUNDS, TRUST_LEVELS } from '@callgate/core/disclose';
import { type Answer, ANSWERS } from '@callgate/core/vocabulary';
import { consoleMessages } from '@callgate/messages/console';
import type { ToolList } from '@callgate/operations/api';
import {
  type ToolFilter,
  type ToolGroup,
  type ToolGrouping,
  type HintFilter,
  type ToolKind,
  type ToolStatus,
  NO_FILTER,
  hasFilter,
  serverKey,
} from '@callgate/operations/tool-filter';
import { type RefObject, useState } from 'react';
import { type Option, Button, SearchField, SelectField, Switch } from '../parts/form.tsx';
import { groundName } from '../parts/hints.tsx';
import { Icon } from '../parts/icon.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { SITUATIONS } from './tool-status-badges.tsx';

const TEXT = consoleMessages.tools.filter;
const TERMS = consoleMessages.terms;

const KINDS: readonly Option<ToolKind>[] = [
  { value: 'all', name: TEXT.kinds.all },
  { value: 'agents', name: TEXT.kinds.agents },
  { value: 'utilities', name: TEXT.kinds.utilities },
];

const STANDINGS: readonly Option<ToolStatus>[] = (
  [
    'any',
    'offered',
    'disabled',
    'changed',
    'apart',
    'conflicting',
    'malformed',
    'undescribed',
    'overridden',
    'reviewed',
    'needs-review',
  ] as const
).map((value) => ({ value, name: TEXT.statuses[value] }));

const serverName = ({ server, state }: ToolList['servers'][number]): string => {
  const name = display(server, { max: 60 });
  return state === 'elsewhere' ? TEXT.elsewhere({ server: name }) : name;
};

const any = <V extends string>(
  name: string,
  values: readonly V[],
  words: (value: V) => string = (value) => value,
): readonly Option<V | 'any'>[] => [
  { value: 'any', name },
  ...values.map((value) => ({ value, name: words(value) })),
];

const GROUPS = (['server', 'trust', 'outcome', 'kind', 'belief', 'ground', 'none'] as const).map((value) => ({
  value,
  name: TEXT.groups[value],
}));

/** The keys of groups are values of what they are grouped by. */
export const groupText = ({ key, name }: ToolGroup, grouping: ToolGrouping): string => {
  const [by, hint = ''] = grouping.split(/:(.*)/s);
  const names: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    trust: TERMS.trust,
    outcome: TERMS.outcomes,
    kind: TEXT.kinds,
  };
  if (by === 'belief') return TEXT.hintGroup({ hint, value: TERMS.answers[key as Answer] });
  if (by === 'ground') return TEXT.hintGroup({ hint, value: groundName(key as Ground) });
  return names[by ?? '']?.[key] ?? name;
};

const conditionWords = ({ value, ground, claimed }: HintFilter): string =>
  [
    value === 'any' ? '' : TEXT.conditionValue({ value: TERMS.answers[value] }),
    ground === 'any' ? '' : TEXT.conditionGround({ ground: groundName(ground) }),
    claimed === 'any'
      ? ''
      : claimed === 'unknown'
        ? TEXT.conditionNoClaim
        : TEXT.conditionClaim({ claim: TERMS.answers[claimed] }),
  ]
    .filter((part) => part !== '')
    .join(', ');

const answerText = (answer: Answer): string => TERMS.answers[answer];

const claimText = (answer: Answer): string => (answer === 'unknown' ? TEXT.noClaim : TERMS.answers[answer]);

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
      <SelectField label={TEXT.hint} value={hint} options={hints} onChange={setHint} />
      <SelectField
        label={TEXT.value}
        value={value}
        options={any(TEXT.any, ANSWERS, answerText)}
        onChange={setValue}
      />
      <SelectField
        label={TEXT.ground}
        value={ground}
        options={any(TEXT.any, GROUNDS, groundName)}
        onChange={setGround}
      />
      <SelectField
        label={TEXT.claim}
        value={claimed}
        options={any(TEXT.any, ANSWERS, claimText)}
        onChange={setClaimed}
      />
      <Button
        disabled={value === 'any' && ground === 'any' && claimed === 'any'}
        onClick={() => onAdd({ hint, value, ground, claimed })}
      >
        {TEXT.add}
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
    <div className="tools-filter" role="search" aria-label={TEXT.label}>
      <div className="tools-filter-row">
        <SearchField
          field={search}
          label={TEXT.search}
          placeholder={TEXT.searchPlaceholder}
          value={filter.text}
          onChange={(text) => set({ text })}
        />
        <Switch
          className="tools-kinds"
          label={TEXT.kindsLabel}
          options={KINDS}
          value={filter.kind}
          onChange={(kind) => set({ kind })}
        />
        <div className="tools-kinds" role="group" aria-label={TEXT.review}>
          <button
            type="button"
            aria-pressed={filter.standing === 'needs-review'}
            onClick={() => set({ standing: filter.standing === 'needs-review' ? 'any' : 'needs-review' })}
          >
            {TEXT.needsReview}
          </button>
        </div>
      </div>
      <details className="tools-more">
        <summary>
          {TEXT.more}
          <span className="tools-count" role="status">
            {TEXT.shown({ count: shown, total })}
          </span>
        </summary>
        <div className="tools-selects">
          {pick('server', TEXT.server, [
            { value: '', name: TEXT.anyServer },
            ...servers.map((each) => ({
              value: serverKey(each),
              name: serverName(each),
            })),
          ])}
          {pick(
            'trust',
            TEXT.trust,
            any(TEXT.anyTrust, TRUST_LEVELS, (value) => TERMS.trust[value]),
          )}
          {pick(
            'outcome',
            TEXT.outcome,
            any(TEXT.anyOutcome, OUTCOMES, (value) => TERMS.outcomes[value]),
          )}
          {pick('situation', TEXT.situation, SITUATIONS)}
          {pick('standing', TEXT.status, STANDINGS)}
          <SelectField
            label={TEXT.groupBy}
            value={by}
            options={GROUPS}
            onChange={(next) => group(next, hint)}
          />
          {by === 'belief' || by === 'ground' ? (
            <SelectField
              label={TEXT.groupHint}
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
              <span className="hidden-words">{TEXT.remove}</span>
            </button>
          ))}
          <Button look="quiet" onClick={() => onFilter({ ...NO_FILTER, situation: filter.situation })}>
            {TEXT.showAll}
          </Button>
        </div>
      ) : null}
    </div>
  );
};
