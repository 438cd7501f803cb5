import type { RunningFilter } from '../store.ts';
import { CALL_SELECT } from '../rows/call-codec.ts';
import type { SqlValue } from '../rows/sql-row.ts';

/** Spelled as in the partial indexes, or SQLite does not see that they fit. */
export const IN_INBOX = "state = 'held' AND waiting = 'people'";
const LIVE = "state IN ('held', 'approved', 'dispatching')";
const SAME = 'kind = ? AND server = ? AND target = ? AND arguments_digest = ?';

type CallQuery =
  | 'byId'
  | 'byTicket'
  | 'byKey'
  | 'twinOf'
  | 'heldTwin'
  | 'askedSince'
  | 'pendingOf'
  | 'overdue'
  | 'ofInstance'
  | 'attachedOfInstance'
  | 'changeDetails';

/** What a transaction asks about calls. Each names its index: SQLite, knowing no numbers, would choose others. */
export const CALL_QUERIES: Readonly<Record<CallQuery, string>> = {
  byId: `${CALL_SELECT} WHERE calls.id = ?`,
  byTicket: 'SELECT id FROM calls INDEXED BY calls_ticket WHERE ticket = ?',
  byKey: `SELECT id FROM calls INDEXED BY calls_key WHERE session = ? AND key = ?
    ORDER BY received_at DESC, n DESC LIMIT 1`,
  twinOf: `SELECT id, n, dispatched_at FROM calls INDEXED BY calls_same WHERE same = ? AND principal = ? AND dispatched_at IS NOT NULL AND ${SAME}
    ORDER BY dispatched_at DESC, n DESC LIMIT 1`,
  heldTwin: `SELECT id FROM calls INDEXED BY calls_unsent WHERE state IN ('held', 'approved')
    AND (state = 'approved' OR waiting = 'people') AND session = ? AND same = ? AND ${SAME}
    ORDER BY state, n LIMIT 1`,
  askedSince:
    'SELECT count(*) AS count FROM calls INDEXED BY calls_asked WHERE session = ? AND asked_at >= ?',
  pendingOf: `SELECT count(*) AS count FROM calls INDEXED BY inbox_principal WHERE ${IN_INBOX} AND principal = ?`,
  overdue: `SELECT id FROM calls INDEXED BY calls_expiry WHERE state IN ('held', 'approved') AND expires_at <= ?
    ORDER BY expires_at, n LIMIT ?`,
  ofInstance: `SELECT id FROM calls INDEXED BY calls_live WHERE ${LIVE} AND state = ? AND instance = ? LIMIT ?`,
  attachedOfInstance: `SELECT id FROM calls INDEXED BY calls_live
    WHERE ${LIVE} AND state = ? AND instance = ? AND attached = 1 LIMIT ?`,
  changeDetails: `UPDATE call_details SET decision = coalesce(?, decision), situation = coalesce(?, situation)
    WHERE n = (SELECT n FROM calls WHERE id = ?)`,
};

/** How many calls are out, all or those of a server, a target or a principal. */
export const makeRunningQuery = ({
  server,
  target,
  principal,
}: RunningFilter): { readonly sql: string; readonly values: readonly SqlValue[] } => {
  let sql = `SELECT count(*) AS count FROM calls INDEXED BY calls_live WHERE ${LIVE} AND state = 'dispatching'`;
  const values: SqlValue[] = [];
  const also = (column: string, value: string | undefined): void => {
    if (value === undefined) return;
    sql += ` AND ${column} = ?`;
    values.push(value);
  };
  also('server', server);
  also('target', target);
  also('principal', principal);
  return { sql, values };
};
