import type { Session, TracedTool } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import type { Keys } from '@callgate/gate';
import type { CallRow } from '@callgate/gate/record';
import type { Page, Reader, SessionSummary } from '@callgate/gate/store';
import type { SessionStory } from '../api/sessions.ts';
import type { Pause } from './flows.ts';
import { everyFewMs, flowsOf } from './flows.ts';
import { gapsIn } from './gaps.ts';
import { heardWords, readApart } from './heard.ts';
import { labelSteps } from './label-steps.ts';
import { legsOf, metAt } from './legs.ts';
import { sessionItem } from './session-item.ts';
import { storyCall } from './story-call.ts';

/** What only somebody with the keys and the catalogue can add. */
export interface Opened {
  readonly session: Session;
  readonly keys: Keys;
  readonly find: (row: CallRow) => TracedTool | undefined;
}

export interface StoryParts {
  readonly read: Pick<Reader, 'call' | 'session' | 'search' | 'rowsOfNoCall'>;
  readonly now: number;
  /** Labels that were last raised before this have aged away. */
  readonly labelsSince?: number;
  /** Undefined where the session cannot be opened here. */
  readonly open?: (summary: SessionSummary) => Promise<Opened | undefined>;
}

/** Calls shown at once. */
export const MOST_CALLS = 1000;
const AT_ONCE = 20;
/** The person speaks before the first call. */
const WORDS_BEFORE_MS = 6 * 3_600_000;

const unknown = (name: string): CallgateError =>
  new CallgateError('SESSION_UNKNOWN', `there is no session or call ${display(name, { max: 120 })}`, {
    help: 'the list of sessions has those that calls were made in',
  });

/** The session of a key, or the one that a call of this id was made in. */
export const findSummary = async (
  { read, labelsSince }: Pick<StoryParts, 'read' | 'labelsSince'>,
  name: string,
): Promise<SessionSummary> => {
  const filter = labelsSince === undefined ? {} : { labelsSince };
  const call = name.startsWith('[') ? undefined : await read.call(name);
  const found = await read.session(call?.session ?? name, filter);
  if (found === undefined) throw unknown(name);
  return found;
};

/** Calls may be large: they are read few at a time. */
const readCalls = async (
  read: StoryParts['read'],
  session: string,
  from: string | undefined,
  pause: Pause,
): Promise<Page<CallRow>> => {
  const items: CallRow[] = [];
  let next: string | null = from ?? null;
  do {
    const page: Page<CallRow> = await read.search(
      { session },
      { limit: AT_ONCE, ...(next === null ? {} : { after: next }) },
    );
    items.push(...page.items);
    ({ next } = page);
    await pause();
  } while (next !== null && items.length < MOST_CALLS);
  return { items, next };
};

/** All that is still known of one session, as a story. */
export const readStory = async (parts: StoryParts, name: string, after?: string): Promise<SessionStory> => {
  const { read, now, open } = parts;
  const summary = await findSummary(parts, name);
  const pause = everyFewMs();
  const page = await readCalls(read, summary.session, after, pause);
  const rows = page.items.toReversed();
  const newest = after === undefined;
  const apart = await readApart(read, summary.session, {
    since: (rows[0]?.receivedAt ?? summary.first) - WORDS_BEFORE_MS,
    until: newest ? now + 1 : (rows.at(-1)?.receivedAt ?? now) + 1,
  });
  const opened = summary.labels === null ? undefined : await open?.(summary);
  const words = heardWords(apart.words, opened?.session);
  const calls = rows.map(storyCall);
  const heldAt = new Map(rows.flatMap(({ id, heldAt: at }) => (at === null ? [] : [[id, at] as const])));
  const labelsNow = newest && summary.labels !== null ? { at: now, labels: summary.labels } : null;
  const steps = labelSteps({ calls, heldAt, events: apart.events, now: labelsNow });
  return {
    summary: sessionItem(summary),
    calls,
    earlier: page.next,
    steps,
    legs: legsOf(calls, steps),
    met: metAt(calls),
    flows: await flowsOf(rows, opened === undefined ? undefined : { ...opened, words }, pause),
    words,
    events: apart.events,
    gaps: gapsIn({
      summary,
      calls: rows.length,
      cut: apart.cut,
      session: opened?.session,
      sealed: open === undefined,
    }),
  };
};
