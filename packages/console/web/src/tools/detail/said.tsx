import type { Answers, SaidBy, ToolDetail, ToolList } from '@callgate/operations/api';
import { useState } from 'react';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toast.tsx';
import { Untrusted } from '../../parts/untrusted.tsx';
import { useMay } from '../../shell/me.ts';
import { useChange } from '../../shell/use-api.ts';
import { OverrideDialog } from './override-dialog.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { ReviewDialog } from './review-dialog.tsx';

const Set = ({ set }: { set: Answers }) => (
  <span className="badges">
    {Object.entries(set).map(([name, answer]) => (
      <Badge key={name}>
        <Untrusted text={name} max={60} /> {answer}
      </Badge>
    ))}
  </span>
);

const Who = ({ said }: { said: SaidBy }) => (
  <p className="tools-soft">
    <Untrusted text={said.by} max={100} />, <Time at={said.at} />: <Untrusted text={said.reason} max={2000} />
  </p>
);

type Asking = 'override' | 'clear-override' | 'review' | 'clear-review' | null;

/** What people said of it: overrides, reviews, and what the configuration says. */
export const Said = ({
  detail,
  customHints,
}: {
  detail: ToolDetail;
  customHints: ToolList['customHints'];
}) => {
  const mayChange = useMay('operator');
  const [asking, setAsking] = useState<Asking>(null);
  const clearOverride = useChange('tools.clearOverride');
  const clearReview = useChange('tools.clearReview');
  const { server, identity, tool, override, review, digest, configured, accepted } = detail;
  const isOld = review !== null && review.definition !== digest;
  const close = (): void => setAsking(null);
  const done = (words: string): void => {
    toast({ tone: 'good', text: `${server}/${tool}: ${words}` });
    close();
  };
  return (
    <section className="tools-section">
      <h3>What people say of it</h3>
      <div className="tools-said">
        <h4>Override</h4>
        {override === null ? (
          <p className="tools-soft">
            None. An override is your word on single hints; nothing the server claims moves it.
          </p>
        ) : (
          <>
            <Set set={override.set} />
            <Who said={override} />
            {override.definition === null ? null : (
              <p className="tools-soft">
                {override.definition === digest
                  ? 'What relaxes counts for this definition only.'
                  : 'It was said of another definition: what relaxes does not count any more.'}
              </p>
            )}
          </>
        )}
        {mayChange ? (
          <span className="badges">
            <Button onClick={() => setAsking('override')}>
              {override === null ? 'Override…' : 'Change…'}
            </Button>
            {override === null ? null : (
              <Button look="quiet" onClick={() => setAsking('clear-override')}>
                Take back…
              </Button>
            )}
          </span>
        ) : null}
      </div>
      <div className="tools-said">
        <h4>Review</h4>
        {review === null ? (
          <p className="tools-soft">Nobody reviewed it. A review counts for exactly one definition.</p>
        ) : (
          <>
            <Set set={review.set} />
            <Who said={review} />
            {isOld ? (
              <p className="tools-soft">It was of another definition and does not count for this one.</p>
            ) : null}
          </>
        )}
        {mayChange ? (
          <span className="badges">
            <Button onClick={() => setAsking('review')}>
              {review === null ? 'Review…' : 'Review again…'}
            </Button>
            {review === null ? null : (
              <Button look="quiet" onClick={() => setAsking('clear-review')}>
                Take back…
              </Button>
            )}
          </span>
        ) : null}
      </div>
      {configured.length === 0 ? null : (
        <div className="tools-said">
          <h4>In the configuration or an accepted lock</h4>
          {configured.map(({ set, reason, conditional }, at) => (
            <div key={at}>
              <Set set={set} />
              <p className="tools-soft">
                {reason === null ? null : <Untrusted text={reason} max={600} />}
                {conditional ? ' (for some arguments only)' : ''}
              </p>
            </div>
          ))}
        </div>
      )}
      {accepted === null ? null : (
        <div className="tools-said">
          <h4>Accepted</h4>
          <Who said={accepted} />
        </div>
      )}
      {asking === 'override' ? (
        <OverrideDialog detail={detail} customHints={customHints} onClose={close} />
      ) : asking === 'review' ? (
        <ReviewDialog detail={detail} customHints={customHints} onClose={close} />
      ) : asking === null ? null : (
        <ReasonDialog
          title={asking === 'clear-override' ? 'Take the override back?' : 'Take the review back?'}
          action="Take back"
          isPending={clearOverride.isPending || clearReview.isPending}
          error={clearOverride.error ?? clearReview.error}
          onClose={close}
          onDo={(reason) =>
            (asking === 'clear-override' ? clearOverride : clearReview).mutate(
              { server, identity, tool, reason },
              { onSuccess: () => done('taken back') },
            )
          }
        >
          <p>What the server claims and the defaults count again.</p>
        </ReasonDialog>
      )}
    </section>
  );
};
