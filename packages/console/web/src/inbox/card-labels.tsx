import { Link } from 'wouter';
import { Badge } from '../parts/badge.tsx';
import { Card } from '../parts/card.tsx';
import { Time } from '../parts/time.tsx';
import { ToolName } from '../parts/tool-name.tsx';
import type { Question } from './types.ts';

type Story = Question['labels'][number];

const ICONS = { private: 'lock', untrusted: 'globe' } as const;
const TOUCHED = { private: 'private data', untrusted: 'untrusted content' } as const;

const nowWords = ({ strength, now }: Story): string => {
  if (now === null) return 'the session is over';
  return now === strength ? '' : now === 'none' ? 'taken away since' : `now ${now}`;
};

const One = ({ story }: { story: Story }) => {
  const since = nowWords(story);
  return (
    <li>
      <p className="inbox-label-head">
        <Badge tone={story.label} icon={ICONS[story.label]} quiet={story.strength === 'possible'}>
          {story.label} {story.strength}
        </Badge>
        <span className="inbox-soft">
          it {story.strength === 'known' ? 'has touched' : 'may have touched'} {TOUCHED[story.label]}
          {since === '' ? '' : `; ${since}`}
        </span>
      </p>
      <ul className="inbox-causes">
        {story.causes.map((cause) => (
          <li key={cause.call}>
            by{' '}
            <Link href={`/record/${encodeURIComponent(cause.call)}`}>
              {cause.server === null || cause.target === null ? (
                <span>a call that is no longer known here</span>
              ) : (
                <ToolName server={cause.server} tool={cause.target} />
              )}
            </Link>
            {cause.at === null ? null : (
              <>
                {' '}
                at <Time at={cause.at} />
              </>
            )}
          </li>
        ))}
      </ul>
    </li>
  );
};

/** What the session has touched, and by which calls. */
export const CardLabels = ({ question }: { question: Question }) => {
  const raised = question.labels.filter(({ strength }) => strength !== 'none');
  return (
    <Card title="What the session has touched">
      {raised.length === 0 ? (
        <p className="inbox-soft">Nothing private and nothing untrusted, as far as Callgate saw.</p>
      ) : (
        <ul className="inbox-labels">
          {raised.map((story) => (
            <One key={story.label} story={story} />
          ))}
        </ul>
      )}
    </Card>
  );
};
