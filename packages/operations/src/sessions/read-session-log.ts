import type { JsonObject, Session } from '@callgate/core';
import type { UserMessageVia } from '@callgate/core/label';
import { digestText } from '@callgate/core/receive';
import type { StoreReader } from '@callgate/gate/store';
import { parseEntry } from '@callgate/gate/record';
import { operationMessages } from '@callgate/messages/operations';
import { z } from 'zod';
import type { UserMessageView, SessionHistoryEvent } from '../api/sessions.ts';

const userMessageSchema = z.looseObject({
  session: z.string(),
  via: z.enum(['host', 'task', 'intent']),
  vouched: z.boolean(),
  text: z.string(),
  characters: z.number(),
});

const eventSchema = z.looseObject({
  session: z.string(),
  label: z.string().optional(),
  by: z.string().optional(),
  reason: z.string().optional(),
});

/** Words as the record has them: when, and a digest. */
export interface RecordedUserMessage {
  readonly at: number;
  readonly via: UserMessageVia;
  readonly digest: string;
  readonly characters: number;
}

export interface SessionLog {
  readonly words: readonly RecordedUserMessage[];
  readonly events: readonly SessionHistoryEvent[];
  /** There were more rows than were looked at. */
  readonly cut: boolean;
}

const EVENTS = ['declassified', 'task-ended', 'context-ended', 'joined'] as const;
const AT_ONCE = 500;
const MOST_ROWS = 5000;

const eventOf = (
  event: SessionHistoryEvent['event'],
  at: number,
  detail: JsonObject,
): SessionHistoryEvent => {
  const { label = null, by = null, reason = null } = eventSchema.parse(detail);
  return { at, event, label, by, reason };
};

/** What the record tells of a session besides its calls, in a span of time. */
export const readSessionLog = async (
  read: Pick<StoreReader, 'rowsOfNoCall'>,
  session: string,
  span: { readonly since: number; readonly until: number },
): Promise<SessionLog> => {
  const words: RecordedUserMessage[] = [];
  const events: SessionHistoryEvent[] = [];
  let { since } = span;
  let afterSeq = 0;
  for (let looked = 0; looked < MOST_ROWS; looked += AT_ONCE) {
    const rows = await read.rowsOfNoCall({ since, afterSeq, until: span.until }, AT_ONCE);
    for (const { at, event, bytes, seq } of rows) {
      since = at;
      afterSeq = seq;
      const { detail } = parseEntry(bytes);
      if (detail['session'] !== session) continue;
      const heard = event === 'heard' ? userMessageSchema.safeParse(detail).data : undefined;
      if (heard !== undefined)
        words.push({ at, via: heard.via, digest: heard.text, characters: heard.characters });
      const other = EVENTS.find((each) => each === event);
      if (other !== undefined) events.push(eventOf(other, at, detail));
    }
    if (rows.length < AT_ONCE) return { words, events, cut: false };
  }
  return { words, events, cut: true };
};

/** The words a session still has, each at the time at which it was heard, and of others that something was said. */
export const userMessageViews = (
  recorded: readonly RecordedUserMessage[],
  session: Pick<Session, 'said' | 'unbelieved'> | undefined,
): readonly UserMessageView[] => {
  const kept = [
    ...(session?.said ?? []).map((said) => ({ ...said, why: null })),
    ...(session?.unbelieved ?? []).map(({ text, via, why }) => ({ text, via, why })),
  ].map((words) => ({ ...words, digest: digestText('said', words.text) }));
  const matched = new Set<string>();
  const timed = recorded.map(({ at, via, digest, characters }): UserMessageView => {
    const own = kept.find((words) => words.digest === digest);
    if (own === undefined)
      return { at, via, text: null, characters, why: operationMessages.sessionGaps.digestOnly };
    matched.add(own.digest);
    return { at, via, text: own.text, characters, why: own.why };
  });
  const untimed = kept
    .filter(({ digest }) => !matched.has(digest))
    .map(({ text, via, why }): UserMessageView => ({ at: null, via, text, characters: text.length, why }));
  return [...untimed, ...timed];
};
