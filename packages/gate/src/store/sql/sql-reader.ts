import { storedRecordMessages } from '@callgate/messages/stored-record';
import type { CallRow } from '../../record/call-row.ts';
import type { Checkpoint, AuditLogHead, StoredEntry } from '../../record/audit-entry.ts';
import type { Grant } from '../../record/grant.ts';
import type { Vote } from '../../record/vote.ts';
import type { ApprovalTimes, PromptFigures, RuleFigures, TimeSpan, ToolUsage } from '../figures.ts';
import type {
  AiUsage,
  ApproverFigures,
  CallFilter,
  ChartRequest,
  ChartSlice,
  LabelHolder,
  NamedColumn,
  StorePage,
  PageRequest,
  StoreReader,
  RowSpan,
  StoredLabels,
} from '../store-reader.ts';
import { CALL_SELECT, readCall } from '../rows/call-codec.ts';
import { ColumnReader } from '../rows/column-reader.ts';
import { USABLE_GRANT, PEOPLE_QUERIES, readAlert, readGrant, readVote } from '../rows/people-codec.ts';
import { HEAD_QUERY, readStoredCheckpoint, readLogHead, readStoredEntry } from '../rows/audit-log-codec.ts';
import type { SqlRow, SqlValue } from '../rows/sql-row.ts';
import { readHeadLabels } from '../rows/session-codec.ts';
import type { LabelledStore, SessionFilter, SessionSummary } from '../session-summary.ts';
import type { Alert } from '../store.ts';
import { makeInboxWalk, makeUnsettledWalk } from './call-lists.ts';
import { CALL_QUERIES, IN_INBOX } from './call-queries.ts';
import { findSearchWalk } from './call-search.ts';
import { matchText, listNames } from './call-text.ts';
import { walkCalls } from './call-walk.ts';
import { countChartSlices } from './chart.ts';
import { countAiUsage, measureApprovalTimes, countApprovers } from './figures.ts';
import { countPrompts } from './prompt-figures.ts';
import type { RowPosition, ReadConnection } from './read-connection.ts';
import { ROWS_PER_TURN, makePage, pageSize, parseCursor } from './read-connection.ts';
import { countRules } from './rule-figures.ts';
import { SESSION_QUERIES, findSession, listSessions, readLabelledStore } from './session-list.ts';
import { countToolUsage } from './tool-usage.ts';

type ReadQuery =
  | 'callByTicket'
  | 'inboxSize'
  | 'allGrants'
  | 'liveGrants'
  | 'alerts'
  | 'rows'
  | 'checkpoints'
  | 'kept'
  | 'keptDigests'
  | 'callsAfter'
  | 'sessionHeads'
  | 'sharedLabels'
  | 'voteCount';

export const READ_QUERIES: Readonly<Record<ReadQuery, string>> = {
  callByTicket: `${CALL_SELECT} WHERE calls.ticket = ?`,
  inboxSize: `SELECT count(*) AS count FROM calls INDEXED BY inbox_time WHERE ${IN_INBOX}`,
  allGrants: 'SELECT * FROM grants WHERE n < ? ORDER BY n DESC LIMIT ?',
  liveGrants: `SELECT * FROM grants INDEXED BY grants_live WHERE ${USABLE_GRANT} AND ends_at > ? AND n < ?
    ORDER BY n DESC LIMIT ?`,
  alerts: 'SELECT * FROM alerts WHERE n < ? ORDER BY n DESC LIMIT ?',
  // of an archived entry only its place and its hash are there
  rows: 'SELECT * FROM record WHERE seq >= ? AND length(bytes) > 0 ORDER BY seq LIMIT ?',
  checkpoints: 'SELECT * FROM checkpoints ORDER BY size',
  kept: 'SELECT text FROM kept WHERE digest = ?',
  keptDigests: 'SELECT digest FROM kept WHERE digest > ? ORDER BY digest LIMIT ?',
  callsAfter: `${CALL_SELECT} WHERE calls.id > ? ORDER BY calls.id LIMIT ?`,
  sessionHeads: 'SELECT key AS name, head AS text FROM sessions WHERE key > ? ORDER BY key LIMIT ?',
  sharedLabels: 'SELECT name, labels AS text FROM labels WHERE kind = ? AND name > ? ORDER BY name LIMIT ?',
  voteCount: 'SELECT count(*) AS count FROM votes',
};

/** Rows with what is decided about them are slow to read back. */
const CALLS_AT_ONCE = 50;

