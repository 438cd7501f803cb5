import type { CallFilter } from '../reader.ts';
import { IN_INBOX } from './call-queries.ts';
import type { Condition, Range, Walk } from './call-walk.ts';

const NOTHING_MORE: Condition = { sql: '', values: [] };

const inboxRange = (index: string, where: string, values: readonly string[]): Range => ({
  index,
  time: 'held_at',
  where: `${IN_INBOX}${where}`,
  values,
});

/** Calls that wait for people, of all, of a principal or in a session. */
export const inboxWalk = ({ principal, session }: Pick<CallFilter, 'principal' | 'session'>): Walk => {
  const walk = (range: Range, also: Condition = NOTHING_MORE): Walk => ({
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
export const unsettledWalk = (): Walk => ({
  ranges: [{ index: 'calls_unsettled', time: 'received_at', where: UNSETTLED, values: [] }],
  direction: 'earliest first',
  also: NOTHING_MORE,
  still: { sql: UNSETTLED, values: [] },
});
