import type { Session } from '@callgate/core';
import type { SessionSummary } from '@callgate/gate/store';
import { operationMessages } from '@callgate/messages/operations';
import { MOST_TRACED } from './trace-flows.ts';

export interface SessionKnowledge {
  readonly summary: Pick<SessionSummary, 'labels' | 'authenticated'>;
  readonly calls: number;
  /** There was more in the record than was looked through. */
  readonly cut: boolean;
  /** Undefined where it is over, or cannot be opened here. */
  readonly session: Pick<Session, 'dropped'> | undefined;
  /** The caller has no keys. */
  readonly sealed: boolean;
}

const texts = operationMessages.sessionGaps;

const droppedText = (session: SessionKnowledge['session']): readonly string[] => {
  const { results = 0, words = 0 } = session?.dropped ?? {};
  return [
    ...(results === 0 ? [] : [texts.results({ count: results })]),
    ...(words === 0 ? [] : [texts.requests({ count: words })]),
  ];
};

/** What is not known of a session any more, in words. */
export const listGaps = ({ summary, calls, cut, session, sealed }: SessionKnowledge): readonly string[] => [
  ...(summary.labels === null ? [texts.over] : sealed ? [texts.sealed] : []),
  ...droppedText(session),
  ...(cut ? [texts.cut] : []),
  ...(session !== undefined && calls > MOST_TRACED ? [texts.traced({ most: MOST_TRACED })] : []),
  ...(summary.authenticated ? [] : [texts.unnamed]),
];
