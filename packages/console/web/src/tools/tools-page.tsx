import { consoleMessages } from '@callgate/messages/console';
import type { ServerRow, ToolRow } from '@callgate/operations/api';
import {
  type ToolFilter,
  type ToolGrouping,
  NO_FILTER,
  filterTools,
  groupTools,
  serverKey,
} from '@callgate/operations/tool-filter';
import { useMemo, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { EmptyState, Page, Loading } from '../parts/page.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { useHotkeys } from '../shell/hotkeys.ts';
import { useRead } from '../shell/use-api.ts';
import { ToolPane } from './detail/tool-pane.tsx';
import { ToolFilterBar, groupText } from './tool-filter-bar.tsx';
import { ServerList } from './server-list.tsx';
import { ToolList } from './tool-list.tsx';
import './tools.css';

const TEXT = consoleMessages.tools;
const TITLE = consoleMessages.shell.pages.tools;

const addressOf = ({ server, tool, identity }: ToolRow): string =>
  `/tools/${encodeURIComponent(server)}/${encodeURIComponent(tool)}?at=${encodeURIComponent(identity)}`;

/** The tool a person means: of the identity they named, else the one that is served. */
const findChosenTool = (
  tools: readonly ToolRow[],
  server: string | undefined,
  tool: string | undefined,
  identity: string | null,
): ToolRow | undefined => {
  const named = tools.filter((row) => row.server === server && row.tool === tool);
  return named.find((row) => row.identity === identity) ?? named[0];
};

export const ToolsPage = ({ server, tool }: { server?: string | undefined; tool?: string | undefined }) => {
  const { data, error } = useRead(
    'tools.list',
    {},
    {
      isGoingOn: (list) =>
        list?.servers.some(({ health }) => health !== null && health.state !== 'ready') ?? false,
    },
  );
  const [, navigate] = useLocation();
  const at = new URLSearchParams(useSearch()).get('at');
  const [filter, setFilter] = useState<ToolFilter>(NO_FILTER);
  const [grouping, setGrouping] = useState<ToolGrouping>('server');
  const search = useRef<HTMLInputElement>(null);
  const servers = useMemo(
    (): ReadonlyMap<string, ServerRow> => new Map(data?.servers.map((each) => [serverKey(each), each])),
    [data],
  );
  const rows = useMemo(
    () => (data === undefined ? [] : filterTools(data.tools, filter, servers, data.customHints)),
    [data, filter, servers],
  );
  const groups = useMemo(
    () =>
      groupTools(rows, { grouping, situation: filter.situation, servers, custom: data?.customHints ?? [] }),
    [rows, grouping, filter.situation, servers, data],
  );
  const row = data === undefined ? undefined : findChosenTool(data.tools, server, tool, at);
  const open = (next: ToolRow): void => navigate(addressOf(next));
  const close = (): void => navigate('/tools');
  const step = (by: number): void => {
    const ordered = groups.flatMap((group) => group.rows);
    const here = row === undefined ? -1 : ordered.indexOf(row);
    const next = ordered[Math.max(0, Math.min(ordered.length - 1, here + by))];
    if (next !== undefined) open(next);
  };
  useHotkeys([
    { keys: '/', does: TEXT.keys.search, run: () => search.current?.focus() },
    { keys: 'j', does: TEXT.keys.next, run: () => step(1) },
    { keys: 'k', does: TEXT.keys.previous, run: () => step(-1) },
    { keys: 'Escape', does: TEXT.keys.close, run: close },
  ]);
  if (data === undefined)
    return (
      <Page title={TITLE}>
        <Loading error={error} lines={8} />
      </Page>
    );
  const missing = tool !== undefined && row === undefined;
  return (
    <Page
      title={TITLE}
      fill
      actions={
        <span className="tools-policy">
          <Sentence
            parts={TEXT.summary({
              count: data.tools.length,
              policy: <Untrusted text={data.policy.name} max={60} />,
            })}
          />
          {data.policy.mode === 'observe' ? TEXT.observeOnly : ''}
        </span>
      }
    >
      <div className={row === undefined && !missing ? 'tools-split' : 'tools-split tools-open'}>
        <div className="tools-side">
          <ServerList
            servers={data.servers}
            chosen={filter.server}
            onChoose={(key) => setFilter({ ...filter, server: filter.server === key ? '' : key })}
          />
          <ToolFilterBar
            data={data}
            filter={filter}
            grouping={grouping}
            shown={rows.length}
            search={search}
            onFilter={setFilter}
            onGroup={setGrouping}
          />
          {data.tools.length === 0 ? (
            <EmptyState title={TEXT.empty} text={TEXT.emptyText} />
          ) : rows.length === 0 ? (
            <EmptyState title={TEXT.noMatch} text={TEXT.noMatchText} />
          ) : (
            <ToolList
              groups={groups}
              headed={grouping !== 'none'}
              servers={servers}
              situation={filter.situation}
              current={row}
              nameOf={(group) => groupText(group, grouping)}
              addressOf={addressOf}
              onOpen={open}
            />
          )}
        </div>
        {missing ? (
          <div className="tools-pane">
            <EmptyState title={TEXT.missing} text={TEXT.missingText} />
          </div>
        ) : row === undefined ? null : (
          <ToolPane
            key={`${serverKey(row)} ${row.tool}`}
            row={row}
            customHints={data.customHints}
            onClose={close}
          />
        )}
      </div>
    </Page>
  );
};
