import { useEffect, useRef, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { ToolName } from '../parts/tool-name.tsx';
import { useHotkeys } from '../shell/hotkeys.ts';
import { useRead } from '../shell/use-api.ts';
import { markWords } from './marks.tsx';
import type { Filter, Group, Mark } from './types.ts';

const OFFERED: readonly Mark[] = [
  'strong',
  'irreversible',
  'destructive',
  'privileged',
  'agentic',
  'ai',
  'sensitive',
];
const TYPING_MS = 200;
const MAX_GROUPS = 6;

const Groups = ({ groups, onPick }: { groups: readonly Group[]; onPick: (alike: string) => void }) => {
  const alike = groups.filter(({ count }) => count > 1).slice(0, MAX_GROUPS);
  return alike.length === 0 ? null : (
    <div className="inbox-groups" role="group" aria-label="Alike calls">
      {alike.map((group) => (
        <button key={group.alike} type="button" className="inbox-chip" onClick={() => onPick(group.alike)}>
          <ToolName server={group.server} tool={group.target} />
          <span className="inbox-chip-count">× {group.count.toLocaleString('en')}</span>
        </button>
      ))}
    </div>
  );
};

/** Which of the waiting calls are listed. */
export const FilterBar = ({ filter, onFilter }: { filter: Filter; onFilter: (filter: Filter) => void }) => {
  const [text, setText] = useState(filter.text ?? '');
  const field = useRef<HTMLInputElement>(null);
  const groups = useRead('inbox.groups', {});
  useHotkeys([{ keys: '/', does: 'Search', run: () => field.current?.focus() }]);
  useEffect(() => {
    const timer = setTimeout(() => {
      const { text: before = '', ...rest } = filter;
      if (text !== before) onFilter(text === '' ? rest : { ...rest, text });
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, filter, onFilter]);
  const picked = groups.data?.find(({ alike }) => alike === filter.alike);
  return (
    <div className="inbox-filter">
      <div className="inbox-filter-line">
        <label className="inbox-search">
          <Icon name="search" />
          <span className="hidden-words">Search what waits</span>
          <input
            ref={field}
            type="search"
            placeholder="Tool, person, reason"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </label>
        <label>
          <span className="hidden-words">Kind of call</span>
          <select
            value={filter.mark ?? ''}
            onChange={({ target }) => {
              const { mark: _, ...rest } = filter;
              const mark = OFFERED.find((one) => one === target.value);
              onFilter(mark === undefined ? rest : { ...rest, mark });
            }}
          >
            <option value="">all kinds</option>
            {OFFERED.map((mark) => (
              <option key={mark} value={mark}>
                {markWords(mark)}
              </option>
            ))}
          </select>
        </label>
      </div>
      {filter.alike === undefined ? (
        <Groups groups={groups.data ?? []} onPick={(alike) => onFilter({ ...filter, alike })} />
      ) : (
        <div className="inbox-groups">
          <span className="inbox-chip inbox-chip-on">
            {picked === undefined ? 'one tool' : <ToolName server={picked.server} tool={picked.target} />}
          </span>
          <Button
            look="quiet"
            onClick={() => {
              const { alike: _, ...rest } = filter;
              onFilter(rest);
            }}
          >
            Show all
          </Button>
        </div>
      )}
    </div>
  );
};
