import type { HintSettings, Attribution, ToolDetail, ToolList } from '@callgate/operations/api';
import { type ReactNode, useState } from 'react';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/form.tsx';
import { Time } from '../../parts/time.tsx';
import { Untrusted } from '../../parts/untrusted.tsx';
import { useHasRole } from '../../shell/me.ts';
import { OverrideDialog, ReviewDialog, ToolDialog } from './tool-dialogs.tsx';

const AnswerBadges = ({ set }: { set: HintSettings }) => (
  <span className="badges">
    {Object.entries(set).map(([name, answer]) => (
      <Badge key={name}>
        <Untrusted text={name} max={60} /> {answer}
      </Badge>
    ))}
  </span>
);

const StatementAuthor = ({ said }: { said: Attribution }) => (
  <p className="soft">
    <Untrusted text={said.by} max={100} />, <Time at={said.at} />: <Untrusted text={said.reason} max={2000} />
  </p>
);

const StatementRow = ({
  title,
  said,
  none,
  note,
  say,
  onSay,
  onClear,
}: {
  title: string;
  said: (Attribution & { readonly set: HintSettings }) | null;
  none: string;
  note: string | null;
  say: ReactNode;
  onSay: () => void;
  onClear: () => void;
}) => (
  <div className="tools-said">
    <h4>{title}</h4>
    {said === null ? (
      <p className="soft">{none}</p>
    ) : (
      <>
        <AnswerBadges set={said.set} />
        <StatementAuthor said={said} />
        {note === null ? null : <p className="soft">{note}</p>}
      </>
    )}
    {useHasRole('operator') ? (
      <span className="badges">
        <Button onClick={onSay}>{say}</Button>
        {said === null ? null : (
          <Button look="quiet" onClick={onClear}>
            Take back…
          </Button>
        )}
      </span>
    ) : null}
  </div>
);

export const ToolStatements = ({
  detail,
  customHints,
}: {
  detail: ToolDetail;
  customHints: ToolList['customHints'];
}) => {
  const [asking, setAsking] = useState<'override' | 'review' | 'Override' | 'Review'>();
  const { override, review, digest, configured, accepted } = detail;
  const onClose = (): void => setAsking(undefined);
  const props = { detail, customHints, onClose };
  return (
    <section className="tools-section">
      <h3>What people say of it</h3>
      <StatementRow
        title="Override"
        said={override}
        none="None. An override is your word on single hints; nothing the server claims moves it."
        note={
          override === null || override.definition === null
            ? null
            : override.definition === digest
              ? 'What relaxes counts for this definition only.'
              : 'It was said of another definition: what relaxes does not count any more.'
        }
        say={override === null ? 'Override…' : 'Change…'}
        onSay={() => setAsking('override')}
        onClear={() => setAsking('Override')}
      />
      <StatementRow
        title="Review"
        said={review}
        none="Nobody reviewed it. A review counts for exactly one definition."
        note={
          review === null || review.definition === digest
            ? null
            : 'It was of another definition and does not count for this one.'
        }
        say={review === null ? 'Review…' : 'Review again…'}
        onSay={() => setAsking('review')}
        onClear={() => setAsking('Review')}
      />
      {configured.length === 0 ? null : (
        <div className="tools-said">
          <h4>In the configuration or an accepted lock</h4>
          {configured.map(({ set, reason, conditional }, at) => (
            <div key={at}>
              <AnswerBadges set={set} />
              <p className="soft">
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
          <StatementAuthor said={accepted} />
        </div>
      )}
      {asking === 'override' ? <OverrideDialog {...props} /> : null}
      {asking === 'review' ? <ReviewDialog {...props} /> : null}
      {asking === 'Override' || asking === 'Review' ? (
        <ToolDialog
          name={`tools.clear${asking}`}
          of={detail}
          params={(ref) => ref}
          done=": taken back"
          title={`Take the ${asking.toLowerCase()} back?`}
          action="Take back"
          onClose={onClose}
        >
          <p>What the server claims and the defaults count again.</p>
        </ToolDialog>
      ) : null}
    </section>
  );
};