/** The place of a row in a list that has the order in which it was written. */
const placeOf = (row: SqlRow): RowPosition => ({
  at: 0,
  n: new ColumnReader(row, storedRecordMessages.row).whole('n'),
});

/** Queries for people, in SQL. */
export class SqlReader implements StoreReader {
  readonly #reading: ReadConnection;

  constructor(reading: ReadConnection) {
    this.#reading = reading;
  }

  async call(id: string): Promise<CallRow | undefined> {
    const row = await this.#get(CALL_QUERIES.byId, id);
    return row === undefined ? undefined : readCall(row).row;
  }

  async callByTicket(ticket: string): Promise<CallRow | undefined> {
    const row = await this.#get(READ_QUERIES.callByTicket, ticket);
    return row === undefined ? undefined : readCall(row).row;
  }

  inbox(
    page: PageRequest,
    filter: Pick<CallFilter, 'principal' | 'session'> = {},
  ): Promise<StorePage<CallRow>> {
    return walkCalls(this.#reading, makeInboxWalk(filter), page);
  }

  async inboxSize(): Promise<number> {
    return Number((await this.#get(READ_QUERIES.inboxSize))?.['count']);
  }

  unsettled(page: PageRequest): Promise<StorePage<CallRow>> {
    return walkCalls(this.#reading, makeUnsettledWalk(), page);
  }

  async search(filter: CallFilter, page: PageRequest): Promise<StorePage<CallRow>> {
    const { text = '' } = filter;
    const match = text.trim() === '' ? undefined : await matchText(this.#reading, text);
    const walk = await findSearchWalk(this.#reading, filter, match);
    return walkCalls(this.#reading, walk, page);
  }

  names(of: NamedColumn, limit: number): Promise<readonly string[]> {
    return listNames(this.#reading, of, limit);
  }

  chart(request: ChartRequest): Promise<readonly ChartSlice[]> {
    return countChartSlices(this.#reading, request);
  }

  async votes(call: string): Promise<readonly Vote[]> {
    return (await this.#all(PEOPLE_QUERIES.votes, call)).map(readVote);
  }

  async voteCount(): Promise<number> {
    const [row] = await this.#all(READ_QUERIES.voteCount);
    return new ColumnReader(row ?? {}, storedRecordMessages.voteCount).whole('count');
  }

  async storedLabels(of: LabelHolder, after: string, limit: number): Promise<readonly StoredLabels[]> {
    const rows =
      of === 'session'
        ? await this.#all(READ_QUERIES.sessionHeads, after, pageSize({ limit }))
        : await this.#all(READ_QUERIES.sharedLabels, of, after, pageSize({ limit }));
    return rows.map((row) => {
      const from = new ColumnReader(row, storedRecordMessages.labelsOfKind({ kind: of }));
      const name = from.text('name');
      const text = from.text('text');
      return { name, text: of === 'session' ? readHeadLabels(name, text) : text };
    });
  }

  grants(
    page: PageRequest,
    { live, now }: { readonly live: boolean; readonly now: number },
  ): Promise<StorePage<Grant>> {
    return live
      ? this.#latest(READ_QUERIES.liveGrants, [now], page, readGrant)
      : this.#latest(READ_QUERIES.allGrants, [], page, readGrant);
  }

  alerts(page: PageRequest): Promise<StorePage<Alert>> {
    return this.#latest(READ_QUERIES.alerts, [], page, readAlert);
  }

  approvers(since: number, until: number = Infinity): Promise<readonly ApproverFigures[]> {
    return countApprovers(this.#reading, { since, until });
  }

  approvalTimes(span: TimeSpan): Promise<ApprovalTimes> {
    return measureApprovalTimes(this.#reading, span);
  }

  aiUse(since: number, until: number = Infinity): Promise<readonly AiUsage[]> {
    return countAiUsage(this.#reading, { since, until });
  }

  toolUse(span: TimeSpan): Promise<readonly ToolUsage[]> {
    return countToolUsage(this.#reading, span);
  }

  prompts(span: TimeSpan, most: number): Promise<PromptFigures> {
    return countPrompts(this.#reading, span, most);
  }

  topRules(span: TimeSpan, limits: { readonly most: number; readonly calls: number }): Promise<RuleFigures> {
    return countRules(this.#reading, span, limits);
  }

  sessions(page: PageRequest, filter: SessionFilter = {}): Promise<StorePage<SessionSummary>> {
    return listSessions(this.#reading, filter, page);
  }

  session(
    key: string,
    { labelsSince }: Pick<SessionFilter, 'labelsSince'> = {},
  ): Promise<SessionSummary | undefined> {
    return findSession(this.#reading, key, labelsSince);
  }

  async labelledStores(after: string, limit: number): Promise<readonly LabelledStore[]> {
    return (await this.#all(SESSION_QUERIES.stores, after, pageSize({ limit }))).map(readLabelledStore);
  }

  async rowsOfNoCall({ since, afterSeq, until }: RowSpan, limit: number): Promise<readonly StoredEntry[]> {
    await this.#reading.number();
    const rows = await this.#all(
      SESSION_QUERIES.rowsOfNoCall,
      since,
      afterSeq ?? 0,
      until,
      pageSize({ limit }),
    );
    return rows.map(readStoredEntry);
  }

  async head(): Promise<AuditLogHead> {
    await this.#reading.number();
    return readLogHead(await this.#get(HEAD_QUERY));
  }

  async rows(fromSeq: number, limit: number): Promise<readonly StoredEntry[]> {
    await this.#reading.number();
    return await this.#gather(
      READ_QUERIES.rows,
      fromSeq,
      limit,
      ROWS_PER_TURN,
      readStoredEntry,
      ({ seq }) => seq + 1,
    );
  }

  async rowsOfCall(call: string): Promise<readonly StoredEntry[]> {
    await this.#reading.number();
    return (await this.#all(this.#reading.dialect.entriesOfCall, call)).map(readStoredEntry);
  }

  async hashes(fromSeq: number, limit: number): Promise<readonly Uint8Array[]> {
    await this.#reading.number();
    const found = await this.#gather(
      this.#reading.dialect.hashes,
      fromSeq,
      limit,
      10 * ROWS_PER_TURN,
      (row) => new ColumnReader(row, storedRecordMessages.entry({ seq: String(row['seq']) })),
      (row) => row.whole('seq') + 1,
    );
    return found.map((row) => row.bytes('hash'));
  }

  async checkpoints(): Promise<readonly Checkpoint[]> {
    return (await this.#all(READ_QUERIES.checkpoints)).map(readStoredCheckpoint);
  }

  async kept(digest: string): Promise<string | undefined> {
    const row = await this.#get(READ_QUERIES.kept, digest);
    return row === undefined
      ? undefined
      : new ColumnReader(row, storedRecordMessages.textNamed({ digest })).text('text');
  }

  keptDigests(after: string, limit: number): Promise<readonly string[]> {
    return this.#gather(
      READ_QUERIES.keptDigests,
      after,
      limit,
      10 * ROWS_PER_TURN,
      (row) => new ColumnReader(row, storedRecordMessages.text).text('digest'),
      (digest) => digest,
    );
  }

  callsAfter(id: string, limit: number): Promise<readonly CallRow[]> {
    return this.#gather(
      READ_QUERIES.callsAfter,
      id,
      limit,
      CALLS_AT_ONCE,
      (row) => readCall(row).row,
      (row) => row.id,
    );
  }

  #get(sql: string, ...values: readonly SqlValue[]): Promise<SqlRow | undefined> {
    return this.#reading.get(sql, ...values);
  }

  #all(sql: string, ...values: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    return this.#reading.all(sql, ...values);
  }

  /** A page of rows, the last one written first. */
  async #latest<T>(
    sql: string,
    values: readonly SqlValue[],
    page: PageRequest,
    read: (row: SqlRow) => T,
  ): Promise<StorePage<T>> {
    const limit = pageSize(page);
    const before = parseCursor(page)?.n ?? Number.MAX_SAFE_INTEGER;
    const rows = await this.#all(sql, ...values, before, limit + 1);
    return makePage(rows, limit, placeOf, read);
  }

  /** As many as were asked for, a few at a time. */
  async #gather<K extends number | string, T>(
    sql: string,
    from: K,
    limit: number,
    atOnce: number,
    read: (row: SqlRow) => T,
    next: (item: T) => K,
  ): Promise<readonly T[]> {
    const items: T[] = [];
    for (let at = from; items.length < limit; await this.#reading.pause()) {
      const most = Math.min(atOnce, limit - items.length);
      const found = (await this.#all(sql, at, most)).map(read);
      items.push(...found);
      const last = found.at(-1);
      if (last === undefined || found.length < most) break;
      at = next(last);
    }
    return items;
  }
}
