import { storedRecordMessages } from '@callgate/messages/stored-record';
import type { CallState } from '../../record/call-row.ts';
import { CALL_STATES } from '../../record/call-row.ts';
import type { TimeSpan, ToolUsage } from '../figures.ts';
import { ColumnReader } from '../rows/column-reader.ts';
import type { SqlRow } from '../rows/sql-row.ts';
import type { RowPosition, ReadConnection } from './read-connection.ts';
import { ROWS_PER_TURN } from './read-connection.ts';

/** Calls lie in the order in which they came, nearly: the rows of a page are close to each other. */
export const USAGE_SINCE = `SELECT received_at AS time, n, kind, server, target, state, asked_at AS asked, dispatched_at AS ran
  FROM calls INDEXED BY calls_time WHERE (received_at, n) > (?, ?) ORDER BY received_at, n LIMIT ?`;

type ToolUsageCounter = { -readonly [K in keyof ToolUsage]: ToolUsage[K] };

/** How a call ended that was never let out. */
const END: { readonly [S in CallState]?: 'refused' | 'blocked' | 'lapsed' } = {
  refused: 'refused',
  blocked: 'blocked',
  expired: 'lapsed',
  withdrawn: 'lapsed',
};

const later = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);

const unused = (server: string, tool: string, at: number): ToolUsageCounter => ({
  server,
  tool,
  calls: 0,
  ran: 0,
  lastRanAt: null,
  lastCalledAt: at,
  asked: 0,
  refused: 0,
  blocked: 0,
  lapsed: 0,
});

const count = (uses: Map<string, ToolUsageCounter>, row: ColumnReader, at: number): void => {
  const server = row.text('server');
  const tool = row.text('target');
  const key = JSON.stringify([server, tool]);
  const use = uses.get(key) ?? unused(server, tool, at);
  uses.set(key, use);
  const ran = row.wholeOrNull('ran');
  const end = END[row.oneOf('state', CALL_STATES)];
  use.calls += 1;
  use.lastCalledAt = at;
  use.ran += ran === null ? 0 : 1;
  use.lastRanAt = later(use.lastRanAt, ran);
  use.asked += row.wholeOrNull('asked') === null ? 0 : 1;
  if (end !== undefined) use[end] += 1;
};

const byName = (one: ToolUsage, other: ToolUsage): number =>
  one.server === other.server ? (one.tool < other.tool ? -1 : 1) : one.server < other.server ? -1 : 1;

/** What the calls of each tool came to. */
export const countToolUsage = async (
  reading: ReadConnection,
  { since, until }: TimeSpan,
): Promise<readonly ToolUsage[]> => {
  const uses = new Map<string, ToolUsageCounter>();
  const all = (): readonly ToolUsage[] => [...uses.values()].toSorted(byName);
  for (let position: RowPosition = { at: since, n: -1 }; ; await reading.pause()) {
    const { at, n } = position;
    const rows: readonly SqlRow[] = await reading.all(USAGE_SINCE, at, n, ROWS_PER_TURN);
    for (const row of rows) {
      const columns = new ColumnReader(row, storedRecordMessages.countedCall);
      position = { at: columns.whole('time'), n: columns.whole('n') };
      if (position.at >= until) return all();
      if (columns.text('kind') === 'tool') count(uses, columns, position.at);
    }
    if (rows.length < ROWS_PER_TURN) return all();
  }
};
