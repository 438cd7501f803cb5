import { consoleMessages } from '@callgate/messages/console';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button, SearchField, Select } from '../parts/form.tsx';
import { ToolName } from '../parts/untrusted.tsx';
import { useHotkeys } from '../shell/hotkeys.ts';
import { useRead, useDebounced } from '../shell/use-api.ts';
import { markWords } from './marks.tsx';
import type { InboxListFilter, CardMark } from './inbox-types.ts';

const TEXT = consoleMessages.inbox.list;

const MARKS: readonly CardMark[] = [
  'strong',
  'irreversible',
  'destructive',
  'privileged',
  'agentic',
  'ai',
  'sensitive',
];
const KINDS = [
  { value: '', name: TEXT.allKinds } as const,
  ...MARKS.map((value) => ({ value, name: markWords(value) })),
];
const TYPING_MS = 200;
const MAX_GROUPS = 6;

export const InboxFilterBar = ({
  filter,
  onFilter,
}: {
  filter: InboxListFilter;
  onFilter: (filter: InboxListFilter) => void;
}) => {
  const [typed, setTyped] = useState(filter.text ?? '');
  const field = useRef<HTMLInputElement>(null);
  const groups = useRead('inbox.groups', {}).data ?? [];
  useHotkeys([{ keys: '/', does: consoleMessages.inbox.keys.search, run: () => field.current?.focus() }]);
  /** Without what was said of it before; `undefined` says nothing. */
  const put = <K extends keyof InboxListFilter>(key: K, value: InboxListFilter[K] | undefined): void => {
    const { [key]: _, ...rest } = filter;
    onFilter(value === undefined ? rest : { ...rest, [key]: value });
  };
  const text = useDebounced(typed, TYPING_MS);
  const search = useEffectEvent(() => {
    if (text !== (filter.text ?? '')) put('text', text === '' ? undefined : text);
  });
  useEffect(() => search(), [text]);
  const alike = groups.filter(({ count }) => count > 1).slice(0, MAX_GROUPS);
  const picked = groups.find((group) => group.alike === filter.alike);
  return (
    <div className="inbox-filter">
      <div className="inbox-filter-line">
        <SearchField
          field={field}
          label={TEXT.searchLabel}
          placeholder={TEXT.searchPlaceholder}
          value={typed}
          onChange={setTyped}
        />
        <Select
          label={TEXT.kind}
          value={filter.mark ?? ''}
          options={KINDS}
          onChange={(mark) => put('mark', mark === '' ? undefined : mark)}
        />
      </div>
      {filter.alike !== undefined ? (
        <div className="inbox-groups">
          <span className="inbox-chip inbox-chip-on">
            {picked === undefined ? TEXT.oneTool : <ToolName server={picked.server} tool={picked.target} />}
          </span>
          <Button look="quiet" onClick={() => put('alike', undefined)}>
            {TEXT.showAll}
          </Button>
        </div>
      ) : alike.length === 0 ? null : (
        <div className="inbox-groups" role="group" aria-label={TEXT.sameTool}>
          {alike.map((group) => (
            <button
              key={group.alike}
              type="button"
              className="inbox-chip"
              onClick={() => put('alike', group.alike)}
            >
              <ToolName server={group.server} tool={group.target} />
              <span className="inbox-chip-count">{TEXT.times({ count: group.count })}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
};
