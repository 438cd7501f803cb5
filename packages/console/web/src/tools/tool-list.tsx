import { consoleMessages } from '@callgate/messages/console';
import { formatCount } from '@callgate/messages/text/count';
import type { ServerRow, SessionProfile, ToolRow } from '@callgate/operations/api';
import { type ToolGroup, isRelaxing, serverKey } from '@callgate/operations/tool-filter';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { Badge, OutcomeBadge } from '../parts/badge.tsx';
import { Hints } from '../parts/hints.tsx';
import { Icon } from '../parts/icon.tsx';
import { ToolName, Untrusted } from '../parts/untrusted.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { ToolStatusBadges } from './tool-status-badges.tsx';

const TEXT = consoleMessages.tools;

type ToolListItem =
  | { readonly type: 'head'; readonly group: ToolGroup; readonly open: boolean }
  | { readonly type: 'tool'; readonly row: ToolRow };

const keyOf = (item: ToolListItem): string =>
  item.type === 'head' ? `head ${item.group.key}` : `tool ${serverKey(item.row)} ${item.row.tool}`;

const MAX_QUIET = 3;
/** What is so of every read. */
const FOLLOWS: ReadonlySet<string> = new Set(['destructive', 'idempotent', 'reversible']);

/** What asks for care; where nothing does, what is believed besides the defaults. */
const RowHints = ({ row }: { row: ToolRow }) => {
  const careful = Object.entries(row.hints).filter(
    ([name, { value, ground }]) => value !== 'unknown' && ground !== 'default' && !isRelaxing(name, value),
  );
  const reads = row.hints['readOnly']?.value === 'yes';
  const rest = Object.entries(row.hints).filter(
    ([name, { value, ground }]) =>
      value !== 'unknown' && ground !== 'default' && !(reads && FOLLOWS.has(name)),
  );
  const shown = careful.length > 0 ? careful : rest.slice(0, MAX_QUIET);
  return shown.length === 0 ? null : <Hints beliefs={Object.fromEntries(shown)} />;
};

const Row = ({
  row,
  server,
  situation,
  isCurrent,
  isStop,
  address,
}: {
  row: ToolRow;
  server: ServerRow | undefined;
  situation: SessionProfile;
  isCurrent: boolean;
  /** Where Tab comes to the list. */
  isStop: boolean;
  address: string;
}) => (
  <Link
    href={address}
    className={row.exposed === null ? 'tools-row tools-row-off' : 'tools-row'}
    aria-current={isCurrent ? 'true' : undefined}
    tabIndex={isStop ? 0 : -1}
  >
    <span className="tools-row-top">
      <span className="tools-row-name">
        <ToolName server={row.server} tool={row.tool} />
        {row.agentic === 'yes' ? <Badge tone="agentic" icon="agent" words={TEXT.badges.agent} /> : null}
        <ToolStatusBadges row={row} state={server?.state ?? 'served'} />
      </span>
      <OutcomeBadge outcome={row.outcomes[situation]} />
    </span>
    <span className="tools-row-text">
      <Untrusted text={row.title ?? row.description} max={140} />
    </span>
    <RowHints row={row} />
  </Link>
);

/** Tools in groups; only what is in sight is in the page. */
export const ToolList = ({
  groups,
  headed,
  servers,
  situation,
  current,
  nameOf,
  addressOf,
  onOpen,
}: {
  groups: readonly ToolGroup[];
  headed: boolean;
  servers: ReadonlyMap<string, ServerRow>;
  situation: SessionProfile;
  current: ToolRow | undefined;
  nameOf: (group: ToolGroup) => string;
  addressOf: (row: ToolRow) => string;
  onOpen: (row: ToolRow) => void;
}) => {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const box = useRef<HTMLDivElement>(null);
  const items = useMemo(
    (): readonly ToolListItem[] =>
      groups.flatMap((group): readonly ToolListItem[] => {
        const open = !closed.has(group.key);
        return [
          ...(headed ? [{ type: 'head', group, open } as const] : []),
          ...(open || !headed ? group.rows.map((row) => ({ type: 'tool', row }) as const) : []),
        ];
      }),
    [groups, headed, closed],
  );
  const at = items.findIndex((item) => item.type === 'tool' && item.row === current);
  const stop = at >= 0 ? at : items.findIndex(({ type }) => type === 'tool');
  const toggle = (key: string): void => {
    const next = new Set(closed);
    if (!next.delete(key)) next.add(key);
    setClosed(next);
  };
  const move = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    for (let next = stop + by; next >= 0 && next < items.length; next += by) {
      const item = items[next];
      if (item?.type !== 'tool') continue;
      onOpen(item.row);
      requestAnimationFrame(() =>
        box.current?.querySelector<HTMLElement>('[aria-current=true]')?.focus({ preventScroll: true }),
      );
      return;
    }
  };
  return (
    <div className="tools-list" ref={box} onKeyDown={move}>
      <VirtualList
        items={items}
        keyOf={keyOf}
        estimate={84}
        label={TEXT.list}
        className="tools-virtual"
        current={at >= 0 ? at : undefined}
        render={(item, index) =>
          item.type === 'head' ? (
            <button
              type="button"
              className="tools-group"
              aria-expanded={item.open}
              onClick={() => toggle(item.group.key)}
            >
              <Icon name="chevron" />
              <Untrusted text={nameOf(item.group)} max={80} />
              <span className="tools-group-count">{formatCount(item.group.rows.length)}</span>
            </button>
          ) : (
            <Row
              row={item.row}
              server={servers.get(serverKey(item.row))}
              situation={situation}
              isCurrent={item.row === current}
              isStop={index === stop}
              address={addressOf(item.row)}
            />
          )
        }
      />
    </div>
  );
};
