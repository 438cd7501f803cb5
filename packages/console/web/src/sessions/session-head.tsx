import type { SessionStory } from '@callgate/operations/api';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Labels } from '../parts/labels.tsx';
import { Time, duration } from '../parts/time.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { useMay } from '../shell/me.ts';
import { DeclassifyDialog } from './declassify-dialog.tsx';

type LabelName = 'private' | 'untrusted';

const callsText = ({ counts: { calls, more } }: SessionStory['summary']): string =>
  `${calls.toLocaleString('en')}${more ? '+' : ''} call${calls === 1 ? '' : 's'}`;

/** Whose session it is, what it has touched now, and what is not known of it any more. */
export const SessionHead = ({ story }: { story: SessionStory }) => {
  const { summary, gaps } = story;
  const [taking, setTaking] = useState<LabelName | null>(null);
  const operator = useMay('operator');
  const { labels } = summary;
  const raised = (['private', 'untrusted'] as const).filter(
    (name) => labels !== null && labels[name] !== 'none',
  );
  return (
    <header className="sessions-head">
      <p className="sessions-who">
        <Untrusted text={summary.principal} max={120} /> <span className="sessions-soft">in</span>{' '}
        {summary.authenticated ? (
          <Untrusted text={summary.context} max={200} />
        ) : (
          'contexts that only the client names'
        )}
      </p>
      <p className="sessions-soft">
        {callsText(summary)}, <Time at={summary.first} /> to <Time at={summary.last} /> (
        {duration(summary.last - summary.first)})
        {summary.waiting === 0 ? '' : `, ${summary.waiting} waiting for people`}
      </p>
      <div className="sessions-now">
        <span className="sessions-soft">Now:</span>
        {labels === null ? <span>over, no labels are kept</span> : <Labels labels={labels} />}
        {operator
          ? raised.map((name) => (
              <Button key={name} onClick={() => setTaking(name)}>
                Take {name} away…
              </Button>
            ))
          : null}
      </div>
      {gaps.length === 0 ? null : (
        <ul className="sessions-gaps">
          {gaps.map((gap) => (
            <li key={gap}>{gap}</li>
          ))}
        </ul>
      )}
      {taking === null ? null : (
        <DeclassifyDialog
          what={{
            kind: 'session',
            session: summary.session,
            name: `${summary.principal} / ${summary.context}`,
          }}
          label={taking}
          onClose={() => setTaking(null)}
        />
      )}
    </header>
  );
};
