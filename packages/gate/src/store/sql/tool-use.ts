import type { CallState } from '../../record/call-row.ts';
import { CALL_STATES } from '../../record/call-row.ts';
import type { TimeSpan, ToolUse } from '../figures.ts';
import { Columns } from '../rows/columns.ts';
import type { Row } from '../rows/row.ts';
import type { Position, Reading } from './reading.ts';
import { AT_ONCE } from './reading.ts';

/** Calls lie in the order in which they came, nearly: the rows of a page are close to each other. */
export const USE_SINCE = `SELECT received_at AS time, n, kind, server, target, state, asked_at AS asked, dispatched_at AS ran
  FROM calls INDEXED BY calls_time WHERE (received_at, n) > (?, ?) ORDER BY received_at, n LIMIT ?`;

type Counted = { -readonly [K in keyof ToolUse]: ToolUse[K] };

/** How a call ended that was never let out. */
const END: { readonly [S in CallState]?: 'refused' | 'blocked' | 'lapsed' } = {
  refused: 'refused',
  blocked: 'blocked',
  expired: 'lapsed',
  withdrawn: 'lapsed',
};

const later = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);

const unused = (server: string, tool: string, at: number): Counted => ({
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

const count = (uses: Map<string, Counted>, row: Columns, at: number): void => {
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

const byName = (one: ToolUse, other: ToolUse): number =>
  one.server === other.server ? (one.tool < other.tool ? -1 : 1) : one.server < other.server ? -1 : 1;

/** What the calls of each tool came to. */
export const toolUse = async (reading: Reading, { since, until }: TimeSpan): Promise<readonly ToolUse[]> => {
  const uses = new Map<string, Counted>();
  const all = (): readonly ToolUse[] => [...uses.values()].toSorted(byName);
  for (let position: Position = { at: since, n: -1 }; ; await reading.pause()) {
    const { at, n } = position;
    const rows: readonly Row[] = await reading.all(USE_SINCE, at, n, AT_ONCE);
    for (const row of rows) {
      const columns = new Columns(row, 'a call that is counted');
      position = { at: columns.whole('time'), n: columns.whole('n') };
      if (position.at >= until) return all();
      if (columns.text('kind') === 'tool') count(uses, columns, position.at);
    }
    if (rows.length < AT_ONCE) return all();
  }
};
