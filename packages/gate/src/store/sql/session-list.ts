import type { Label, SessionLabels } from '@callgate/core/label';
import { joinLabels } from '@callgate/core/label';
import { storedRecordMessages } from '@callgate/messages/stored-record';
import { z } from 'zod';
import type { StorePage, PageRequest } from '../store-reader.ts';
import { sessionLabelsSchema } from '../session-schema.ts';
import type { LabelledStore, SessionCounts, SessionFilter, SessionSummary } from '../session-summary.ts';
import { COUNTED_CALLS } from '../session-summary.ts';
import { IN_INBOX } from './call-queries.ts';
import { ColumnReader, parseStored } from '../rows/column-reader.ts';
import type { SqlRow } from '../rows/sql-row.ts';
import type { RowPosition, ReadConnection } from './read-connection.ts';
import { formatCursor, pageSize, parseCursor } from './read-connection.ts';
import type { SessionHead } from './session-heads.ts';
import { NEWEST_OF_SESSION, listHeadsByName, listHeadsByTime } from './session-heads.ts';

type SessionQuery =
  | 'first'
  | 'newest'
  | 'counts'
  | 'more'
  | 'waiting'
  | 'head'
  | 'principal'
  | 'stores'
  | 'rowsOfNoCall';

export const SESSION_QUERIES: Readonly<Record<SessionQuery, string>> = {
  first: `SELECT received_at FROM calls INDEXED BY calls_session WHERE session = ?
    ORDER BY received_at, n LIMIT 1`,
  newest: `SELECT calls.id, calls.principal, calls.received_at, details.context, details.authenticated
    FROM calls JOIN call_details AS details ON details.n = calls.n WHERE calls.n = ?`,
  counts: `SELECT state, outcome, count(*) AS count FROM (
      SELECT state, outcome FROM calls INDEXED BY calls_session WHERE session = ?
      ORDER BY received_at DESC, n DESC LIMIT ${COUNTED_CALLS}
    ) AS newest GROUP BY state, outcome`,
  more: `SELECT 1 AS more FROM calls INDEXED BY calls_session WHERE session = ?
    ORDER BY received_at DESC, n DESC LIMIT 1 OFFSET ${COUNTED_CALLS}`,
  waiting: `SELECT count(*) AS count FROM calls INDEXED BY inbox_session WHERE ${IN_INBOX} AND session = ?`,
  head: 'SELECT head FROM sessions WHERE key = ?',
  principal: "SELECT labels FROM labels WHERE kind = 'principal' AND name = ?",
  stores: "SELECT n, name, labels FROM labels WHERE kind = 'store' AND name > ? ORDER BY name LIMIT ?",
  rowsOfNoCall: `SELECT * FROM record INDEXED BY record_of_no_call
    WHERE call IS NULL AND (at, seq) > (?, ?) AND at < ? ORDER BY at, seq LIMIT ?`,
};

const headSchema = z.looseObject({ labels: sessionLabelsSchema });
const UNLABELLED: Label = { strength: 'none', witnesses: [] };

const aged = (labels: SessionLabels, since: number | undefined): SessionLabels => {
  if (since === undefined) return labels;
  const left = (label: Label): Label => (label.at !== undefined && label.at < since ? UNLABELLED : label);
  return { private: left(labels.private), untrusted: left(labels.untrusted) };
};

const sharedLabels = async (
  reading: ReadConnection,
  principal: string,
): Promise<SessionLabels | undefined> => {
  const row = await reading.get(SESSION_QUERIES.principal, principal);
  const what = storedRecordMessages.labels({ holder: principal });
  return row === undefined
    ? undefined
    : parseStored(new ColumnReader(row, what).text('labels'), sessionLabelsSchema, what);
};

/** Ids that only a client sends share what their principal has touched. */
const labelsNow = async (
  reading: ReadConnection,
  { session, principal, authenticated }: Pick<SessionSummary, 'session' | 'principal' | 'authenticated'>,
): Promise<SessionLabels | null> => {
  const row = await reading.get(SESSION_QUERIES.head, session);
  const what = storedRecordMessages.session({ session });
  const own =
    row === undefined
      ? undefined
      : parseStored(new ColumnReader(row, what).text('head'), headSchema, what).labels;
  const shared = authenticated ? undefined : await sharedLabels(reading, principal);
  if (own === undefined) return shared ?? null;
  return shared === undefined ? own : joinLabels(own, shared);
};

