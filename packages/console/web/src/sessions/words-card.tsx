import type { SessionStory } from '@callgate/operations/api';
import { Badge } from '../parts/badge.tsx';
import { Card } from '../parts/card.tsx';
import { Time } from '../parts/time.tsx';
import { Untrusted } from '../parts/untrusted.tsx';

const VIA = { host: 'heard by the host', task: 'declared as a task', intent: 'sent as intent' } as const;

const EVENT_WORDS = {
  declassified: 'Declassified',
  'task-ended': 'Task ended',
  'context-ended': 'Context ended',
  joined: 'Joined with what was seen elsewhere',
} as const;

/** What the person said, and what happened besides calls. */
export const WordsCard = ({ story }: { story: SessionStory }) => (
  <Card title="The person’s words">
    {story.words.length === 0 ? (
      <p className="sessions-soft">Nothing was heard. Without words no value can be proven.</p>
    ) : (
      <ol className="sessions-said">
        {story.words.map((words, index) => (
          <li key={index}>
            {words.text === null ? (
              <p className="sessions-soft">
                {words.characters.toLocaleString('en')} characters; only their digest is kept
              </p>
            ) : (
              <blockquote>
                <Untrusted text={words.text} max={600} lines />
              </blockquote>
            )}
            <p className="sessions-soft">
              {words.at === null ? 'at a time that is not known any more' : <Time at={words.at} />},{' '}
              {VIA[words.via]}
              {words.text === null || words.why === null ? null : (
                <>
                  {' '}
                  <Badge tone="warning">proves nothing: {words.why}</Badge>
                </>
              )}
            </p>
          </li>
        ))}
      </ol>
    )}
    {story.events.length === 0 ? null : (
      <ol className="sessions-happened">
        {story.events.map(({ at, event, label, by, reason }) => (
          <li key={`${event} ${at} ${label}`}>
            <Time at={at} /> <strong>{EVENT_WORDS[event]}</strong>
            {label === null ? null : (
              <>
                {' '}
                <Badge tone={label}>{label}</Badge>
              </>
            )}
            {by === null ? null : (
              <>
                {' '}
                by <Untrusted text={by} max={100} />
              </>
            )}
            {reason === null ? null : (
              <>
                : <Untrusted className="sessions-prose" text={reason} max={500} />
              </>
            )}
          </li>
        ))}
      </ol>
    )}
  </Card>
);
