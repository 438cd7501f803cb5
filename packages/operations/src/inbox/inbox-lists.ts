import { CallgateError } from '@callgate/core';
import type { PageRequest } from '@callgate/gate/store';
import { pendingCallErrors } from '@callgate/messages/errors/pending-call';
import type { InboxFilter, InboxGroup, InboxPage, InboxRow, CallMark } from '../api/inbox.ts';
import { CALL_MARKS } from '../api/inbox.ts';
import { InboxIndex, askedAt, isWaiting, readInboxRow } from './inbox-index.ts';
import type { ListParts } from './inbox-parts.ts';

const MAX_NAMED = 20;

const matchesFilter =
  (filter: InboxFilter) =>
  (row: InboxRow): boolean => {
    const { server, target, principal, session, alike, mark, text } = filter;
    if (server !== undefined && row.server !== server) return false;
    if (target !== undefined && row.target !== target) return false;
    if (principal !== undefined && row.principal !== principal) return false;
    if (session !== undefined && row.session !== session) return false;
    if (alike !== undefined && row.alike !== alike) return false;
    if (mark !== undefined && !row.marks.includes(mark)) return false;
    if (text === undefined || text === '') return true;
    const wanted = text.toLowerCase();
    return [`${row.server}/${row.target}`, row.principal, row.context, row.because, row.id].some((part) =>
      part.toLowerCase().includes(wanted),
    );
  };

const cursorOf = (row: InboxRow): string => `${askedAt(row)} ${row.id}`;

const isAfter = (row: InboxRow, cursor: string): boolean => {
  const match = /^(\d+) (.+)$/s.exec(cursor);
  if (match === null) throw new CallgateError(pendingCallErrors.cursorInvalid());
  const at = Number(match[1]);
  return askedAt(row) > at || (askedAt(row) === at && row.id > (match[2] ?? ''));
};

interface ListRequest extends PageRequest {
  readonly filter?: InboxFilter;
}

const isEmpty = (filter: InboxFilter): boolean =>
  Object.values(filter).every((value) => value === undefined || value === '');

/** What waits, as lists. Without a filter it is read as it is stored; with one, from memory and then looked at again. */
export class InboxLists {
  readonly #parts: ListParts;
  readonly #index: InboxIndex;

  constructor(parts: ListParts) {
    this.#parts = parts;
    this.#index = new InboxIndex(parts);
  }

  async page({ limit, after, filter = {} }: ListRequest): Promise<InboxPage> {
    const { read } = this.#parts.desk;
    if (!isEmpty(filter))
      return await this.#filtered({ limit, filter, ...(after === undefined ? {} : { after }) });
    const { items, next } = await read.inbox(after === undefined ? { limit } : { limit, after });
    const rows: InboxRow[] = [];
    for (const row of items) rows.push(await readInboxRow(this.#parts, row));
    const waiting = await read.inboxSize();
    // so that it is ready when a person starts to type; counting does not need it
    if (limit > 1 && this.#parts.changes !== undefined) this.#index.known().catch(() => {});
    return { items: rows, next, waiting, fitting: waiting };
  }

  async #filtered({
    limit,
    after,
    filter,
  }: ListRequest & { readonly filter: InboxFilter }): Promise<InboxPage> {
    const { read } = this.#parts.desk;
    const fitting = (await this.#index.all()).filter(matchesFilter(filter));
    const rest = after === undefined ? fitting : fitting.filter((row) => isAfter(row, after));
    const items: InboxRow[] = [];
    let last: InboxRow | undefined;
    let looked = 0;
    for (const known of rest) {
      if (items.length === limit) break;
      looked += 1;
      last = known;
      const row = await read.call(known.id);
      if (isWaiting(row)) items.push(await readInboxRow(this.#parts, row));
    }
    const next = last === undefined || looked === rest.length ? null : cursorOf(last);
    return { items, next, waiting: await read.inboxSize(), fitting: fitting.length };
  }

  /** The largest first. */
  async groups(filter: InboxFilter = {}): Promise<readonly InboxGroup[]> {
    const byTool = new Map<string, InboxRow[]>();
    for (const row of (await this.#index.all()).filter(matchesFilter(filter))) {
      const known = byTool.get(row.alike);
      if (known === undefined) byTool.set(row.alike, [row]);
      else known.push(row);
    }
    return [...byTool.values()].map(groupOf).toSorted((a, b) => b.count - a.count);
  }

  /** As far as is known. */
  async alikeTo(alike: string): Promise<number> {
    return (await this.#index.known()).filter((row) => row.alike === alike).length;
  }
}

const groupOf = (rows: readonly InboxRow[]): InboxGroup => {
  const [first] = rows;
  if (first === undefined) throw new CallgateError(pendingCallErrors.groupEmpty());
  const marks = new Set<CallMark>(rows.flatMap((row) => row.marks));
  return {
    alike: first.alike,
    kind: first.kind,
    server: first.server,
    target: first.target,
    count: rows.length,
    expiresAt: Math.min(...rows.map(({ expiresAt }) => expiresAt ?? 0)),
    marks: CALL_MARKS.filter((mark) => marks.has(mark)),
    principals: [...new Set(rows.map(({ principal }) => principal))].slice(0, MAX_NAMED),
    notTogether: rows.find(({ notTogether }) => notTogether !== null)?.notTogether ?? null,
  };
};
