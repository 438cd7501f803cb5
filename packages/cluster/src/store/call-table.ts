import type { Decision } from '@callgate/core';
import type { CallChange, CallRow, CallState, CallIdentity } from '@callgate/gate/record';
import { STATE_TRANSITIONS } from '@callgate/gate/record';
import {
  CALL_QUERIES,
  CALL_SELECT,
  ColumnReader,
  INSERT_CALL,
  makeAssignments,
  listCallValues,
  listDetailValues,
  readCall,
  makeRunningQuery,
  hashCallIdentity,
  toSharedJson,
  makeStoreDoubleError,
  toStoredJson,
} from '@callgate/gate/sql';
import type { SqlRow } from '@callgate/gate/sql';
import type { RunningFilter } from '@callgate/gate/store';
import type { Statements } from './statements.ts';

const DETAILS = `context, authenticated, enforced, definition, who, situation, shared, decision, sealed_arguments`;

const INSERT = `WITH made AS (${INSERT_CALL} ON CONFLICT DO NOTHING RETURNING n)
  INSERT INTO call_details (n, ${DETAILS})
  SELECT n, ?, ?::smallint, ?::smallint, ?, ?, ?, ?::bigint, ?, ? FROM made`;

const LOCKED = `${CALL_SELECT} WHERE calls.id = ? FOR UPDATE OF calls`;

const count = (row: SqlRow | undefined): number => Number(row?.['count'] ?? 0);

/** The calls, as one piece of work sees them. What it reads is locked. */
export class PostgresCallTable {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  async insert(call: CallRow): Promise<void> {
    const [, ...details] = listDetailValues(0, call, null);
    const made = await this.#statements.run(INSERT, ...listCallValues(call), ...details);
    if (made !== 1) throw makeStoreDoubleError(new Error(`call ${call.id}`));
  }

  async byId(id: string): Promise<CallRow | undefined> {
    const row = await this.#statements.get(LOCKED, id);
    return row === undefined ? undefined : readCall(row).row;
  }

  /** Which call a ticket is for, and in which session; not locked. */
  async ofTicket(ticket: string): Promise<{ readonly id: string; readonly session: string } | undefined> {
    const row = await this.#statements.get('SELECT id, session FROM calls WHERE ticket = ?', ticket);
    if (row === undefined) return undefined;
    const from = new ColumnReader(row, 'a call');
    return { id: from.text('id'), session: from.text('session') };
  }

  async byKey(session: string, key: string): Promise<CallRow | undefined> {
    return await this.#found(await this.#statements.get(CALL_QUERIES.byKey, session, key));
  }

  async move(id: string, from: CallState, to: CallState, change: CallChange): Promise<boolean> {
    if (!STATE_TRANSITIONS[from].includes(to)) return false;
    const { sql, values } = makeAssignments(change);
    const moved = await this.#statements.run(
      `UPDATE calls SET rev = rev + 1, state = ?${sql} WHERE id = ? AND state = ?`,
      to,
      ...values,
      id,
      from,
    );
    if (moved !== 1) return false;
    this.#changeDetails(id, change);
    return true;
  }

  async twinOf(call: CallIdentity & { readonly principal: string }): Promise<CallRow | undefined> {
    const { kind, server, target, argumentsDigest, principal } = call;
    return await this.#found(
      await this.#statements.get(
        CALL_QUERIES.twinOf,
        hashCallIdentity(call),
        principal,
        kind,
        server,
        target,
        argumentsDigest,
      ),
    );
  }

  async heldTwin(session: string, call: CallIdentity): Promise<CallRow | undefined> {
    const { kind, server, target, argumentsDigest } = call;
    return await this.#found(
      await this.#statements.get(
        CALL_QUERIES.heldTwin,
        session,
        hashCallIdentity(call),
        kind,
        server,
        target,
        argumentsDigest,
      ),
    );
  }

  async askedSince(session: string, since: number): Promise<number> {
    return count(await this.#statements.get(CALL_QUERIES.askedSince, session, since));
  }

  async pendingOf(principal: string): Promise<number> {
    return count(await this.#statements.get(CALL_QUERIES.pendingOf, principal));
  }

  async running(filter: RunningFilter): Promise<number> {
    const { sql, values } = makeRunningQuery(filter);
    return count(await this.#statements.get(sql, ...values));
  }

  async overdue(now: number, limit: number): Promise<readonly CallRow[]> {
    return await this.#all(await this.#statements.all(CALL_QUERIES.overdue, now, limit));
  }

  async ofInstance(
    instance: string,
    states: readonly CallState[],
    limit: number,
    attachedOnly: boolean,
  ): Promise<readonly CallRow[]> {
    const found: CallRow[] = [];
    const sql = attachedOnly ? CALL_QUERIES.attachedOfInstance : CALL_QUERIES.ofInstance;
    for (const state of states) {
      if (found.length >= limit) break;
      found.push(
        ...(await this.#all(await this.#statements.all(sql, state, instance, limit - found.length))),
      );
    }
    return found;
  }

  #changeDetails(id: string, { decision, situation }: CallChange): void {
    if (decision === undefined && situation === undefined) return;
    this.#statements.send(
      CALL_QUERIES.changeDetails,
      decision === undefined ? null : toSharedJson(decision as Decision),
      situation === undefined ? null : toStoredJson(situation),
      id,
    );
  }

  async #found(row: SqlRow | undefined): Promise<CallRow | undefined> {
    const id = row?.['id'];
    return typeof id === 'string' ? await this.byId(id) : undefined;
  }

  async #all(rows: readonly SqlRow[]): Promise<readonly CallRow[]> {
    const calls: CallRow[] = [];
    for (const row of rows) {
      const call = await this.#found(row);
      if (call !== undefined) calls.push(call);
    }
    return calls;
  }
}
