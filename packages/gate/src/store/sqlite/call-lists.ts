import type { CallFilter } from '../reader.ts';
import { IN_INBOX } from './call-queries.ts';
import type { Walk } from './call-walk.ts';

/** Calls that wait for people, of all, of a principal or in a session. */
export const inboxWalk = ({ principal, session }: Pick<CallFilter, 'principal' | 'session'>): Walk => {
  const direction = 'earliest first';
  const time = 'held_at';
  if (session !== undefined) {
    const ofPrincipal = principal === undefined ? [] : [principal];
    return {
      ranges: [{ index: 'inbox_session', time, where: `${IN_INBOX} AND session = ?`, values: [session] }],
      direction,
      also: principal === undefined ? IN_INBOX : `${IN_INBOX} AND principal = ?`,
      alsoValues: ofPrincipal,
    };
  }
  if (principal !== undefined)
    return {
      ranges: [
        { index: 'inbox_principal', time, where: `${IN_INBOX} AND principal = ?`, values: [principal] },
      ],
      direction,
      also: IN_INBOX,
      alsoValues: [],
    };
  return {
    ranges: [{ index: 'inbox_time', time, where: IN_INBOX, values: [] }],
    direction,
    also: IN_INBOX,
    alsoValues: [],
  };
};

const UNSETTLED = "state = 'indeterminate' AND settled_at IS NULL";

/** Calls whose outcome nobody knows and nobody has settled. */
export const unsettledWalk = (): Walk => ({
  ranges: [{ index: 'calls_unsettled', time: 'received_at', where: UNSETTLED, values: [] }],
  direction: 'earliest first',
  also: UNSETTLED,
  alsoValues: [],
});
