import type { Reader } from '@callgate/gate';

export interface Tally {
  readonly calls: number;
  /** By themselves, or by a grant. */
  readonly ran: number;
  /** Asked about, approved, and run. */
  readonly approved: number;
  readonly refused: number;
  readonly blocked: number;
  readonly waiting: number;
  /** Anything else: failed, expired, withdrawn. */
  readonly other: number;
}

export const tallyOf = async (read: Reader): Promise<Tally> => {
  const { items } = await read.search({}, { limit: 1000 });
  const calls = items.filter(({ kind }) => kind === 'tool');
  const count = (...states: readonly string[]): number =>
    calls.filter(({ state }) => states.includes(state)).length;
  const asked = calls.filter(({ state, heldAt }) => state === 'done' && heldAt !== null).length;
  const [done, refused, blocked] = [count('done'), count('refused'), count('blocked')];
  const waiting = count('held', 'approved', 'dispatching');
  return {
    calls: calls.length,
    ran: done - asked,
    approved: asked,
    refused,
    blocked,
    waiting,
    other: calls.length - done - refused - blocked - waiting,
  };
};

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

export const lastLine = (stories: number, failed: readonly string[], tally: Tally): string => {
  const { calls, ran, approved, refused, blocked, waiting, other } = tally;
  const told = failed.length === 0 ? 'all as told' : `${failed.length} not as told (${failed.join(', ')})`;
  const parts = [
    `${ran} ran`,
    `${approved} approved`,
    `${refused} refused`,
    `${blocked} blocked`,
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
    ...(other > 0 ? [`${other} ended otherwise`] : []),
  ];
  return `demo: ${counted(stories, 'story', 'stories')}, ${told}; ${counted(calls, 'call', 'calls')}: ${parts.join(', ')}`;
};
