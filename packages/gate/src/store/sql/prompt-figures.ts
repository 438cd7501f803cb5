import { storedRecordMessages } from '@callgate/messages/stored-record';
import type { PromptFigures, TimeSpan } from '../figures.ts';
import { ColumnReader } from '../rows/column-reader.ts';

import type { ReadConnection } from './read-connection.ts';

export const PROMPT_QUERIES = {
  nextSession:
    'SELECT session FROM calls INDEXED BY calls_session WHERE session > ? ORDER BY session LIMIT 1',
  received: `SELECT 1 FROM calls INDEXED BY calls_session
    WHERE session = ? AND received_at >= ? AND received_at < ? LIMIT 1`,
  asked: `SELECT count(*) AS count FROM calls INDEXED BY calls_asked
    WHERE session = ? AND asked_at >= ? AND asked_at < ?`,
} as const;

const SESSIONS_AT_ONCE = 200;

const STEPS: readonly (readonly [from: number, to: number | null])[] = [
  [0, 0],
  [1, 1],
  [2, 3],
  [4, 7],
  [8, 15],
  [16, null],
];

interface SessionPrompts {
  readonly session: string;
  /** null where the session had no call in that time. */
  readonly prompts: number | null;
}

/** The next sessions, found by leaping over all their calls. */
const some = async (
  reading: ReadConnection,
  from: string,
  { since, until }: TimeSpan,
): Promise<readonly SessionPrompts[]> => {
  const found: SessionPrompts[] = [];
  for (let session = from; found.length < SESSIONS_AT_ONCE;) {
    const row = await reading.get(PROMPT_QUERIES.nextSession, session);
    if (row === undefined) break;
    session = new ColumnReader(row, storedRecordMessages.call).text('session');
    const count = await reading.get(PROMPT_QUERIES.asked, session, since, until);
    const prompts =
      count === undefined ? 0 : new ColumnReader(count, storedRecordMessages.count).whole('count');
    const isOfTime =
      prompts > 0 || (await reading.get(PROMPT_QUERIES.received, session, since, until)) !== undefined;
    found.push({ session, prompts: isOfTime ? prompts : null });
  }
  return found;
};

/** How often people were asked, session by session. */
export const countPrompts = async (
  reading: ReadConnection,
  span: TimeSpan,
  most: number,
): Promise<PromptFigures> => {
  const counts = STEPS.map(() => 0);
  let top: { session: string; prompts: number }[] = [];
  let sessions = 0;
  let prompts = 0;
  for (let after = ''; ; await reading.pause()) {
    const from = after;
    const found = await some(reading, from, span);
    for (const { session, prompts: asked } of found) {
      after = session;
      if (asked === null) continue;
      sessions += 1;
      prompts += asked;
      const step = STEPS.findIndex(([least, highest]) => asked >= least && asked <= (highest ?? Infinity));
      counts[step] = (counts[step] ?? 0) + 1;
      if (asked > 0) top.push({ session, prompts: asked });
    }
    top = top.toSorted((one, other) => other.prompts - one.prompts).slice(0, most);
    if (found.length < SESSIONS_AT_ONCE) break;
  }
  return {
    sessions,
    prompts,
    spread: STEPS.map(([from, to], at) => ({ from, to, sessions: counts[at] ?? 0 })),
    most: top,
  };
};
