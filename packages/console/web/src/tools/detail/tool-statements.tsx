import { consoleMessages } from '@callgate/messages/console';
import type { HintSettings, Attribution, ToolDetail, ToolList } from '@callgate/operations/api';
import { type ReactNode, useState } from 'react';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/form.tsx';
import { Sentence } from '../../parts/sentence.tsx';
import { Time } from '../../parts/time.tsx';
import { Untrusted } from '../../parts/untrusted.tsx';
import { useHasRole } from '../../shell/me.ts';
import { OverrideDialog, ReviewDialog, ToolDialog } from './tool-dialogs.tsx';

const TEXT = consoleMessages.tools.statements;

const AnswerBadges = ({ set }: { set: HintSettings }) => (
  <span className="badges">
    {Object.entries(set).map(([name, answer]) => (
      <Badge key={name}>
        <Untrusted text={name} max={60} /> {consoleMessages.terms.answers[answer]}
      </Badge>
    ))}
  </span>
);

const StatementAuthor = ({ said }: { said: Attribution }) => (
  <p className="soft">
    <Sentence
      parts={TEXT.by({
        who: <Untrusted text={said.by} max={100} />,
        time: <Time at={said.at} />,
        reason: <Untrusted text={said.reason} max={2000} />,
      })}
    />
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
            {TEXT.remove}
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
      <h3>{TEXT.title}</h3>
      <StatementRow
        title={TEXT.override}
        said={override}
        none={TEXT.noOverride}
        note={
          override === null || override.definition === null
            ? null
            : override.definition === digest
              ? TEXT.overrideBound
              : TEXT.overrideOutdated
        }
        say={override === null ? TEXT.setOverride : TEXT.changeOverride}
        onSay={() => setAsking('override')}
        onClear={() => setAsking('Override')}
      />
      <StatementRow
        title={TEXT.review}
        said={review}
        none={TEXT.noReview}
        note={review === null || review.definition === digest ? null : TEXT.reviewOutdated}
        say={review === null ? TEXT.setReview : TEXT.reviewAgain}
        onSay={() => setAsking('review')}
        onClear={() => setAsking('Review')}
      />
      {configured.length === 0 ? null : (
        <div className="tools-said">
          <h4>{TEXT.configured}</h4>
          {configured.map(({ set, reason, conditional }, at) => (
            <div key={at}>
              <AnswerBadges set={set} />
              <p className="soft">
                {reason === null ? null : <Untrusted text={reason} max={600} />}
                {conditional ? TEXT.conditional : ''}
              </p>
            </div>
          ))}
        </div>
      )}
      {accepted === null ? null : (
        <div className="tools-said">
          <h4>{TEXT.accepted}</h4>
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
          done={TEXT.removed}
          title={TEXT.removeTitles[asking]}
          action={TEXT.removeAction}
          onClose={onClose}
        >
          <p>{TEXT.removeEffect}</p>
        </ToolDialog>
      ) : null}
    </section>
  );
};
