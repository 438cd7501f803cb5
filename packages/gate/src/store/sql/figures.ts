import { storedRecordMessages } from '@callgate/messages/stored-record';
import type { ApprovalTimes, TimeSpan } from '../figures.ts';
import type { AiUsage, ApproverFigures } from '../store-reader.ts';
import { ColumnReader } from '../rows/column-reader.ts';
import type { SqlRow } from '../rows/sql-row.ts';
import type { RowPosition, ReadConnection } from './read-connection.ts';
import { ROWS_PER_TURN } from './read-connection.ts';

const HASTY_MS = 2000;
const DAY_MS = 86_400_000;

export const VOTES_SINCE = `SELECT v.at AS time, v.n, v.subject, v.verdict, c.held_at AS asked
  FROM votes v INDEXED BY votes_time LEFT JOIN calls c ON c.id = v.call
  WHERE (v.at, v.n) > (?, ?) ORDER BY v.at, v.n LIMIT ?`;

export const AI_SINCE = `SELECT dispatched_at AS time, n, server, target, principal FROM calls INDEXED BY calls_ai
  WHERE ai = 1 AND dispatched_at IS NOT NULL AND (dispatched_at, n) > (?, ?)
  ORDER BY dispatched_at, n LIMIT ?`;

/** Walks through rows in the order of their times, with a turn for everybody else now and then. */
const walk = async (
  reading: ReadConnection,
  sql: string,
  { since, until }: TimeSpan,
  visit: (row: ColumnReader, at: number) => void,
): Promise<void> => {
  for (let position: RowPosition = { at: since, n: -1 }; ; await reading.pause()) {
    const { at, n } = position;
    const rows: readonly SqlRow[] = await reading.all(sql, at, n, ROWS_PER_TURN);
    for (const row of rows) {
      const columns = new ColumnReader(row, storedRecordMessages.countedRow);
      position = { at: columns.whole('time'), n: columns.whole('n') };
      if (position.at >= until) return;
      visit(columns, position.at);
    }
    if (rows.length < ROWS_PER_TURN) return;
  }
};

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1] ?? 0;
  const lower = sorted[(sorted.length - 1) >> 1] ?? 0;
  return (lower + upper) / 2;
};

/** How people decide. */
export const countApprovers = async (
  reading: ReadConnection,
  span: TimeSpan,
): Promise<readonly ApproverFigures[]> => {
  const people = new Map<string, { approved: number; refused: number; times: number[] }>();
  await walk(reading, VOTES_SINCE, span, (row, at) => {
    const subject = row.text('subject');
    const person = people.get(subject) ?? { approved: 0, refused: 0, times: [] };
    people.set(subject, person);
    if (row.oneOf('verdict', ['approve', 'refuse']) === 'approve') person.approved += 1;
    else person.refused += 1;
    const asked = row.wholeOrNull('asked');
    if (asked !== null) person.times.push(at - asked);
  });
  return [...people]
    .map(([subject, { approved, refused, times }]): ApproverFigures => ({
      subject,
      approved,
      refused,
      medianMs: median(times),
      hasty: times.filter((time) => time < HASTY_MS).length,
    }))
    .toSorted((a, b) => (a.subject < b.subject ? -1 : 1));
};

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const TAKEN: readonly (number | null)[] = [
  HASTY_MS,
  10 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  60 * MINUTE,
  null,
];

/** How long all of them take together. Votes on calls that are gone are counted and have no time. */
export const measureApprovalTimes = async (
  reading: ReadConnection,
  span: TimeSpan,
): Promise<ApprovalTimes> => {
  const times: number[] = [];
  let votes = 0;
  let approved = 0;
  await walk(reading, VOTES_SINCE, span, (row, at) => {
    votes += 1;
    if (row.oneOf('verdict', ['approve', 'refuse']) === 'approve') approved += 1;
    const asked = row.wholeOrNull('asked');
    if (asked !== null) times.push(at - asked);
  });
  const counts = TAKEN.map(() => 0);
  for (const time of times) {
    const at = TAKEN.findIndex((to) => to === null || time < to);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return {
    votes,
    approved,
    medianMs: times.length === 0 ? null : median(times),
    hasty: times.filter((time) => time < HASTY_MS).length,
    spread: TAKEN.map((toMs, at) => ({ toMs, votes: counts[at] ?? 0 })),
  };
};

/** How often tools that use AI were let out. A call that was stopped used none. */
export const countAiUsage = async (reading: ReadConnection, span: TimeSpan): Promise<readonly AiUsage[]> => {
  const uses = new Map<string, AiUsage>();
  await walk(reading, AI_SINCE, span, (row, at) => {
    const day = Math.floor(at / DAY_MS) * DAY_MS;
    const [server, target, principal] = [row.text('server'), row.text('target'), row.text('principal')];
    const key = JSON.stringify([day, server, target, principal]);
    uses.set(key, { server, target, principal, day, calls: (uses.get(key)?.calls ?? 0) + 1 });
  });
  return [...uses.values()];
};