const countsOf = async (reading: ReadConnection, session: string): Promise<SessionCounts> => {
  const states: Record<string, number> = {};
  const outcomes: Record<string, number> = {};
  let calls = 0;
  for (const row of await reading.all(SESSION_QUERIES.counts, session)) {
    const from = new ColumnReader(row, storedRecordMessages.call);
    const count = from.whole('count');
    calls += count;
    for (const [counts, name] of [
      [states, from.text('state')],
      [outcomes, from.text('outcome')],
    ] as const)
      counts[name] = (counts[name] ?? 0) + count;
  }
  const more = (await reading.get(SESSION_QUERIES.more, session)) !== undefined;
  return { calls, more, states, outcomes };
};

type NamedSession = Pick<
  SessionSummary,
  'session' | 'principal' | 'context' | 'authenticated' | 'last' | 'lastCall' | 'labels'
>;

/** Enough of a session to see whether it is wished for. */
const named = async (
  reading: ReadConnection,
  { n, session }: SessionHead,
  since: number | undefined,
): Promise<NamedSession> => {
  const row: SqlRow = (await reading.get(SESSION_QUERIES.newest, n)) ?? {};
  const from = new ColumnReader(row, storedRecordMessages.callOfSession({ session }));
  const who = {
    session,
    principal: from.text('principal'),
    authenticated: from.flag('authenticated'),
  };
  const labels = await labelsNow(reading, who);
  return {
    ...who,
    context: from.text('context'),
    last: from.whole('received_at'),
    lastCall: from.text('id'),
    labels: labels === null ? null : aged(labels, since),
  };
};

const fits = ({ principal, label, text }: SessionFilter, found: NamedSession): boolean =>
  (principal === undefined || found.principal === principal) &&
  (label === undefined || (found.labels !== null && found.labels[label].strength !== 'none')) &&
  (text === undefined ||
    [found.principal, found.context].some((name) => name.toLowerCase().includes(text.toLowerCase())));

const whole = async (reading: ReadConnection, found: NamedSession): Promise<SessionSummary> => {
  const first = (await reading.get(SESSION_QUERIES.first, found.session)) ?? {};
  return {
    ...found,
    first: new ColumnReader(first, storedRecordMessages.firstCallOfSession({ session: found.session })).whole(
      'received_at',
    ),
    waiting: Number((await reading.get(SESSION_QUERIES.waiting, found.session))?.['count']),
    counts: await countsOf(reading, found.session),
  };
};

/** Calls that are looked at in the order of time before sessions are looked for by their names. */
const MOST_BY_TIME = 4000;
const NEWEST: RowPosition = { at: Number.MAX_SAFE_INTEGER, n: Number.MAX_SAFE_INTEGER };

/** Sessions in their order, with how far the list is complete after each. */
async function* headsFrom(
  reading: ReadConnection,
  { principal }: SessionFilter,
  from: RowPosition,
): AsyncGenerator<SessionHead | { readonly cut: RowPosition }> {
  let position = from;
  for (let lookedAt = 0; lookedAt < MOST_BY_TIME; await reading.pause()) {
    const start = position;
    const step = await listHeadsByTime(reading, principal, start);
    yield* step.heads;
    if (step.reached === undefined) return;
    lookedAt += step.lookedAt;
    position = step.reached;
  }
  const byName = await listHeadsByName(reading, position);
  if (byName === undefined) yield { cut: position };
  else yield* byName;
}

/** A page of sessions. It may be shorter than wished where very much was looked at. */
export const listSessions = async (
  reading: ReadConnection,
  filter: SessionFilter,
  request: PageRequest,
): Promise<StorePage<SessionSummary>> => {
  const limit = pageSize(request);
  const items: SessionSummary[] = [];
  let reached = parseCursor(request) ?? NEWEST;
  for await (const head of headsFrom(reading, filter, reached)) {
    if ('cut' in head) return { items, next: formatCursor(head.cut) };
    if (items.length === limit) return { items, next: formatCursor(reached) };
    const candidate = await named(reading, head, filter.labelsSince);
    const found = fits(filter, candidate) ? await whole(reading, candidate) : undefined;
    reached = head;
    if (found === undefined) continue;
    items.push(found);
    await reading.pause();
  }
  return { items, next: null };
};

/** One session, where any call was made in it. */
export const findSession = async (
  reading: ReadConnection,
  session: string,
  labelsSince: number | undefined,
): Promise<SessionSummary | undefined> => {
  const row = await reading.get(NEWEST_OF_SESSION, session);
  if (row === undefined) return undefined;
  const from = new ColumnReader(row, storedRecordMessages.call);
  const head = { at: from.whole('time'), n: from.whole('n'), session };
  return await whole(reading, await named(reading, head, labelsSince));
};

export const readLabelledStore = (row: SqlRow): LabelledStore => {
  const from = new ColumnReader(row, storedRecordMessages.labelsOfKind({ kind: 'store' }));
  return { store: from.text('name'), labels: from.json('labels', sessionLabelsSchema) };
};
