import type { CallFilter } from '../store-reader.ts';
import { IN_INBOX } from './call-queries.ts';
import type { SqlCondition, IndexRange, CallWalk } from './call-walk.ts';

const NOTHING_MORE: SqlCondition = { sql: '', values: [] };

const inboxRange = (index: string, where: string, values: readonly string[]): IndexRange => ({
  index,
  time: 'held_at',
  where: `${IN_INBOX}${where}`,
  values,
});

/** Calls that wait for people, of all, of a principal or in a session. */
export const makeInboxWalk = ({
  principal,
  session,
}: Pick<CallFilter, 'principal' | 'session'>): CallWalk => {
  const walk = (range: IndexRange, also: SqlCondition = NOTHING_MORE): CallWalk => ({
    ranges: [range],
    direction: 'earliest first',
    also,
    still: { sql: IN_INBOX, values: [] },
  });
  if (session !== undefined)
    return walk(
      inboxRange('inbox_session', ' AND session = ?', [session]),
      principal === undefined ? NOTHING_MORE : { sql: 'principal = ?', values: [principal] },
    );
  return principal === undefined
    ? walk(inboxRange('inbox_time', '', []))
    : walk(inboxRange('inbox_principal', ' AND principal = ?', [principal]));
};

const UNSETTLED = "state = 'indeterminate' AND settled_at IS NULL";

/** Calls whose outcome nobody knows and nobody has settled. */
export const makeUnsettledWalk = (): CallWalk => ({
  ranges: [{ index: 'calls_unsettled', time: 'received_at', where: UNSETTLED, values: [] }],
  direction: 'earliest first',
  also: NOTHING_MORE,
  still: { sql: UNSETTLED, values: [] },
});
