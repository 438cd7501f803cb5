import type { Session } from '@callgate/core';
import type { SessionSummary } from '@callgate/gate/store';
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

const OVER =
  'The context is over: its labels, the person’s words and what it had seen went with it. What the calls were judged on is kept.';
const SEALED =
  'The words of the person and the results are sealed; only their number and time are shown here.';
const CUT =
  'There is more in the record of this time than was looked through: words and declassifications may be missing.';
const UNNAMED =
  'Only the client names this context, so all such contexts of the principal are one session here, and nobody’s words count in it.';

const droppedText = (session: SessionKnowledge['session']): readonly string[] => {
  const { results = 0, words = 0 } = session?.dropped ?? {};
  return [
    ...(results === 0
      ? []
      : [
          `${results} earlier ${results === 1 ? 'result was' : 'results were'} dropped to keep the session small: a value that came from there counts as seen nowhere.`,
        ]),
    ...(words === 0
      ? []
      : [
          `${words} earlier ${words === 1 ? 'turn' : 'turns'} of the person no longer ${words === 1 ? 'counts' : 'count'}.`,
        ]),
  ];
};

/** What is not known of a session any more, in words. */
export const listGaps = ({ summary, calls, cut, session, sealed }: SessionKnowledge): readonly string[] => [
  ...(summary.labels === null ? [OVER] : sealed ? [SEALED] : []),
  ...droppedText(session),
  ...(cut ? [CUT] : []),
  ...(session !== undefined && calls > MOST_TRACED
    ? [`Values that are proven are traced for the last ${MOST_TRACED} calls only.`]
    : []),
  ...(summary.authenticated ? [] : [UNNAMED]),
];
