import type { SessionStory } from '@callgate/operations/api';
import { wordsX } from './flow-lines.tsx';
import type { Layout } from './layout.ts';

const EVENT_SIGN = {
  declassified: 'M-5 -5L5 5M5 -5L-5 5',
  'task-ended': 'M-4 -6V6M-4 -5H5L2 -2L5 1H-4',
  'context-ended': 'M-5 -5H5V5H-5Z',
  joined: 'M-6 -5L0 0L-6 5M0 0H6',
} as const;

/** What the person said and what operators did, above the lanes of the servers. */
export const PersonLane = ({ story, layout }: { story: SessionStory; layout: Layout }) => {
  const y = layout.personY;
  if (y === null) return null;
  return (
    <g aria-hidden="true">
      <line className="sessions-lane" x1={0} x2={layout.width} y1={y} y2={y} />
      {story.words.map((words, index) => (
        <g
          key={index}
          className={`sessions-words${words.why === null ? '' : ' sessions-words-idle'}`}
          transform={`translate(${wordsX(layout, words.at)} ${y})`}
        >
          <path d="M-10 -9H10A3 3 0 0 1 13 -6V3A3 3 0 0 1 10 6H-1L-6 11V6H-10A3 3 0 0 1 -13 3V-6A3 3 0 0 1 -10 -9Z" />
          <path className="sessions-words-lines" d="M-7 -4H7M-7 1H3" />
        </g>
      ))}
      {story.events.map(({ at, event }) => (
        <g key={`${event} ${at}`} className="sessions-event" transform={`translate(${layout.xAt(at)} ${y})`}>
          <circle r={9} />
          <path d={EVENT_SIGN[event]} transform="scale(.7)" />
        </g>
      ))}
    </g>
  );
};
