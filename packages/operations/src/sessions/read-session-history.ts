import type { Session, TracedTool } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import type { Keys } from '@callgate/gate';
import type { CallRow } from '@callgate/gate/record';
import type { StorePage, StoreReader, SessionSummary } from '@callgate/gate/store';
import { operationErrors } from '@callgate/messages/errors/operation';
import type { SessionHistory } from '../api/sessions.ts';
import type { YieldPoint } from './trace-flows.ts';
import { createYieldPoint, traceFlows } from './trace-flows.ts';
import { listGaps } from './list-gaps.ts';
import { userMessageViews, readSessionLog } from './read-session-log.ts';
import { labelSteps } from './label-steps.ts';
import { trifectaLegs, findTrifectaCall } from './trifecta-legs.ts';
import { sessionItem } from './session-item.ts';
import { sessionCall } from './session-call.ts';

/** What only a process with the keys and the catalogue can add. */
export interface OpenedSession {
  readonly session: Session;
  readonly keys: Keys;
  readonly find: (row: CallRow) => TracedTool | undefined;
}

export interface SessionHistoryParts {
  readonly read: Pick<StoreReader, 'call' | 'session' | 'search' | 'rowsOfNoCall'>;
  readonly now: number;
  /** Labels that were last raised before this have aged away. */
  readonly labelsSince?: number;
  /** Undefined where the session cannot be opened here. */
  readonly open?: (summary: SessionSummary) => Promise<OpenedSession | undefined>;
}

/** Calls shown at once. */
export const MOST_CALLS = 1000;
const AT_ONCE = 20;
/** The person speaks before the first call. */
const WORDS_BEFORE_MS = 6 * 3_600_000;

const unknownSessionError = (name: string): CallgateError =>
  new CallgateError(operationErrors.sessionUnknown({ name: display(name, { max: 120 }) }));

/** The session of a key, or the one that a call of this id was made in. */
export const findSummary = async (
  { read, labelsSince }: Pick<SessionHistoryParts, 'read' | 'labelsSince'>,
  name: string,
): Promise<SessionSummary> => {
  const filter = labelsSince === undefined ? {} : { labelsSince };
  const call = name.startsWith('[') ? undefined : await read.call(name);
  const found = await read.session(call?.session ?? name, filter);
  if (found === undefined) throw unknownSessionError(name);
  return found;
};

/** Calls may be large: they are read few at a time. */
const readCalls = async (
  read: SessionHistoryParts['read'],
  session: string,
  from: string | undefined,
  pause: YieldPoint,
): Promise<StorePage<CallRow>> => {
  const items: CallRow[] = [];
  let next: string | null = from ?? null;
  do {
    const page: StorePage<CallRow> = await read.search(
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
export const readSessionHistory = async (
  parts: SessionHistoryParts,
  name: string,
  after?: string,
): Promise<SessionHistory> => {
  const { read, now, open } = parts;
  const summary = await findSummary(parts, name);
  const pause = createYieldPoint();
  const page = await readCalls(read, summary.session, after, pause);
  const rows = page.items.toReversed();
  const newest = after === undefined;
  const apart = await readSessionLog(read, summary.session, {
    since: (rows[0]?.receivedAt ?? summary.first) - WORDS_BEFORE_MS,
    until: newest ? now + 1 : (rows.at(-1)?.receivedAt ?? now) + 1,
  });
  const opened = summary.labels === null ? undefined : await open?.(summary);
  const words = userMessageViews(apart.words, opened?.session);
  const calls = rows.map(sessionCall);
  const heldAt = new Map(rows.flatMap(({ id, heldAt: at }) => (at === null ? [] : [[id, at] as const])));
  const labelsNow = newest && summary.labels !== null ? { at: now, labels: summary.labels } : null;
  const steps = labelSteps({ calls, heldAt, events: apart.events, now: labelsNow });
  return {
    summary: sessionItem(summary),
    calls,
    earlier: page.next,
    steps,
    legs: trifectaLegs(calls, steps),
    met: findTrifectaCall(calls),
    flows: await traceFlows(rows, opened === undefined ? undefined : { ...opened, words }, pause),
    words,
    events: apart.events,
    gaps: listGaps({
      summary,
      calls: rows.length,
      cut: apart.cut,
      session: opened?.session,
      sealed: open === undefined,
    }),
  };
};
